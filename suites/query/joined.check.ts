import { isObject } from '../../src/exchange/json.ts'
import { check, holds, holdsId, must, Unexercised } from '../../src/kit/index.ts'
import { stored, succeeded } from '../data/steps.ts'
import { query } from './requirements.ts'
import { dtosOfQuery, elements, rowsOf, selected } from './statement.ts'

check(
  query.rows,
  'each-alias-of-two',
  {
    needs: ['reference'],
    brokenBy: [
      'query-api-joined-fields-under-the-first-alias',
      'query-api-joined-fields-under-the-last-alias',
      'query-api-no-envelope',
    ],
    effects: true,
  },
  async (context) => {
    const { api, target } = context
    const plain = await selected(context, ['id', 'subject'], 'sc', [await stored(context)])
    must.success(plain)
    must.some('row under the alias', rowsOf(plain, 'sc'), plain)
    const { resource, field, to } = target.fixtures.reference!
    const related = await stored(context, {}, to)
    const record = await stored(context, { [field]: related.id }, resource)
    const from = `${resource} a join ${to} b on a.${field} = b.id`
    const answer = await api.query.select(`select a.id, b.externalId from ${from} where a.id = '${record.id}'`, {
      dtos: dtosOfQuery(context, ...new Set([resource, to])),
    })
    if (!succeeded(answer)) must.noServerError(answer, `a statement about ${resource} and ${to}`)
    const [row, another] = succeeded(answer) ? elements(answer) : []
    // That a statement may be about two resources is not shown: one that has neither field, or other rows, tells nothing of aliases.
    if (another !== undefined || !isObject(row) || !holdsId(row, record.id) || !holds(row, related.externalId))
      throw new Unexercised('no statement about two resources tells a field of each')
    must.sameId('id, which was selected of the alias a', objectUnder(row, 'a')['id'], record.id)
    must.equal('externalId, which was selected of the alias b', objectUnder(row, 'b')['externalId'], related.externalId)
  },
)

const objectUnder = (row: Readonly<Record<string, unknown>>, alias: string): Readonly<Record<string, unknown>> => {
  const fields = row[alias]
  return isObject(fields) ? fields : {}
}
