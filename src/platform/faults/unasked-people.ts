import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { userRules, type UserOperation } from '../rulebook/user.ts'
import { passing, rewriting, withQuery } from './passing.ts'
import { issuedIn } from './token-calls.ts'

const isOfOneCompany = heldWithin<boolean>()

/** What a login of one company does for that company it does for all of the account. */
const widened = (id: string, only: UserOperation, says: string): Fault => ({
  ...passing(id, ['B-USR-13'], says, (request, go, { house }) =>
    isOfOneCompany.run(issuedIn(house, request)?.companies.length === 1, () => go(request)),
  ),
  rule: {
    user: {
      concerned: (all, named, operation) =>
        isOfOneCompany.get() && operation === only ? all : userRules.user.concerned(all, named, operation),
    },
  },
})

/** Breaches of users and technicians that only other callers and later pages show. */
export const unaskedPeopleFaults: readonly Fault[] = [
  widened(
    'user-put-by-a-login-of-one-company-groups-all',
    'put',
    'A PUT for one company by a login of that company alone sets the group in all companies.',
  ),
  widened(
    'user-delete-by-a-login-of-one-company-takes-all',
    'delete',
    'A DELETE for one company by a login of that company alone takes the user from all companies.',
  ),
  widened(
    'user-post-by-a-login-of-one-company-is-for-all',
    'post',
    'A POST for one company by a login of that company alone creates the user in all companies.',
  ),
  rewriting(
    'crowd-list-day-beside-a-skill-lost-on-later-pages',
    ['B-CRW-07'],
    'In a list by the name of a skill and the day that it expires every page but the first overlooks the day.',
    ({ method, path, query }) =>
      method === 'GET' &&
      path.endsWith('/api/crowd/v2/technicians') &&
      query.has('skillName') &&
      Number(query.get('Page') ?? 0) > 0,
    (request) => withQuery(request, { skllValidityDate: null }),
  ),
]
