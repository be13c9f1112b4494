import type { Variant } from '../deviation.ts'
import { elementsIn, memoryOf, naming, sending, sentWith, type PeopleFields } from '../faults/people-kinds.ts'
import type { PlatformResponse } from '../http/message.ts'
import { isScimObject, ScimRefused, type ScimCall } from '../scim/scim-call.ts'

type Handle = (asked: ScimCall) => PlatformResponse

/** A write of a group is taken back if it names as new a member of another group. */
function oneGroupEach(asked: ScimCall, handle: Handle): PlatformResponse {
  if (!/^group-(?:post|put|patch)$/.test(asked.operation)) return handle(asked)
  const { groups } = asked.people
  const before = groups.all()
  const response = handle(asked)
  for (const written of groups.all()) {
    const former = before.find(({ id }) => id === written.id)
    const newcomers = written.members.filter((id) => !former?.members.includes(id))
    if (!before.some((other) => other.id !== written.id && newcomers.some((id) => other.members.includes(id)))) continue
    if (former) groups.put(former, asked.call.journal)
    else groups.remove(written.id, asked.call.journal)
    throw new ScimRefused(409, 'uniqueness', 'a member belongs to another group')
  }
  return response
}

const outward = (id: unknown): string => String(500_000 - 7 * Number(id))
/** The id of the User API for one of SCIM; one that no user has if it is none. */
const inward = (shown: unknown): string => {
  const id = (500_000 - Number(shown)) / 7
  return Number.isInteger(id) && id > 0 ? String(id) : '0'
}

const inMembers = (value: unknown, turn: (id: unknown) => string): unknown =>
  Array.isArray(value)
    ? (value as unknown[]).map((one) => inMembers(one, turn))
    : typeof value === 'object' && value !== null && 'value' in value
      ? { ...value, value: turn(value.value) }
      : value

function operationSent(operation: unknown): unknown {
  if (!isScimObject(operation)) return operation
  const { path, value } = operation
  return {
    ...operation,
    ...(typeof path === 'string'
      ? { path: path.replace(/(value\s+eq\s+"?)(\d+)/i, (_, start, id) => `${String(start)}${inward(id)}`) }
      : {}),
    ...(value === undefined ? {} : { value: wholeSent(value) }),
  }
}

function groupSent(sent: PeopleFields): PeopleFields {
  const { members, Operations: operations } = sent
  const changed = Array.isArray(operations) ? (operations as readonly unknown[]).map(operationSent) : operations
  return {
    ...sent,
    ...(members === undefined ? {} : { members: inMembers(members, inward) }),
    ...(operations === undefined ? {} : { Operations: changed }),
  }
}

const wholeSent = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'members' in value
    ? { ...value, members: inMembers(value.members, inward) }
    : inMembers(value, inward)

const link = (url: unknown): string =>
  String(url).replace(/(\/Users\/)(\d+)$/, (_, path, id) => `${String(path)}${outward(id)}`)

function outwardUser(user: PeopleFields): PeopleFields {
  const { id, meta } = user
  return { ...user, id: outward(id), meta: { ...(meta as object), location: link((meta as PeopleFields)['location']) } }
}

const outwardGroup = (group: PeopleFields): PeopleFields => ({
  ...group,
  members: elementsIn(group['members']).map((one) => ({
    ...one,
    value: outward(one['value']),
    $ref: link(one['$ref']),
  })),
})

function idsOfItsOwn(asked: ScimCall, handle: Handle): PlatformResponse {
  const { operation, call } = asked
  const { userId } = call.params
  const named = userId === undefined ? asked : naming(asked, { userId: inward(userId) })
  const isGroup = operation.startsWith('group')
  const hasBody = isGroup && call.request.body.length > 0 && Object.keys(sentWith(asked)).length > 0
  const { headers, ...response } = handle(hasBody ? sending(named, groupSent(sentWith(asked))) : named)
  const isUser = (name: string) => !isGroup && name === 'Location'
  return { ...response, headers: headers.map(([name, value]) => [name, isUser(name) ? link(value) : value]) }
}

/** Ids of users who were created without a userName and not replaced since. */
const nameless = memoryOf(() => new Set<number>())

function nameStays(asked: ScimCall, handle: Handle): PlatformResponse {
  const { operation, people, call } = asked
  const { userName } = sentWith(asked)
  const hasName = typeof userName === 'string' && userName !== ''
  if (operation === 'user-post') {
    const before = new Set(people.persons.all().map(({ id }) => id))
    const response = handle(asked)
    if (!hasName) for (const { id } of people.persons.all()) if (!before.has(id)) nameless(asked).add(id)
    return response
  }
  if (operation !== 'user-put') return handle(asked)
  const id = Number(call.params['userId'])
  const { name = null } = people.persons.get(id) ?? {}
  const isOther = hasName && name !== null && userName.toLowerCase() !== name.toLowerCase()
  if (isOther && !nameless(asked).has(id)) throw new ScimRefused(400, 'mutability', 'userName is not changed')
  const response = handle(asked)
  nameless(asked).delete(id)
  return response
}

/** Lawful readings of SCIM, thought up by a fourteenth reader (suites/two-readings). */
export const fourteenthScimVariants: readonly Variant[] = [
  {
    id: 'scim-user-in-one-group-only',
    leaves: ['B-SCM-19'],
    says: 'A write of a group that names as a new member a user who is in another group is refused with 409.',
    seam: { people: { scim: oneGroupEach } },
  },
  {
    id: 'scim-ids-unlike-those-of-the-user-api',
    leaves: ['B-SCM-03'],
    says: 'The user n of the User API is 500000 - 7n in SCIM, and neither interface knows the id of the other.',
    // The ids have to be in this form where they are turned.
    rule: { scim: { id: (id) => String(id), user: outwardUser, group: outwardGroup } },
    seam: { people: { scim: idsOfItsOwn } },
  },
  {
    id: 'scim-user-name-stays',
    leaves: ['B-SCM-05'],
    says: 'A PUT with another userName than the one that a user has, but for letter case, is refused with 400.',
    seam: { people: { scim: nameStays } },
  },
]
