import type { Fault } from '../deviation.ts'
import { userRules } from '../rulebook/user.ts'

const { user } = userRules

/** Faults of the list of users and its filters, sorts and figures (B-USR-05 to 07). */
export const userListFaults: readonly Fault[] = [
  {
    id: 'user-list-unserved',
    breaks: ['B-USR-01'],
    says: 'There is no list of users.',
    rule: { user: { serves: (operation) => operation !== 'list' } },
  },
  {
    id: 'user-list-bare',
    breaks: ['B-USR-05'],
    says: 'A list of users is a bare array.',
    rule: { user: { page: (content) => content } },
  },
  {
    id: 'user-page-spring-names',
    breaks: ['B-USR-05'],
    says: 'A page says first and last instead of firstPage and lastPage.',
    rule: {
      user: {
        page: (content, { firstPage, lastPage, ...figures }, sort) => ({
          content,
          ...figures,
          first: firstPage,
          last: lastPage,
          sort,
        }),
      },
    },
  },
  {
    id: 'user-email-filter-ignored',
    breaks: ['B-USR-06'],
    says: 'The filter email is ignored.',
    rule: { user: { emailMatches: () => true } },
  },
  {
    id: 'user-email-filter-contains',
    breaks: ['B-USR-06'],
    says: 'The filter email finds users whose e-mail holds the text.',
    rule: { user: { emailMatches: (asked, email) => email.toLowerCase().includes(asked.toLowerCase()) } },
  },
  {
    id: 'user-email-filter-starts',
    breaks: ['B-USR-06'],
    says: 'The filter email finds users whose e-mail begins with the text.',
    rule: { user: { emailMatches: (asked, email) => email.toLowerCase().startsWith(asked.toLowerCase()) } },
  },
  {
    id: 'user-email-filter-case',
    breaks: ['B-USR-06'],
    says: 'The filter email heeds letter case.',
    rule: { user: { emailMatches: (asked, email) => asked === email } },
  },
  {
    id: 'user-name-filter-ignored',
    breaks: ['B-USR-06'],
    says: 'The filter name is ignored.',
    rule: { user: { nameMatches: () => true } },
  },
  {
    id: 'user-name-filter-case',
    breaks: ['B-USR-06'],
    says: 'The filter name heeds letter case.',
    rule: { user: { nameMatches: (asked, name) => asked === name } },
  },
  {
    id: 'user-name-filter-contains',
    breaks: ['B-USR-06'],
    says: 'The filter name finds users whose name holds the text.',
    rule: { user: { nameMatches: (asked, name) => name.toLowerCase().includes(asked.toLowerCase()) } },
  },
  {
    id: 'user-active-filter-ignored',
    breaks: ['B-USR-06'],
    says: 'The filter active is ignored.',
    rule: { user: { activeMatches: () => true } },
  },
  {
    id: 'user-active-filter-reversed',
    breaks: ['B-USR-06'],
    says: 'active=false also finds users that are active.',
    rule: { user: { activeMatches: (asked, active) => asked === 'false' || active === true } },
  },
  {
    id: 'user-filters-joined-by-or',
    breaks: ['B-USR-06'],
    says: 'A user that one of several filters finds is listed.',
    rule: { user: { joins: (matches) => matches.length === 0 || matches.some((match) => match) } },
  },
  {
    id: 'user-second-filter-ignored',
    breaks: ['B-USR-06'],
    says: 'Of several filters the first alone counts.',
    rule: { user: { joins: ([first = true]) => first } },
  },
  {
    id: 'user-sort-ignored',
    breaks: ['B-USR-06'],
    says: 'Sort is ignored.',
    rule: { user: { sorts: () => [] } },
  },
  {
    id: 'user-sort-direction-ignored',
    breaks: ['B-USR-06'],
    says: 'Lists are sorted upwards whatever the direction.',
    rule: { user: { sort: (text) => ({ property: user.sort(text)?.property ?? '', descends: false }) } },
  },
  {
    id: 'user-sort-by-email-only',
    breaks: ['B-USR-06'],
    says: 'Whatever Sort names, the list is sorted by e-mail.',
    rule: { user: { sort: (text) => ({ property: 'email', descends: user.sort(text)?.descends ?? false }) } },
  },
  {
    id: 'user-sort-by-first-name-reversed',
    breaks: ['B-USR-06'],
    says: 'desc is ignored for firstName.',
    rule: {
      user: {
        sort: (text) => {
          const sort = user.sort(text)
          return sort && { ...sort, descends: sort.descends && sort.property !== 'firstName' }
        },
      },
    },
  },
  {
    id: 'user-sort-descends-by-default',
    breaks: ['B-USR-06'],
    says: 'A sort without a direction descends.',
    rule: {
      user: {
        sort: (text) => {
          const sort = user.sort(text)
          return sort && { ...sort, descends: !/\basc\b/i.test(text) }
        },
      },
    },
  },
  {
    id: 'user-second-sort-ignored',
    breaks: ['B-USR-06'],
    says: 'Of several sorts the first alone counts.',
    rule: { user: { sorts: (all) => all.slice(0, 1) } },
  },
  {
    id: 'user-last-sort-first',
    breaks: ['B-USR-06'],
    says: 'Of several sorts the last counts most.',
    rule: { user: { sorts: (all) => [...all].reverse() } },
  },
  {
    id: 'user-total-pages-rounded-down',
    breaks: ['B-USR-07'],
    says: 'totalPages leaves out the page that is not full.',
    rule: {
      user: {
        figures: (facts, first) => ({
          ...user.figures(facts, first),
          totalPages: Math.floor(facts.total / facts.size),
        }),
      },
    },
  },
  {
    id: 'user-total-pages-one-more',
    breaks: ['B-USR-07'],
    says: 'totalPages is one too many where the last page is full.',
    rule: {
      user: {
        figures: (facts, first) => ({
          ...user.figures(facts, first),
          totalPages: Math.floor(facts.total / facts.size) + 1,
        }),
      },
    },
  },
  {
    id: 'user-number-of-elements-is-size',
    breaks: ['B-USR-07'],
    says: 'numberOfElements is the size of a full page.',
    rule: { user: { figures: (facts, first) => ({ ...user.figures(facts, first), numberOfElements: facts.size }) } },
  },
  {
    id: 'user-first-page-always',
    breaks: ['B-USR-07'],
    says: 'firstPage is true on every page.',
    rule: { user: { figures: (facts, first) => ({ ...user.figures(facts, first), firstPage: true }) } },
  },
  {
    id: 'user-last-page-never',
    breaks: ['B-USR-07'],
    says: 'lastPage is false on the last page.',
    rule: { user: { figures: (facts, first) => ({ ...user.figures(facts, first), lastPage: false }) } },
  },
  {
    id: 'user-total-is-of-page',
    breaks: ['B-USR-07'],
    says: 'totalElements counts the users of the page.',
    rule: {
      user: { figures: (facts, first) => ({ ...user.figures(facts, first), totalElements: facts.shown }) },
    },
  },
  {
    id: 'user-total-unfiltered',
    breaks: ['B-USR-07'],
    says: 'The figures of a filtered list count users that the filters leave out.',
    rule: {
      user: {
        figures: ({ total, ...facts }, first) =>
          user.figures({ ...facts, total: total === 1 ? total + 20 : total }, first),
      },
    },
  },
]
