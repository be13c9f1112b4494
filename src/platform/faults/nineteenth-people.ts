import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import { elementsIn, scimTurn, sentWith, userTurn } from './people-kinds.ts'

const { user } = userRules
const { scim } = scimRules

const collated = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trimEnd().toLowerCase()

/** E-mails of the user that is being created that are primary. */
const primary = heldWithin<ReadonlySet<unknown>>()

/** Set while a PUT with an empty name is served. */
const nameless = heldWithin<boolean>()

/** Quiet breaches of SCIM and the User API that a nineteenth reader thought up (suites/two-readings). */
export const nineteenthPeopleFaults: readonly Fault[] = [
  {
    id: 'user-name-filter-without-accents',
    breaks: ['B-USR-06'],
    says: 'The filter name ignores accents and blanks at the end.',
    rule: { user: { nameMatches: (asked, name) => collated(asked) === collated(name) } },
  },
  {
    ...userTurn(
      'user-put-of-an-empty-name-clears-it',
      ['B-USR-11'],
      ['put'],
      'A PUT with an empty name sets it to null.',
      (asked, handle) => nameless.run(sentWith(asked)['name'] === '', () => handle(asked)),
    ),
    rule: { user: { name: (...asked) => (nameless.get() ? null : user.name(...asked)) } },
  },
  userTurn(
    'user-sorts-all-as-the-last',
    ['B-USR-06'],
    ['list'],
    'Several sorts all have the direction of the last.',
    (asked, handle) => {
      const { query } = asked.call
      const sorts = query.all('Sort')
      const descends = /\bdesc\b/i.test(sorts.at(-1) ?? '')
      const turned = sorts.map((sort) => `${user.sort(sort)?.property ?? ''} ${descends ? 'desc' : 'asc'}`)
      return handle({
        ...asked,
        call: { ...asked.call, query: { ...query, all: (name) => (name === 'Sort' ? turned : query.all(name)) } },
      })
    },
  ),
  {
    ...scimTurn(
      'scim-post-compares-primary-emails-only',
      ['B-SCM-15'],
      ['user-post'],
      'A POST looks for the e-mails among those in use that it sends as primary.',
      (asked, handle) => {
        const sent = elementsIn(sentWith(asked)['emails']).filter((one) => one['primary'] === true)
        return primary.run(new Set(sent.map(({ value }) => value)), () => handle(asked))
      },
    ),
    rule: {
      scim: {
        claimed: (emails) => scim.claimed(emails).filter((one) => primary.get()?.has(one) ?? true),
      },
    },
  },
]
