import type { Variant } from '../deviation.ts'
import { strictCompare } from '../rulebook/order.ts'

/** Lawful other readings of sorting and paging (A-PAR-10, 13, 16). */
export const orderVariants: readonly Variant[] = [
  {
    id: 'order-unset-first',
    leaves: ['A-PAR-10'],
    says: 'Records without a value in the field come first.',
    rule: { order: { unset: () => 'first' } },
  },
  {
    id: 'order-default-descending',
    leaves: ['A-PAR-10'],
    says: 'A field without asc or desc sorts descending.',
    rule: { order: { direction: (word) => word ?? 'desc' } },
  },
  {
    id: 'order-direction-goes-on',
    leaves: ['A-PAR-10'],
    says: 'A field without asc or desc sorts as the one before it.',
    rule: {
      order: {
        asked: (orderBy) => {
          let last = ''
          return orderBy
            ?.split(',')
            .map((name) => {
              const [, word] = /\s(asc|desc)\s*$/.exec(name) ?? []
              if (word !== undefined) last = ` ${word}`
              return word === undefined && !/^\s*(?:asc|desc)\s*$/.test(name) ? `${name}${last}` : name
            })
            .join(',')
        },
      },
    },
  },
  {
    id: 'order-text-any-case',
    leaves: ['A-PAR-10'],
    says: 'Strings are sorted case-insensitively.',
    rule: {
      order: {
        compare: (one, other) =>
          typeof one === 'string'
            ? strictCompare(one.toLowerCase(), String(other).toLowerCase())
            : strictCompare(one, other),
      },
    },
  },
  {
    id: 'order-bare-direction-refused',
    leaves: ['A-PAR-10'],
    says: 'orderBy=asc and orderBy=desc are refused.',
    rule: { order: { bare: () => false } },
  },
  {
    id: 'list-newest-first',
    leaves: ['A-PAR-10'],
    says: 'A list without orderBy starts with the newest record.',
    rule: { order: { unordered: (records) => records.toReversed() } },
  },
  {
    id: 'page-from-zero',
    leaves: ['A-PAR-13'],
    says: 'The first page has the number 0.',
    rule: { page: { first: () => 0 } },
  },
  {
    id: 'page-envelope',
    leaves: ['A-PAR-13'],
    says: 'A list also returns size, page and total.',
    rule: {
      page: {
        envelope: ({ size, at, total }) => ({
          pageSize: size,
          currentPage: at + 1,
          lastPage: Math.max(1, Math.ceil(total / size)),
          totalObjectCount: total,
          truncated: total > size,
        }),
      },
    },
  },
  {
    id: 'page-alone-ten',
    leaves: ['A-PAR-16'],
    says: 'With page but no pageSize, a page has 10 records.',
    rule: { page: { defaultSize: ({ page }) => (page === undefined ? 20 : 10) } },
  },
  {
    id: 'page-size-zero-all',
    leaves: ['A-PAR-16'],
    says: 'pageSize=0 returns all records.',
    rule: { page: { zero: () => 'all' } },
  },
  {
    id: 'page-after-last-refused',
    leaves: ['A-PAR-16'],
    says: 'A page after the last is refused.',
    rule: { page: { beyond: () => ({ status: 400 }) } },
  },
]
