import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { subscribe } from '../people/subscribe.ts'
import { elementsIn, paging, sending, sentWith, userTurn } from './people-kinds.ts'
import { askingOtherwise } from './unlooked-people.ts'

/** Fields that a PUT leaves as they are where the text that is sent differs in letter case alone. */
const keepingLetters = (id: string, fields: ReadonlyArray<'email' | 'name' | 'firstName' | 'lastName'>): Fault =>
  userTurn(
    id,
    ['B-USR-37'],
    ['put'],
    `A PUT leaves ${fields.join(', ')} as it is where the text sent differs in letter case alone.`,
    (asked, handle) => {
      const sent = sentWith(asked)
      const former = asked.people.persons.get(Number(asked.call.params['userId']))
      const kept = fields.filter((name) => String(sent[name]).toLowerCase() === former?.[name]?.toLowerCase())
      return handle(
        kept.length > 0
          ? sending(asked, { ...sent, ...Object.fromEntries(kept.map((name) => [name, former?.[name]])) })
          : asked,
      )
    },
  )

const inHtml = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : value

/** A filter in which one sign stands for any other. */
const anySign = (id: string, of: 'name' | 'email', sign: string): Fault => ({
  id,
  breaks: ['B-USR-06'],
  says: `In the filter ${of} the sign ${sign} stands for any one.`,
  rule: {
    user: {
      [`${of}Matches`]: (asked: string, value: string) =>
        asked.length === value.length &&
        [...asked.toLowerCase()].every((one, at) => one === sign || one === value.toLowerCase()[at]),
    },
  },
})

/** A user is found by another of its texts, too. */
const alsoFoundBy = (id: string, field: 'firstName' | 'lastName' | 'email'): Fault =>
  userTurn(
    id,
    ['B-USR-06'],
    ['list'],
    `The filter name finds users whose ${field} is the text, too.`,
    (asked, handle) => {
      const wanted = asked.call.query.get('name')?.toLowerCase() ?? ''
      const found = asked.people.persons.all().find((one) => one[field]?.toLowerCase() === wanted)?.name ?? undefined
      return found !== undefined && found.toLowerCase() !== wanted
        ? handle(askingOtherwise(asked, (name, query) => (name === 'name' ? found : query.get(name))))
        : handle(asked)
    },
  )

/** Quiet breaches of the User API that a server in Perl showed. */
export const perlBugsUserFaults: readonly Fault[] = [
  anySign('user-name-filter-any-sign-for-an-underscore', 'name', '_'),
  anySign('user-name-filter-any-sign-for-a-dot', 'name', '.'),
  anySign('user-email-filter-any-sign-for-a-question-mark', 'email', '?'),
  alsoFoundBy('user-name-filter-finds-first-names', 'firstName'),
  alsoFoundBy('user-name-filter-finds-last-names', 'lastName'),
  alsoFoundBy('user-name-filter-finds-e-mails', 'email'),
  userTurn(
    'user-list-escapes-names-for-html',
    ['B-USR-06'],
    ['list'],
    'In a page an ampersand or angle bracket of a name is written as HTML writes it.',
    (asked, handle) =>
      paging(handle(asked), (shown) =>
        shown.map((one) => ({ ...one, firstName: inHtml(one['firstName']), lastName: inHtml(one['lastName']) })),
      ),
  ),
  keepingLetters('user-put-of-other-capitals-in-the-email-ignored', ['email']),
  keepingLetters('user-put-of-other-capitals-in-names-ignored', ['name', 'firstName', 'lastName']),
  userTurn(
    'user-active-lost-in-the-content-of-later-pages',
    ['B-USR-06'],
    ['list'],
    'Pages behind the first one have the users of a list without the filter active, and the figures of one with it.',
    (asked, handle) => {
      const isLater = Number(asked.call.query.get('Page') ?? 0) > 0
      const answer = handle(asked)
      if (!isLater || answer.status >= 300) return answer
      const all = handle(askingOtherwise(asked, (name, query) => (name === 'active' ? undefined : query.get(name))))
      const { content } = JSON.parse(all.body.toString('utf8')) as { content: unknown }
      return paging(answer, (shown) => elementsIn(content).slice(0, shown.length))
    },
  ),
  userTurn(
    'user-refused-name-takes-a-subscription',
    ['B-USR-17'],
    ['post'],
    'A POST that is refused for its user name uses up a subscription.',
    (asked, handle) => {
      const { house, people, call } = asked
      const { name } = sentWith(asked)
      const known = people.persons.all().find((one) => one.name !== null && one.name === name)
      if (!known) return handle(asked)
      subscribe(house, people, { ...known, id: people.nextId() }, call.journal)
      return json(409, { message: 'the name is in use' })
    },
  ),
]
