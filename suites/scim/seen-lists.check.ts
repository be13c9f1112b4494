import type { Answer } from '../../src/clients/answer.ts'
import { parseExactly } from '../../src/exchange/json.ts'
import { observe } from '../../src/kit/index.ts'
import { groupSchema, sharedScimUsers } from './people.ts'
import { attribute, shownIdOf, scimUsersIn } from './reading.ts'
import { scim } from './requirements.ts'

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** Whether an error body has its schema, and the status as a text (RFC 7644, 3.12). */
function errorBody(answer: Answer): string {
  const body = parseExactly(answer.text)
  const schemas = attribute(body, 'schemas')
  const named = Array.isArray(schemas) && schemas.includes(errorSchema)
  const status = attribute(body, 'status')
  const said = status === String(answer.status) ? 'as text' : JSON.stringify(status ?? 'absent')
  return `${answer.status}, schemas ${named ? 'of an Error' : 'other or absent'}, status ${said}`
}

observe(scim['answers-seen'], 'of-errors-and-groups', {}, async (context) => {
  const { groups } = context.api.scim
  const displayName = context.fresh.externalId()
  const made = await groups.create({ schemas: [groupSchema], displayName })
  const without = await groups.create({ displayName: context.fresh.externalId() })
  const list = await groups.list()
  const id = shownIdOf(parseExactly(made.text))
  const seen = [
    `POST of a group: status ${made.status}, Location ${made.header('Location') === undefined ? 'absent' : 'sent'} (RFC 7644, 3.3: 201 with Location)`,
    `without schemas: ${errorBody(without)} (RFC 7644, 3.12)`,
    `list of groups: status ${list.status}, totalResults ${typeof attribute(parseExactly(list.text), 'totalResults')} (RFC 7644, 3.4.2: number)`,
  ]
  if (id === undefined) return seen.join('; ')
  const removed = await groups.remove(id)
  const again = await groups.remove(id)
  seen.push(
    `DELETE: status ${removed.status} (RFC 7644, 3.6: 204)`,
    `DELETE again: ${again.status < 400 ? again.status : errorBody(again)} (RFC 7644, 3.6: 404)`,
  )
  return seen.join('; ')
})

observe(scim['answers-seen'], 'of-parameters-of-a-list', {}, async (context) => {
  const [one, other] = await sharedScimUsers(context)
  const { users } = context.api.scim
  const idsOf = (answer: Answer) => scimUsersIn(answer).map(shownIdOf)
  const all = idsOf(await users.list())
  const filter = await users.list({ query: { filter: `id eq "${one.id}"` } })
  const found = idsOf(filter)
  const filtered = found.includes(other.id) ? 'other users, too' : found.includes(one.id) ? 'the one user' : 'no user'
  const count = await users.list({ query: { count: '1' } })
  const start = await users.list({ query: { startIndex: '2' } })
  const shifted = idsOf(start)[0] === all[1] ? 'begins with the second' : 'begins elsewhere'
  return [
    `filter by id: status ${filter.status}, ${filtered} (RFC 7644, 3.4.2.2)`,
    `count of 1: status ${count.status}, ${idsOf(count).length === 1 ? 'one user' : 'not one user'} (RFC 7644, 3.4.2.4)`,
    `startIndex of 2: status ${start.status}, ${shifted} (RFC 7644, 3.4.2.4)`,
  ].join('; ')
})
