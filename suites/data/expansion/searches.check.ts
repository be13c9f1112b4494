import type { Answer } from '../../../src/clients/answer.ts'
import { check, keyOf, must, Unexercised, type Context } from '../../../src/kit/index.ts'
import { mustBeSearched, scopeOf } from '../list/ladder.ts'
import { expansion } from './requirements.ts'
import { asking, mustBeExpanded, mustCount, plainly, search, withInverse, withReference, type Family } from './steps.ts'
import { stored, succeeded } from '../steps.ts'

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

/** A criterion on what refers to a record tells which records are listed, not what of them is expanded. */
check(
  expansion['expand-on-searches'],
  'all-of-several-though-the-query-names-one',
  { needs: ['inverse'], brokenBy: ['expansions-hold-what-the-query-names-only'], effects: true },
  async (context) => {
    const family = await withInverse(context, 3)
    const { field, parent, related } = family
    const plain = await plainly(context, 'on-a-search', parent)
    await mustBeSearched(context, related, related[0]?.resource)
    const query = `${scopeOf([parent])} AND ${field}.externalId = "${related[1]?.externalId}"`
    const ask = (expand?: string) => {
      const { dtos, query: more } = expand === undefined ? { query: {} } : asking(context, family, expand)
      return context.api.data.list(parent.resource, { ...(dtos ? { dtos } : {}), query: { ...more, query } })
    }
    const found = await ask()
    // Whether a criterion may go to what refers to a record is not stated for each relation.
    if (!succeeded(found) || found.records(keyOf(parent.resource)).length === 0)
      throw new Unexercised(`no criterion on ${field} finds a ${parent.resource}`)
    await mustBeExpanded(await ask(field), plain, family)
    await mustCount(context, await ask(`count(${field})`), plain, family)
  },
)
