import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { authorizationRules, type TokenState } from '../rulebook/authorization.ts'
import { reachRules } from '../rulebook/reach.ts'
import { headerIn, passing, rewriting, withQuery, type Asked } from './passing.ts'
import { withHeader } from './token-calls.ts'

const { bearer } = authorizationRules
const { reach } = reachRules

const isThere = ({ path }: Pick<Asked, 'path'>): boolean => path === '/api/users'

/** Set while the list is asked for at its other path. */
const there = heldWithin<boolean>()

const within = (id: string, breaks: Fault['breaks'], says: string, rule: NonNullable<Fault['rule']>): Fault => ({
  ...passing(id, breaks, says, (request, go) =>
    /^\/api\/users(?:\?|$)/.test(request.target) ? there.run(true, () => go(request)) : go(request),
  ),
  rule,
})

const taking = (id: string, says: string, state: TokenState): Fault =>
  within(id, ['B-USR-01', 'B-USR-19', 'A-AUT-05'], says, {
    bearer: {
      accepts: (presented, room, at, facts) =>
        (there.get() === true && presented === state) || bearer.accepts(presented, room, at, facts),
    },
  })

const unneeded = (header: string): Fault =>
  rewriting(
    `user-other-path-without-${header.toLowerCase()}`,
    ['B-USR-30'],
    `The list at /api/users does not need ${header}.`,
    isThere,
    (request) => (headerIn(request, header) ? request : withHeader(request, header, 'none')),
  )

const dropping = (parameter: string): Fault =>
  rewriting(
    `user-other-path-ignores-${parameter.toLowerCase()}`,
    ['B-USR-06'],
    `The list at /api/users ignores ${parameter}.`,
    isThere,
    (request) => withQuery(request, { [parameter]: null }),
  )

/** The list of users at /api/users, guarded less than at its usual path. */
export const otherListPathFaults: readonly Fault[] = [
  taking('user-other-path-needs-no-token', 'The list at /api/users needs no token.', 'none'),
  taking('user-other-path-takes-any-token', 'The list at /api/users takes tokens that nobody issued.', 'unknown'),
  unneeded('X-Request-ID'),
  unneeded('X-Client-Version'),
  rewriting(
    'user-other-path-account-optional',
    ['B-USR-29'],
    'The list at /api/users is without account one of the account acme.',
    isThere,
    (request, { query }) => (query.get('account') ? request : withQuery(request, { account: 'acme' })),
  ),
  rewriting(
    'user-other-path-ignores-account',
    ['B-USR-18'],
    'The list at /api/users for an unknown account is one of the account acme.',
    isThere,
    (request, { query }) => (query.get('account') ? withQuery(request, { account: 'acme' }) : request),
  ),
  within(
    'user-other-path-lists-every-account',
    ['B-USR-06', 'B-PRV-02'],
    'The list at /api/users shows the users of all accounts.',
    { reach: { finds: (operation) => (there.get() === true ? 'everywhere' : reach.finds(operation)) } },
  ),
  dropping('name'),
  dropping('Size'),
]
