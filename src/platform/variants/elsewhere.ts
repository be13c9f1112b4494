import { storeAt } from '../data/stores.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, jsonIn, refused } from '../faults/passing.ts'

/** How those are answered who are at home elsewhere, and what their objects are called. */
export const elsewhereVariants: readonly Variant[] = [
  {
    id: 'elsewhere-forbidden',
    leaves: ['A-AUT-13', 'B-PRV-05'],
    says: 'A call for an account or company that the login does not have is refused with 403.',
    rule: { reach: { turnedAway: ({ description }) => ({ status: 403, error: 'access_denied', description }) } },
  },
  {
    id: 'elsewhere-not-found',
    leaves: ['A-AUT-13', 'B-PRV-05'],
    says: 'A call for an account or company that the login does not have is answered as if nothing were there, with 404.',
    rule: { reach: { turnedAway: () => ({ status: 404, error: 'not_found', description: 'there is nothing here' }) } },
  },
  {
    id: 'user-ids-by-account',
    leaves: ['B-USR-03', 'B-SCM-21'],
    says: 'Each account counts the ids of its users and groups: one id may be that of two users.',
    rule: { reach: { nextId: (_next, nth) => 40_500 + nth } },
  },
  {
    id: 'ids-unique-everywhere',
    leaves: ['A-DAT-12', 'A-TOK-15'],
    says: 'No two records of a system have one id: a new one with that of a record of another account or company is refused with 409.',
    seam: {
      passage: {
        through(request, go, { house }) {
          const { by, method, resource, query } = askedOf(request)
          const id = jsonIn(request)?.['id']
          const isCreation = method === 'POST' && by === 'list'
          if (!isCreation || resource === undefined || typeof id !== 'string') return go(request)
          const isTaken = house.world.accounts.some((account) =>
            account.companies.some(
              (company) =>
                company.name !== query.get('company') &&
                storeAt({ account, company }, house).table(resource).byId(id) !== undefined,
            ),
          )
          return isTaken ? Promise.resolve(refused(409, 'this id is taken')) : go(request)
        },
      },
    },
  },
]
