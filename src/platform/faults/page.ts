import type { Fault } from '../deviation.ts'
import { largestPageSize } from '../rulebook/page.ts'

/** Faults of A-PAR-04..07 and 15: pages of lists. */
export const pageFaults: readonly Fault[] = [
  {
    id: 'page-default-10',
    breaks: ['A-PAR-04'],
    says: 'Without paging parameters a list returns 10 records.',
    rule: { page: { defaultSize: () => 10 } },
  },
  {
    id: 'page-default-50',
    breaks: ['A-PAR-04'],
    says: 'Without paging parameters a list returns 50 records.',
    rule: { page: { defaultSize: () => 50 } },
  },
  {
    id: 'page-default-unbounded',
    breaks: ['A-PAR-04'],
    says: 'Without paging parameters a list returns all records.',
    rule: { page: { defaultSize: () => largestPageSize } },
  },
  {
    id: 'page-size-ignored',
    breaks: ['A-PAR-05'],
    says: 'pageSize is ignored.',
    rule: { page: { size: () => 20 } },
  },
  {
    id: 'page-size-one-more',
    breaks: ['A-PAR-05'],
    says: 'A page holds one record more than pageSize.',
    rule: { page: { window: (at, size) => [at * size, (at + 1) * size + 1] } },
  },
  {
    id: 'page-size-one-less',
    breaks: ['A-PAR-07'],
    says: 'A page holds one record fewer than pageSize.',
    rule: { page: { window: (at, size) => [at * size, (at + 1) * size - (size > 1 ? 1 : 0)] } },
  },
  {
    id: 'page-size-ignored-with-query',
    breaks: ['A-PAR-05'],
    says: 'pageSize is ignored when there is a query.',
    rule: { page: { size: (size, { searches }) => (searches ? largestPageSize : size) } },
  },
  {
    id: 'page-size-largest-refused',
    breaks: ['A-PAR-05', 'A-PAR-15'],
    says: 'The largest pageSize is refused.',
    rule: { page: { largest: () => largestPageSize - 1 } },
  },
  {
    id: 'page-size-too-large-accepted',
    breaks: ['A-PAR-06'],
    says: 'A pageSize above 2^31-1 is accepted.',
    rule: { page: { largest: () => Number.POSITIVE_INFINITY } },
  },
  {
    id: 'page-size-text-accepted',
    breaks: ['A-PAR-06'],
    says: 'A pageSize that is not a number is treated as 20.',
    rule: { page: { unreadable: () => ({ size: 20 }) } },
  },
  {
    id: 'page-size-text-crashes',
    breaks: ['A-PAR-06'],
    says: 'A pageSize that is not a number is answered with 500.',
    rule: { page: { unreadable: () => ({ status: 500 }) } },
  },
  {
    id: 'page-number-ignored',
    breaks: ['A-PAR-07'],
    says: 'Every page returns the first page.',
    rule: { page: { number: () => 0 } },
  },
  {
    id: 'page-overlaps',
    breaks: ['A-PAR-07'],
    says: 'Every page begins with the last record of the previous page.',
    rule: {
      page: {
        window: (at, size) => {
          const from = Math.max(0, at * size - (at > 0 ? 1 : 0))
          return [from, from + size]
        },
      },
    },
  },
  {
    id: 'page-skips',
    breaks: ['A-PAR-07'],
    says: 'A record is skipped between two pages.',
    rule: { page: { window: (at, size) => [at * (size + 1), at * (size + 1) + size] } },
  },
  {
    id: 'page-last-dropped',
    breaks: ['A-PAR-07'],
    says: 'A partly filled page is returned empty.',
    rule: {
      page: {
        window: (at, size, total) =>
          (at + 1) * size > total && at > 0 ? [total, total] : [at * size, (at + 1) * size],
      },
    },
  },
  {
    id: 'page-is-offset',
    breaks: ['A-PAR-07'],
    says: 'page is used as a record offset.',
    rule: { page: { window: (at, size) => [at, at + size] } },
  },
  {
    id: 'page-size-lowered-to-50',
    breaks: ['A-PAR-15'],
    says: 'A pageSize above 50 is treated as 50.',
    rule: { page: { size: (size) => Math.min(size, 50) } },
  },
  {
    id: 'page-size-over-1000-refused',
    breaks: ['A-PAR-15'],
    says: 'A pageSize above 1000 is refused.',
    rule: { page: { largest: () => 1000 } },
  },
]
