import type { Answer } from '../../src/clients/answer.ts'
import { isObject, parseExactly } from '../../src/exchange/json.ts'
import { observe } from '../../src/kit/index.ts'
import {
  createdGroup,
  createdScimUser,
  patchOf,
  memberValues,
  wholeScimUser,
  withMembers,
  withScimUser,
} from './people.ts'
import { attribute, shownIdOf, scimUsersIn } from './reading.ts'
import { scim } from './requirements.ts'

const many = ['many-users'] as const

/** A status, and where it is not the one of the RFC, which that is. */
const status = (answer: Answer, rfc: readonly number[]): string =>
  rfc.includes(answer.status) ? String(answer.status) : `${answer.status} (RFC 7644 has ${rfc.join(' or ')})`

/** The scimType of an error, and where it is not the one of the RFC, which that is. */
function reason(answer: Answer, rfc: string): string {
  const found = attribute(parseExactly(answer.text), 'scimType')
  return found === rfc ? `scimType ${rfc}` : `scimType ${String(found ?? 'absent')} (RFC 7644 has ${rfc})`
}

/** How the names of a user are written: in any letter case they are the same ones. */
function spelling(user: unknown): string {
  if (!isObject(user)) return 'not shown'
  return 'schemas' in user && 'emails' in user ? 'as in RFC 7643' : 'other than in RFC 7643, which minds no letter case'
}

observe(scim['answers-seen'], 'of-users', { needs: many }, async (context) => {
  const { users } = context.api.scim
  const body = wholeScimUser(context)
  const made = await users.create(body)
  const again = await users.create(body)
  const without = await users.create(wholeScimUser(context, { emails: undefined }))
  const list = await users.list()
  const envelope = parseExactly(list.text)
  const listed = attribute(envelope, 'schemas')
  const shown = parseExactly(made.text)
  const meta = attribute(shown, 'meta')
  return [
    `POST: ${status(made, [201])}, id ${shownIdOf(shown) === undefined ? 'not in the body' : 'in the body'}, Location ${made.header('Location') === undefined ? 'absent' : 'sent'}`,
    `meta of RFC 7643 ${attribute(meta, 'resourceType') === undefined ? 'absent' : 'shown'}, attribute names ${spelling(shown)}`,
    `with an e-mail in use: ${status(again, [409])}, ${reason(again, 'uniqueness')}`,
    `without e-mail: ${status(without, [400])}, ${reason(without, 'invalidValue')}`,
    `list: ${status(list, [200])}, ${Array.isArray(listed) ? 'a ListResponse' : 'no ListResponse of RFC 7644'}`,
  ].join('; ')
})

observe(scim['answers-seen'], 'of-what-is-deleted', { needs: many }, async (context) => {
  const { id } = await createdScimUser(context)
  const removed = await context.api.scim.users.remove(id)
  const gone = await context.api.scim.users.get(id)
  return `DELETE: ${status(removed, [204])}; GET then: ${status(gone, [404])}`
})

observe(scim['not-in-the-table'], 'get-of-a-group-and-patch-of-a-user', {}, async (context) => {
  const group = await createdGroup(context)
  const one = await context.api.scim.groups.get(group.id)
  let patched = ''
  await withScimUser(context, async ({ id, body }) => {
    const operation = { op: 'replace', path: 'userName', value: body['userName'] }
    patched = status(await context.api.scim.users.patch(id, patchOf(operation)), [200, 204, 501])
  })
  return `GET of one group: ${status(one, [200])}; PATCH of a user: ${patched}`
})

/** The media type of an answer, and where it is not the one of the RFC, which that is. */
function mediaType(answer: Answer): string {
  const found = answer.header('Content-Type') ?? 'no Content-Type'
  return /^application\/scim\+json(?:;|$)/i.test(found) ? found : `${found} (RFC 7644 has application/scim+json)`
}

observe(scim['media-types-seen'], 'of-a-list', {}, async ({ api }) => {
  const seen: string[] = []
  for (const type of ['application/scim+json', 'application/json', undefined]) {
    const answer = await api.scim.users.list({ headers: { Accept: type, 'Content-Type': type } })
    seen.push(`${type ?? 'none'}: status ${answer.status}, ${mediaType(answer)}`)
  }
  const [user] = scimUsersIn(await api.scim.users.list())
  const type = typeof attribute(user, 'id')
  return `media types: ${seen.join('; ')}; ids are of type ${type === 'string' ? type : `${type} (RFC 7643 has string)`}`
})

observe(scim['answers-seen'], 'of-odd-patches', {}, async (context) => {
  let seen = ''
  await withMembers(context, async (a) => {
    const { id } = await createdGroup(context, [a])
    const { groups } = context.api.scim
    const twice = await groups.patch(id, patchOf({ op: 'add', path: 'members', value: memberValues(a) }))
    const upper = await groups.patch(id, patchOf({ op: 'Add', path: 'members', value: memberValues(a) }))
    const path = await groups.patch(
      id,
      patchOf({ op: 'replace', path: 'displayName', value: context.fresh.externalId() }),
    )
    const stale = await groups.patch(
      id,
      patchOf({ op: 'replace', path: 'displayName', value: context.fresh.externalId() }),
      { headers: { 'If-Match': 'W/"none"' } },
    )
    seen = [
      `adding a member twice: ${status(twice, [200, 204])}`,
      `Add in capitals: ${upper.status}`,
      `displayName: ${status(path, [200, 204])}`,
      `with If-Match of another version: ${status(stale, [412])}`,
    ].join('; ')
  })
  return seen
})
