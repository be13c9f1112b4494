import type { Variant } from '../deviation.ts'

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
]
