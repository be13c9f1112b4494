import type { Fault } from '../deviation.ts'
import { userRules } from '../rulebook/user.ts'

const { user } = userRules

/** Faults of the pages of users (B-USR-06). */
export const userPageFaults: readonly Fault[] = [
  {
    id: 'user-size-ignored',
    breaks: ['B-USR-06'],
    says: 'Size is ignored.',
    rule: { user: { size: () => user.defaultSize() } },
  },
  {
    id: 'user-size-off-by-one',
    breaks: ['B-USR-06'],
    says: 'A page has one user more than Size.',
    rule: { user: { size: (asked) => asked + 1 } },
  },
  {
    id: 'user-page-ignored',
    breaks: ['B-USR-06'],
    says: 'Page is ignored.',
    rule: { user: { start: (_page, _size, offset) => offset ?? 0 } },
  },
  {
    id: 'user-pages-overlap',
    breaks: ['B-USR-06'],
    says: 'Each page but the first begins with the last user of the one before.',
    rule: { user: { start: (page, size, offset) => offset ?? Math.max(0, page * size - (page > 0 ? 1 : 0)) } },
  },
  {
    id: 'user-pages-skip',
    breaks: ['B-USR-06'],
    says: 'Each page but the first leaves out a user.',
    rule: { user: { start: (page, size, offset) => offset ?? page * size + (page > 0 ? 1 : 0) } },
  },
  {
    id: 'user-offset-ignored',
    breaks: ['B-USR-06'],
    says: 'Offset is ignored.',
    rule: { user: { start: (page, size) => page * size } },
  },
  {
    id: 'user-offset-off-by-one',
    breaks: ['B-USR-06'],
    says: 'Offset skips one user more than it says.',
    rule: { user: { start: (page, size, offset) => (offset === undefined ? page * size : offset + 1) } },
  },
]
