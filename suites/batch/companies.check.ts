import { check, Inconclusive, must } from '../../src/kit/index.ts'
import { anotherCompany } from '../data/another-company.ts'
import { call, read, stored } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { mustHaveParts, well } from './steps.ts'

for (const first of ['other', 'own'] as const) {
  check(
    batch['part-request'],
    `company-of-the-part-after-one-in-the-${first}`,
    { needs: ['writes', 'service-call', 'second-company'], sampled: true, brokenBy: ['batch-company-of-first-part'] },
    async (context) => {
      const company = await anotherCompany(context)
      const { id } = await stored(context)
      const elsewhere = { query: { company } }
      const apart = await read(context.api, id, call, elsewhere)
      if (apart !== undefined) throw new Inconclusive('a record is found in each company')
      const { part, send } = context.api.batch
      const [own, other] = [part.get(call, id), part.get(call, id, elsewhere)]
      // Not transactional: that a record is missing in a company must not end the batch.
      const answer = await send(first === 'own' ? [own, other] : [other, own], { transactional: false })
      mustHaveParts(answer, 2)
      const [there, missing] = first === 'own' ? answer.parts : answer.parts.toReversed()
      must.hold(
        'the record by the part that names its company',
        well(there) && there!.records().length > 0,
        there?.text,
      )
      must.hold(
        'no record by the part that names the other company',
        !well(missing) || missing!.records().length === 0,
        missing?.text,
      )
    },
  )
}
