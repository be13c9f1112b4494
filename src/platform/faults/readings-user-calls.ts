import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Person } from '../people/store.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { knownGroups } from '../world/groups.ts'
import type { UserCall } from '../user/user-call.ts'
import { createUser } from '../user/write.ts'
import { elementsIn, memoryOf, naming, paging, sending, sentWith, userTurn } from './people-kinds.ts'

const { bearer } = authorizationRules
const refused = (status: number) => json(status, { error: 'UA-00', message: 'refused', values: [] })
const isUserPath = (target: string): boolean => target.startsWith('/api/user/v1/users')

const answered = memoryOf(() => ({ byRequest: new Map<string, PlatformResponse>() }))

const personOf = ({ call, people }: UserCall): Person | undefined => people.persons.get(Number(call.params['userId']))
const put = ({ call, people }: UserCall, person: Person): void => people.persons.put(person, call.journal)
const emailIn = (asked: UserCall): string => {
  const { email } = sentWith(asked)
  return typeof email === 'string' ? email : ''
}
const holderOf = (asked: UserCall): Person | undefined =>
  asked.people.persons.all().find(({ email }) => email === emailIn(asked))

/** Quiet breaches of what calls of the User API need and refuse, thought up by a reader of the documents (suites/two-readings). */
export const readingsUserCallFaults: readonly Fault[] = [
  userTurn(
    'user-request-id-replayed',
    ['B-USR-01'],
    ['list', 'get', 'post', 'put', 'delete'],
    'A second call with an X-Request-ID gets the answer of the first and is not carried out.',
    (asked, handle) => {
      const { byRequest } = answered(asked)
      const id = asked.call.header('X-Request-ID') ?? ''
      const answer = byRequest.get(id) ?? handle(asked)
      byRequest.set(id, answer)
      return answer
    },
  ),
  {
    id: 'user-headers-by-exact-name',
    breaks: ['B-USR-01'],
    says: 'X-Request-ID in other letters is none.',
    wire: {
      request: (request) => ({
        ...request,
        headers: isUserPath(request.target)
          ? request.headers.filter(([name]) => !/^x-request-id$/i.test(name) || name === 'X-Request-ID')
          : request.headers,
      }),
    },
  },
  {
    id: 'user-delete-needs-no-token',
    breaks: ['B-USR-01', 'A-AUT-05'],
    says: 'DELETE of a user needs no token.',
    rule: {
      bearer: {
        accepts: (state, room, at) => (at === 'user-delete' && state === 'none') || bearer.accepts(state, room, at),
      },
    },
  },
  {
    id: 'user-no-token-status-403',
    breaks: ['B-USR-19', 'A-AUT-05'],
    says: 'A call without a token is refused with 403.',
    wire: {
      response: (response, request) =>
        response.status === 401 &&
        isUserPath(request.target) &&
        !request.headers.some(([name]) => name.toLowerCase() === 'authorization')
          ? { ...response, status: 403 }
          : response,
    },
  },
  {
    id: 'user-bad-token-sent-to-login',
    breaks: ['B-USR-19', 'A-AUT-01'],
    says: 'A call with a bad token is sent to a page to log in.',
    wire: {
      response: (response, request) =>
        response.status === 401 && isUserPath(request.target)
          ? { status: 302, headers: [['Location', `${request.origin}/login`]], body: Buffer.alloc(0) }
          : response,
    },
  },
  {
    id: 'user-account-of-get-ignored',
    breaks: ['B-USR-10'],
    says: 'GET of a user does not look at account.',
    wire: {
      request: (request) =>
        request.method === 'GET' && /^\/api\/user\/v1\/users\/\d/.test(request.target)
          ? { ...request, target: request.target.replace(/([?&]account=)[^&]+/, '$1acme') }
          : request,
    },
  },
  {
    id: 'user-account-of-delete-ignored',
    breaks: ['B-USR-24'],
    says: 'DELETE of a user does not look at account.',
    wire: {
      request: (request) =>
        request.method === 'DELETE' && isUserPath(request.target)
          ? { ...request, target: request.target.replace(/([?&]account=)[^&]+/, '$1acme') }
          : request,
    },
  },
  {
    id: 'user-account-judged-with-results',
    breaks: ['B-USR-18'],
    says: 'A list of an unknown account whose filter finds nobody is an empty one.',
    wire: {
      request: (request) =>
        request.method === 'GET' && isUserPath(request.target) && /[?&]name=/.test(request.target)
          ? { ...request, target: request.target.replace(/([?&]account=)[^&]+/, '$1acme') }
          : request,
    },
  },
  {
    id: 'user-account-of-body-taken',
    breaks: ['B-USR-29'],
    says: 'account is taken from the body where the query has none.',
    wire: {
      request: (request) => {
        const account = /"account":"([^"]+)"/.exec(request.body.toString('utf8'))?.[1]
        return isUserPath(request.target) && account && !/[?&]account=/.test(request.target)
          ? { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}account=${account}` }
          : request
      },
    },
  },
  {
    id: 'user-account-optional-by-id',
    breaks: ['B-USR-29'],
    says: 'Calls with an id need no account.',
    rule: { user: { needsAccount: (operation) => operation === 'list' || operation === 'post' } },
  },
  {
    id: 'user-version-optional-on-writes',
    breaks: ['B-USR-30'],
    says: 'PUT and DELETE need no X-Client-Version.',
    rule: {
      user: {
        needsHeader: (name, operation) => name === 'X-Request-ID' || (operation !== 'put' && operation !== 'delete'),
      },
    },
  },
  {
    id: 'user-version-looked-at-afterwards',
    breaks: ['B-USR-30'],
    says: 'A call without X-Client-Version is carried out, then refused.',
    rule: { user: { needsHeader: (name) => name === 'X-Request-ID' } },
    wire: {
      response: (response, request) =>
        isUserPath(request.target) && !request.headers.some(([name]) => /^x-client-version$/i.test(name))
          ? refused(400)
          : response,
    },
  },
  userTurn(
    'user-deleted-still-read',
    ['B-USR-19'],
    ['get', 'delete'],
    'A deleted user is still read by its id.',
    (asked, handle) => {
      const { byRequest } = answered(asked)
      const path = asked.call.params['userId'] ?? ''
      if (asked.operation === 'delete' && !asked.company) byRequest.set(path, handle({ ...asked, operation: 'get' }))
      const answer = handle(asked)
      return asked.operation === 'get' && answer.status === 404 ? (byRequest.get(path) ?? answer) : answer
    },
  ),
  userTurn(
    'user-post-updates',
    ['B-USR-20'],
    ['post'],
    'A POST with an e-mail in use updates its user.',
    (asked, handle) => {
      const holder = holderOf(asked)
      if (!holder) return handle(asked)
      put(asked, { ...holder, firstName: String(sentWith(asked)['firstName'] ?? '') })
      return json(200, { id: holder.id, email: holder.email, name: holder.name })
    },
  ),
  userTurn(
    'user-exists-in-other-case-crashes',
    ['K-USR-01'],
    ['post'],
    'A POST with an e-mail in use, in other letters, is answered with 500.',
    (asked, handle) => {
      const email = emailIn(asked)
      const same = asked.people.persons
        .all()
        .some((one) => one.email !== email && one.email.toLowerCase() === email.toLowerCase())
      return same ? json(500, { error: 'CA-500' }) : handle(asked)
    },
  ),
  userTurn(
    'user-name-conflict-and-created',
    ['B-USR-21'],
    ['post'],
    'A name in use is refused with 409, and the user is there.',
    (asked, handle) => {
      const { name } = sentWith(asked)
      const inUse = asked.people.persons.all().some((one) => one.name === name && one.email !== emailIn(asked))
      const answer = handle(asked)
      return inUse ? refused(409) : answer
    },
  ),
  userTurn(
    'user-name-conflict-and-updated',
    ['B-USR-21'],
    ['put'],
    'A PUT with a name in use is refused with 409, and the rest is changed.',
    (asked, handle) => {
      const { name, ...sent } = sentWith(asked)
      const own = personOf(asked)
      if (!asked.people.persons.all().some((one) => one.name === name && one.id !== own?.id)) return handle(asked)
      handle(sending(asked, { ...sent, name: own?.name ?? undefined }))
      return refused(409)
    },
  ),
  userTurn(
    'user-email-taken-400-yet-changed',
    ['B-USR-23'],
    ['put'],
    'A PUT with an e-mail in use is refused, and the names are changed.',
    (asked, handle) => {
      const answer = handle(asked)
      const own = personOf(asked)
      const { firstName } = sentWith(asked)
      if (answer.status === 400 && own && typeof firstName === 'string') put(asked, { ...own, firstName })
      return answer
    },
  ),
  userTurn(
    'user-unknown-group-yet-stored',
    ['B-USR-09'],
    ['post'],
    'A POST with an unknown group is refused, and the user is there.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const group = sent['companyGroupId']
      if (typeof group === 'number' && !knownGroups.includes(group))
        createUser(sending(asked, { ...sent, companyGroupId: knownGroups[0] }))
      return handle(asked)
    },
  ),
  userTurn(
    'user-post-needs-company',
    ['B-USR-09', 'B-USR-13'],
    ['post'],
    'POST without a company is refused where there are several.',
    (asked, handle) => (asked.company || asked.account.companies.length < 2 ? handle(asked) : refused(400)),
  ),
  userTurn(
    'user-null-group-taken',
    ['B-USR-29'],
    ['post'],
    'A POST whose companyGroupId is null creates a user.',
    (asked, handle) => {
      const sent = sentWith(asked)
      return handle(
        sentWith(asked)['companyGroupId'] === null ? sending(asked, { ...sent, companyGroupId: 304 }) : asked,
      )
    },
  ),
  userTurn(
    'user-group-of-list-for-post-only',
    ['B-USR-08'],
    ['put'],
    'A PUT takes no other group than the one that the user has.',
    (asked, handle) => {
      const group = sentWith(asked)['companyGroupId']
      const has = personOf(asked)?.companies.map(({ groupId }) => groupId) ?? []
      return group !== undefined && !has.includes(group as number) ? refused(400) : handle(asked)
    },
  ),
  userTurn(
    'user-group-ids-of-list-differ',
    ['B-USR-08', 'B-USR-03'],
    ['list', 'post', 'put'],
    'The list shows other group ids than GET of a user; both are taken.',
    (asked, handle) => {
      if (asked.operation === 'list')
        return paging(handle(asked), (all) =>
          all.map((one) => ({
            ...one,
            companies: elementsIn(one['companies']).map((at) => ({ ...at, groupId: Number(at['groupId']) + 9000 })),
          })),
        )
      const sent = sentWith(asked)
      const group = Number(sent['companyGroupId'])
      return handle(group > 9000 ? sending(asked, { ...sent, companyGroupId: group - 9000 }) : asked)
    },
  ),
  userTurn(
    'user-put-of-list-by-id',
    ['B-USR-16'],
    ['put'],
    'A PUT of one user with a list of several updates each of them.',
    (asked, handle) => {
      let value: unknown
      try {
        value = JSON.parse(asked.call.request.body.toString('utf8'))
      } catch {
        value = undefined
      }
      if (!Array.isArray(value)) return handle(asked)
      for (const one of elementsIn(value)) handle(sending(naming(asked, { userId: String(one['id']) }), one))
      return json(200, {})
    },
  ),
  userTurn(
    'user-company-twice',
    ['B-USR-14'],
    ['post'],
    'A user of one company that is created for the account has that company twice.',
    (asked, handle) => {
      const before = holderOf(asked)
      const answer = handle(asked)
      const after = holderOf(asked)
      if (before && after && answer.status < 300)
        put(asked, { ...after, companies: [...before.companies, ...after.companies] })
      return answer
    },
  ),
  {
    id: 'user-duplicated-unless-in-first',
    breaks: ['B-USR-14'],
    says: 'A user that is not in the first company is created a second time for the account.',
    seam: {
      people: {
        user: (asked, handle) => {
          const holder = asked.operation === 'post' ? holderOf(asked) : undefined
          const first = asked.account.companies[0]?.id
          if (!holder || holder.companies.some(({ companyId }) => companyId === first)) return handle(asked)
          return again(asked, holder)
        },
      },
    },
  },
  userTurn(
    'user-duplicated-if-inactive',
    ['B-USR-14'],
    ['post'],
    'A user that is not active is created a second time for the account.',
    (asked, handle) => {
      const holder = holderOf(asked)
      return holder?.active === false ? again(asked, holder) : handle(asked)
    },
  ),
  userTurn(
    'user-extended-with-default-group',
    ['B-USR-27'],
    ['post'],
    'A user of one company that is created for the account has a default group in the others.',
    (asked, handle) => {
      const before = holderOf(asked)
      const answer = handle(asked)
      const after = holderOf(asked)
      if (before && after && answer.status < 300)
        put(asked, {
          ...after,
          companies: after.companies.map((one) =>
            before.companies.some(({ companyId }) => companyId === one.companyId) ? one : { ...one, groupId: 304 },
          ),
        })
      return answer
    },
  ),
  userTurn(
    'user-put-other-id-if-nobody',
    ['B-USR-28'],
    ['put'],
    'A PUT whose body names an id of nobody is taken.',
    (asked, handle) => {
      const sent = sentWith(asked)
      return asked.people.persons.get(Number(sent['id'])) || sent['id'] === undefined
        ? handle(asked)
        : handle(sending(asked, { ...sent, id: Number(asked.call.params['userId']) }))
    },
  ),
  userTurn(
    'user-put-other-id-changes-group',
    ['B-USR-28'],
    ['put'],
    'A PUT that is refused for the id in its body changes the group.',
    (asked, handle) => {
      const answer = handle(asked)
      const own = personOf(asked)
      const group = sentWith(asked)['companyGroupId']
      if (answer.status === 400 && own && typeof group === 'number')
        put(asked, { ...own, companies: own.companies.map((one) => ({ ...one, groupId: group })) })
      return answer
    },
  ),
  {
    id: 'user-unknown-company-refused-yet-gone',
    breaks: ['B-USR-24'],
    says: 'A DELETE for an unknown company deletes the user, and tells 400.',
    rule: { user: { knowsCompany: (known, operation) => known || operation === 'delete' } },
    wire: {
      response: (response, request) =>
        request.method === 'DELETE' && isUserPath(request.target) && /[?&]company=(?!Acme)/.test(request.target)
          ? refused(400)
          : response,
    },
  },
]

/** A second user with the e-mail of one that there is. */
function again(asked: UserCall, holder: Person): PlatformResponse {
  const { people } = asked
  put(asked, { ...holder, email: `${holder.id}@held.example` })
  const answer = createUser(asked)
  people.persons.put(holder, asked.call.journal)
  return answer
}
