import type { Variant } from '../deviation.ts'
import { withOldUsers } from './fourteenth-people.ts'
import { alone } from './lawful.ts'

/** Lawful servers of many users. */
export const leftOverFormsPeopleVariants: readonly Variant[] = [
  alone({
    id: 'people-three-thousand-by-fifties',
    leaves: ['B-SCM-17', 'B-USR-36'],
    says: 'Each account has 3000 users of 2009 who stand before all others; a page has 50 at most.',
    rule: { scim: { pageSize: () => 50 }, user: { size: (asked) => Math.min(50, asked) } },
    seam: { people: { scim: withOldUsers(), user: withOldUsers() } },
  }),
]
