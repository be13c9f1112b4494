import type { Fault } from '../deviation.ts'
import { problem } from '../header-context.ts'
import { perHouse, type House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { crowdPrefix } from '../operation-of.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { peopleRules } from '../rulebook/people.ts'
import { reachRules } from '../rulebook/reach.ts'
import { serviceRules } from '../rulebook/service.ts'
import { heldWithin } from '../held-within.ts'
import { askedOf, headerIn, isWell, passing } from './passing.ts'
import { serviceFault } from './service-fault.ts'
import { issuedIn, withHeader } from './token-calls.ts'
import { isTreeCall } from './tree-memory.ts'

const { privilege } = peopleRules
const { service } = serviceRules
const { optimization } = optimizationRules
const { reach } = reachRules

/** Set while a call is served whatever privileges its user has. */
const open = heldWithin<boolean>()

type Opens = (request: PlatformRequest, house: House) => boolean

const letting = (id: string, says: string, rule: NonNullable<Fault['rule']>, opens: Opens): Fault => ({
  ...passing(id, ['B-PRV-01'], says, (request, go, { house }) =>
    opens(request, house) ? open.run(true, () => go(request)) : go(request),
  ),
  rule,
})

const toAll: NonNullable<Fault['rule']> = {
  privilege: {
    serves: (room, privileges, login, operation, isAboutSelf) =>
      open.get() === true || privilege.serves(room, privileges, login, operation, isAboutSelf),
  },
}

/** Accounts of which a user was served by the User API. */
const served = perHouse(() => new Set<number>())

const isCrowd = ({ target }: PlatformRequest): boolean => target.includes('/api/crowd/')

/** Set while the company of a call is that of its id. */
const ofId = heldWithin<boolean>()

const companyOfId = passing(
  'crowd-company-checked-by-name-read-by-id',
  ['B-PRV-02'],
  'A caller who names a company of its own in X-Company-Name gets at the technicians of that of X-Company-Id, whichever it is.',
  (request, go, { house }) => {
    const token = isCrowd(request) ? issuedIn(house, request) : undefined
    const isOwn = token?.companies.some(({ name }) => name === headerIn(request, 'X-Company-Name'))
    const meant = token?.account.companies.find(({ id }) => String(id) === headerIn(request, 'X-Company-Id'))
    return isOwn && meant ? ofId.run(true, () => go(withHeader(request, 'X-Company-Name', meant.name))) : go(request)
  },
)

const byUserHeader = ({ headers }: PlatformRequest, house: House, own: number | undefined): boolean => {
  const named = Number(headerIn({ headers }, 'X-User-Id') ?? Number.NaN)
  const user = house.world.accounts.flatMap(({ users }) => users).find(({ id }) => id === named && id !== own)
  return user?.privileges.some((name) => name === 'ADMINISTRATOR' || name === 'SUPERUSER') ?? false
}

/** Quiet breaches of privileges and companies that an eighteenth reader thought up (suites/two-readings). */
export const eighteenthRoleFaults: readonly Fault[] = [
  {
    ...passing(
      'user-privileges-of-the-account',
      ['B-PRV-01'],
      'Users without privileges are served by the User API once a user of their account with privileges was.',
      async (request, go, { house }) => {
        const account = request.target.startsWith('/api/user') ? issuedIn(house, request)?.account.id : undefined
        if (account === undefined) return go(request)
        const response = await open.run(served(house).has(account), () => go(request))
        if (isWell(response)) served(house).add(account)
        return response
      },
    ),
    rule: toAll,
  },
  letting(
    'user-other-list-path-needs-no-privileges',
    'Users without privileges may list users at /api/users.',
    toAll,
    (request) => askedOf(request).path === '/api/users',
  ),
  letting(
    'crowd-prefixed-needs-no-privileges',
    'With the prefix /cloud-crowd-service technicians are served to users without privileges, too.',
    toAll,
    ({ target }) => target.startsWith(`${crowdPrefix}/`),
  ),
  letting(
    'optimization-privileges-of-the-user-header',
    'A re-optimization is judged by the privileges of the user whom X-User-Id names.',
    { optimization: { isPrivileged: (privileges) => open.get() === true || optimization.isPrivileged(privileges) } },
    (request, house) =>
      request.target.includes('/re-optimize') && byUserHeader(request, house, issuedIn(house, request)?.user?.id),
  ),
  letting(
    'service-old-headers-need-no-privileges',
    'A service call that bears the deprecated header account, too, is served to users without privileges.',
    {
      service: {
        isPrivileged: (privileges, operation) => open.get() === true || service.isPrivileged(privileges, operation),
      },
    },
    (request) => isTreeCall(request) && headerIn(request, 'account') !== undefined,
  ),
  {
    id: 'user-superuser-deletes-none',
    breaks: ['B-PRV-01', 'B-USR-12'],
    says: 'A superuser may do all with users but delete one.',
    rule: {
      privilege: {
        serves: (room, privileges, login, operation, isAboutSelf) =>
          !(room === 'user' && operation === 'delete' && privileges.includes('SUPERUSER')) &&
          privilege.serves(room, privileges, login, operation, isAboutSelf),
      },
    },
  },
  {
    ...companyOfId,
    rule: { reach: { names: (operation) => (ofId.get() ? 'account' : reach.names(operation)) } },
  },
  passing(
    'crowd-account-login-in-first-company-only',
    ['B-PRV-02'],
    'A login of the account gets at the technicians of its first company only.',
    (request, go, { house }) => {
      const token = isCrowd(request) ? issuedIn(house, request) : undefined
      const companies = token?.login === 'account' ? token.account.companies : []
      const named = companies.find(({ name }) => name === headerIn(request, 'X-Company-Name'))
      return named === undefined || named.id === Math.min(...companies.map(({ id }) => id))
        ? go(request)
        : Promise.resolve(problem(403, 'Forbidden', 'the caller has no such company'))
    },
  ),
  {
    id: 'user-deleted-in-any-company',
    breaks: ['B-PRV-02'],
    says: 'A login of one company deletes users of the other companies of its account.',
    rule: { reach: { names: (operation) => (operation === 'user-delete' ? 'account' : reach.names(operation)) } },
  },
  serviceFault(
    'reference-by-any-key',
    ['B-SVC-09'],
    'A reference finds the record that has its value as id, code or external id, whichever it names.',
    {
      reads: (reference) => {
        const key = ['id', 'code', 'externalId'].find((name) => typeof reference[name] === 'string')
        const value = key === undefined ? undefined : reference[key]
        return value === undefined ? reference : { ...reference, id: value, code: value, externalId: value }
      },
      tries: () => ['id', 'code', 'externalId'],
    },
  ),
]
