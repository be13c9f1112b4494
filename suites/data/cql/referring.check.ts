import { check, keyOf, must, Unexercised } from '../../../src/kit/index.ts'
import { withInverse } from '../expansion/steps.ts'
import { idsOfDtos, mustBeSearched } from '../list/ladder.ts'
import { succeeded } from '../steps.ts'
import { cql } from './requirements.ts'

check(
  cql['query-linked-field'],
  'each-of-two-that-refer',
  {
    needs: ['inverse'],
    brokenBy: ['cql-linked-many-first-only', 'cql-linked-many-last-only', 'cql-listed-once-for-each-that-refers'],
    effects: true,
  },
  async (context) => {
    const { field, parent, related, other } = await withInverse(context, 2)
    await mustBeSearched(context, [parent, other.parent], parent.resource)
    await mustBeSearched(context, [...related, ...other.related], related[0]?.resource)
    const own = `externalId in ("${parent.externalId}", "${other.parent.externalId}")`
    const names = related.map(({ externalId }) => `"${externalId}"`)
    const criteria = [...names.map((name) => `= ${name}`), `in (${names.join(', ')})`]
    let judged = 0
    for (const criterion of criteria) {
      const query = `${own} AND ${field}.externalId ${criterion}`
      const answer = await context.api.data.list(parent.resource, { query: { query } })
      // That the end of a relation which another resource holds may be asked for is not stated.
      if (!succeeded(answer)) must.refused4xx(answer)
      else {
        judged += 1
        must.equal(
          `records listed by ${field}.externalId ${criterion}, one of the two that refer to one:`,
          idsOfDtos(answer.records(keyOf(parent.resource))),
          idsOfDtos([parent.dto]),
        )
      }
    }
    if (judged === 0) throw new Unexercised(`no query may name a field of ${field}`)
  },
)
