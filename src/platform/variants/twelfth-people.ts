import type { Variant } from '../deviation.ts'
import { memoryOf, sending, sentWith } from '../faults/people-kinds.ts'
import { headerIn, jsonIn } from '../faults/passing.ts'
import { bearerIn, issuedIn } from '../faults/token-calls.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { everyPerson, peopleOf } from '../people/store.ts'
import { ScimRefused, type ScimCall } from '../scim/scim-call.ts'
import { findToken, type IssuedToken } from '../token/store.ts'
import type { House } from '../house.ts'
import type { Account, User } from '../world/types.ts'
import { through } from './lawful.ts'

const ofOneUser = /\/api\/(?:scim\/v2\/Users|user\/v1\/users)\/(\d+)(?:\?|$)/
const isOfUsers = (target: string): boolean => /^\/api\/(?:user\/v1\/)?users(?:[/?]|$)/.test(target)
const isJob = (target: string): boolean => target.includes('/actions/re-optimize')
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const isAdministrator = ({ privileges }: User): boolean => privileges.includes('ADMINISTRATOR')
const mayPeople = ({ user }: IssuedToken): boolean =>
  user === undefined || user.privileges.some((name) => /^(?:ADMINISTRATOR|SUPERUSER)$/.test(name))

/** Whether a user is the only one with administrator privileges that is left. */
function isLastAdministrator(id: number, account: Account, house: House): boolean {
  const { persons } = peopleOf(house, account)
  const left = account.users.filter((one) => isAdministrator(one) && persons.get(one.id) !== undefined)
  return left.length === 1 && left[0]?.id === id
}

const inBody = (body: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.entries(body).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** A user name belongs to one user, in any letter case. */
function withOwnName(asked: ScimCall, handle: (asked: ScimCall) => PlatformResponse): PlatformResponse {
  if (asked.operation !== 'user-post' && asked.operation !== 'user-put') return handle(asked)
  const own = asked.operation === 'user-put' ? Number(asked.call.params['userId']) : undefined
  const name = inBody(sentWith(asked), 'userName')
  const isThere = own === undefined || asked.people.persons.get(own) !== undefined
  const isTaken = (wanted: string): boolean =>
    everyPerson(asked.house).some((one) => one.id !== own && one.name?.toLowerCase() === wanted.toLowerCase())
  if (isThere && typeof name === 'string' && name !== '' && isTaken(name))
    throw new ScimRefused(409, 'uniqueness', 'another user has this userName')
  return handle(asked)
}

const groupsNamed = memoryOf(() => ({ last: 16 }))

/** Groups without a name get one of the service. */
function named(asked: ScimCall, handle: (asked: ScimCall) => PlatformResponse): PlatformResponse {
  const { operation, people, call } = asked
  if (operation !== 'group-post' && operation !== 'group-put') return handle(asked)
  const sent = sentWith(asked)
  const name = inBody(sent, 'displayName')
  if (typeof name === 'string' && name !== '') return handle(asked)
  const former =
    operation === 'group-put' && name !== ''
      ? people.groups.get(Number(call.params['groupId']))?.displayName
      : undefined
  const given = former ?? `Group ${(groupsNamed(asked).last += 1)}`
  const rest = Object.fromEntries(Object.entries(sent).filter(([key]) => key.toLowerCase() !== 'displayname'))
  return handle('schemas' in sent ? sending(asked, { ...rest, displayName: given }) : asked)
}

/** Lawful readings of SCIM, the User API and privileges, thought up by a twelfth reader (suites/two-readings). */
export const twelfthPeopleVariants: readonly Variant[] = [
  through(
    'people-callers-stay',
    ['B-USR-19', 'B-SCM-17'],
    'The caller, and the last administrator, are neither deleted nor, the caller, made inactive: 403.',
    async (request, go, { house }) => {
      const [, id] = ofOneUser.exec(request.target) ?? []
      const token = id === undefined ? undefined : issuedIn(house, request)
      if (!token || !mayPeople(token)) return go(request)
      const isSelf = String(token.user?.id) === id
      const isEnd =
        request.method === 'DELETE'
          ? isSelf || isLastAdministrator(Number(id), token.account, house)
          : request.method === 'PUT' && isSelf && jsonIn(request)?.['active'] === false
      return isEnd ? json(403, { error: 'UA-30', message: 'This user has to stay', values: [] }) : go(request)
    },
  ),
  through(
    'people-request-ids-are-uuids',
    ['B-USR-01', 'B-USR-30', 'B-OPT-13'],
    'A request id of the User API or of re-optimization that is no UUID is refused with 400; answers carry it in small letters.',
    async (request, go, { house }) => {
      const id = isOfUsers(request.target) || isJob(request.target) ? headerIn(request, 'X-Request-ID') : undefined
      if (id === undefined || !findToken(house, bearerIn(request))) return go(request)
      if (!isUuid(id))
        return isJob(request.target)
          ? json(400, { error: 'BAD_REQUEST', error_description: 'X-Request-Id is no UUID' })
          : json(400, { error: 'UA-00', message: 'X-Request-ID is no UUID', values: [] })
      const response = await go(request)
      return { ...response, headers: [...response.headers, ['X-Request-Id', id.toLowerCase()]] }
    },
  ),
  {
    id: 'scim-user-names-unique',
    leaves: ['B-SCM-17'],
    says: 'A userName that another user has, in any letter case, is refused with 409.',
    seam: { people: { scim: withOwnName } },
  },
  {
    id: 'scim-nameless-groups-are-named',
    leaves: ['B-SCM-08'],
    says: 'A group without a displayName gets one of the service, which stays.',
    seam: { people: { scim: named } },
  },
]
