import type { Answer } from '../../../src/clients/answer.ts'
import { check, keyOf, must, type Context } from '../../../src/kit/index.ts'
import { expansion } from './requirements.ts'
import { asking, plainly, search, withInverse, withReference, type Family } from './steps.ts'
import { stored } from '../steps.ts'

const families = {
  'to-one': { of: withReference, needs: 'reference', brokenBy: ['expand-drops-unlinked', 'expand-loses-filter'] },
  'to-many': {
    of: (context: Context): Promise<Family> => withInverse(context),
    needs: 'inverse',
    brokenBy: ['expand-loses-filter'],
  },
} as const

for (const kind of ['to-one', 'to-many'] as const) {
  const { of, needs, brokenBy } = families[kind]
  check(
    expansion['expand-on-searches'],
    `${kind}-keeps-the-records`,
    { brokenBy, needs: [needs], effects: true },
    async (context) => {
      const family = await of(context)
      const records = [family.parent, await stored(context, {}, family.parent.resource)]
      for (const record of records) await plainly(context, 'on-a-search', record)
      const plain = await search(context.api, records, {})
      const answer = await search(context.api, records, asking(context, family, family.field))
      must.success(answer)
      const ids = (one: Answer) =>
        one
          .records(keyOf(family.parent.resource))
          .map((record) => String(record['id']))
          .sort()
      must.equal('the records of the query, each once, with and without expand', ids(answer), ids(plain))
    },
  )
}
