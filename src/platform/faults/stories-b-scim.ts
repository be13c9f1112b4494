import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Person } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import { findToken } from '../token/store.ts'
import { askedOf, isWell, jsonIn, passing, withJson } from './passing.ts'
import { elementsIn, memoryOf, scimTurn, type PeopleFields } from './people-kinds.ts'
import { bearerIn } from './token-calls.ts'

const { scim } = scimRules
const { user } = userRules

const personOf = ({ call, people }: Pick<ScimCall, 'call' | 'people'>): Person | undefined =>
  people.persons.get(Number(call.params['userId']))

const byUserApi = perHouse(() => new Set<string>())
const byScim = perHouse(() => new Set<string>())
const unheard = heldWithin<ReadonlySet<string>>()

/** Notes the e-mail that a PUT gives a user. */
function noting<Call extends Pick<ScimCall, 'call' | 'people'>>(
  emails: Set<string>,
  asked: Call,
  handle: (asked: Call) => PlatformResponse,
): PlatformResponse {
  const before = personOf(asked)?.email
  const answer = handle(asked)
  const now = personOf(asked)?.email
  if (now !== undefined && now !== before) emails.add(now)
  return answer
}

const firstNames = memoryOf(() => new Map<number, string | undefined>())

interface Answered {
  readonly by: string
  readonly response: PlatformResponse
}

/** Answers to reads at some addresses, kept for each caller until that caller writes there. */
const keptByCaller = (id: string, breaks: Fault['breaks'], says: string, at: RegExp, written: RegExp): Fault => {
  const answers = perHouse(() => new Map<string, Answered>())
  return passing(id, breaks, says, async (request, go, { house }) => {
    const { path, method } = askedOf(request)
    const known = answers(house)
    const by = bearerIn(request) ?? ''
    if (method !== 'GET') {
      if (written.test(path)) for (const [key, one] of known) if (one.by === by) known.delete(key)
      return go(request)
    }
    if (!at.test(path)) return go(request)
    const key = `${by} ${request.target}`
    const before = known.get(key)
    if (before) return before.response
    const response = await go(request)
    if (isWell(response)) known.set(key, { by, response })
    return response
  })
}

/** Lists that leave out what another user created at the same address; what nobody created by it is told to all. */
const listedByCreator = (id: string, breaks: Fault['breaks'], says: string, at: RegExp, list: string): Fault => {
  const creators = perHouse(() => new Map<string, unknown>())
  return passing(id, breaks, says, async (request, go, { house }) => {
    const { path, method } = askedOf(request)
    const response = await go(request)
    if (!at.test(path) || !isWell(response)) return response
    const known = creators(house)
    const caller = findToken(house, bearerIn(request))?.user?.id
    const isForeign = ({ id: one }: PeopleFields) => known.has(String(one)) && known.get(String(one)) !== caller
    if (method === 'POST') known.set(String(jsonIn(response)?.['id']), caller)
    return method === 'GET'
      ? withJson(response, (body) => ({ ...body, [list]: elementsIn(body[list]).filter((one) => !isForeign(one)) }))
      : response
  })
}

/** Quiet breaches in stories of both interfaces of users, of groups, and of two callers. */
export const storiesBScimFaults: readonly Fault[] = [
  {
    id: 'scim-post-blind-to-emails-that-a-put-of-the-user-api-gave',
    breaks: ['B-USR-03', 'B-SCM-15'],
    says: 'An e-mail that a user got by a PUT of the User API is free for a POST of SCIM.',
    rule: {
      scim: {
        isTaken: (email, other, operation) =>
          scim.isTaken(email, other, operation) && !(operation === 'user-post' && unheard.get()?.has(other) === true),
      },
    },
    seam: {
      people: {
        user: (asked, handle) =>
          asked.operation === 'put' ? noting(byUserApi(asked.house), asked, handle) : handle(asked),
        scim: (asked, handle) => unheard.run(byUserApi(asked.house), () => handle(asked)),
      },
    },
  },
  {
    id: 'user-post-blind-to-emails-that-a-put-of-scim-gave',
    breaks: ['B-USR-03', 'B-USR-14'],
    says: 'An e-mail that a user got by a PUT of SCIM is free for a POST of the User API.',
    rule: {
      user: {
        isTaken: (email, other, operation) =>
          user.isTaken(email, other, operation) && !(operation === 'post' && unheard.get()?.has(other) === true),
      },
    },
    seam: {
      people: {
        scim: (asked, handle) =>
          asked.operation === 'user-put' ? noting(byScim(asked.house), asked, handle) : handle(asked),
        user: (asked, handle) => unheard.run(byScim(asked.house), () => handle(asked)),
      },
    },
  },
  scimTurn(
    'scim-put-gives-the-first-group-again',
    ['B-USR-37', 'B-USR-27'],
    ['user-post', 'user-put'],
    'A PUT of SCIM gives its user the permission group again that it had as SCIM created it.',
    (asked, handle) => {
      const answer = handle(asked)
      const now = asked.operation === 'user-put' ? personOf(asked) : undefined
      if (now && isWell(answer))
        asked.people.persons.put(
          { ...now, companies: now.companies.map((one) => ({ ...one, groupId: 304 })) },
          asked.call.journal,
        )
      return answer
    },
  ),
  scimTurn(
    'scim-patch-of-a-renamed-group-brings-its-first-name-back',
    ['B-SCM-10', 'B-SCM-18'],
    ['group-put', 'group-patch'],
    'A PATCH of a group that a PUT renamed gives it its first name again.',
    (asked, handle) => {
      const { groups } = asked.people
      const id = Number(asked.call.params['groupId'])
      const before = groups.get(id)
      const answer = handle(asked)
      const now = groups.get(id)
      const known = firstNames(asked)
      if (!before || !now || !isWell(answer)) return answer
      if (before.displayName !== now.displayName && !known.has(id)) known.set(id, before.displayName)
      const first = known.get(id)
      if (asked.operation === 'group-patch' && first !== undefined)
        groups.put({ ...now, displayName: first }, asked.call.journal)
      return answer
    },
  ),
  keptByCaller(
    'user-answers-kept-by-caller',
    ['B-USR-37'],
    'A user who was read is told the same caller again until that one writes, whoever else does.',
    /\/api\/user\/v1\/users\/[^/]+$/,
    /\/api\/(?:user|scim)\//,
  ),
  keptByCaller(
    'scim-groups-kept-by-caller',
    ['B-SCM-18'],
    'The groups that were listed are told the same caller again until that one writes, whoever else does.',
    /\/api\/scim\/v2\/Groups$/,
    /\/api\/scim\//,
  ),
  keptByCaller(
    'service-trees-kept-by-caller',
    ['B-SVC-31'],
    'A tree that was read is told the same caller again until that one writes, whoever else does.',
    /\/composite-tree\/service-calls\/[^/]+$/,
    /\/api\/(?:data|service-management|cloud-partner|optimization)/,
  ),
  listedByCreator(
    'user-list-without-those-whom-another-created',
    ['B-USR-06'],
    'A list of users leaves out whom another user created.',
    /\/api\/user\/v1\/users$/,
    'content',
  ),
  listedByCreator(
    'scim-lists-without-what-another-created',
    ['B-SCM-02', 'B-SCM-07'],
    'Lists of users and groups leave out what another user created.',
    /\/api\/scim\/v2\/(?:Users|Groups)$/,
    'Resources',
  ),
]
