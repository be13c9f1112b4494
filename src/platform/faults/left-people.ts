import type { Fault } from '../deviation.ts'
import type { Company } from '../world/types.ts'
import {
  elementsIn,
  listing,
  memoryOf,
  paging,
  scimTurn,
  sending,
  sentWith,
  telling,
  userTurn,
  type PeopleFields,
} from './people-kinds.ts'

const answered = memoryOf<{ first?: PeopleFields }>(() => ({}))
const written = memoryOf(() => new Map<string, Company>())
const filtered = memoryOf(() => new Map<string, string>())
const companies = memoryOf(() => new Map<unknown, unknown>())
const filters = ['name', 'email', 'active']

/** The user with its e-mails shown in another way. */
const withEmails = (user: PeopleFields, change: (email: PeopleFields, at: number) => PeopleFields): PeopleFields => ({
  ...user,
  emails: elementsIn(user['emails']).map(change),
})

const scimFaults: readonly Fault[] = [
  scimTurn(
    'scim-create-first-email-is-primary',
    ['B-SCM-18'],
    ['user-post'],
    'A user is created with its first e-mail as the primary one, whichever was sent as that.',
    (asked, handle) =>
      handle(
        sending(
          asked,
          withEmails(sentWith(asked), (email, at) => ({ ...email, primary: at === 0 })),
        ),
      ),
  ),
  scimTurn(
    'scim-list-without-primary',
    ['B-SCM-18'],
    ['user-list'],
    'The list of users shows no e-mail as primary.',
    (asked, handle) =>
      listing(handle(asked), (users) => users.map((user) => withEmails(user, ({ value }) => ({ value })))),
  ),
  scimTurn(
    'scim-list-cuts-user-name',
    ['B-SCM-18'],
    ['user-list'],
    'The list of users shows forty characters of a userName.',
    (asked, handle) =>
      listing(handle(asked), (users) =>
        users.map((user) => ({ ...user, userName: [...String(user['userName'])].slice(0, 40).join('') })),
      ),
  ),
]

const userFaults: readonly Fault[] = [
  userTurn(
    'user-post-answers-as-at-first',
    ['B-USR-09'],
    ['post'],
    'POST is answered with the values of the user that was created first, beside the id of the new one.',
    (asked, handle) =>
      telling(handle(asked), (dto) => {
        const memory = answered(asked)
        memory.first ??= dto
        return { ...memory.first, id: dto['id'] }
      }),
  ),
  userTurn(
    'user-post-answers-without-moments',
    ['B-USR-09'],
    ['post'],
    'The answer of POST lacks created and lastChanged.',
    (asked, handle) => telling(handle(asked), ({ created: _created, lastChanged: _changed, ...dto }) => dto),
  ),
  userTurn(
    'user-company-of-the-write-before',
    ['B-USR-13'],
    ['put', 'delete'],
    'A PUT or DELETE with a company concerns that of the first such call of the user.',
    (asked, handle) => {
      const { company, operation, call } = asked
      if (!company) return handle(asked)
      const key = `${operation} ${String(call.params['userId'])}`
      const first = written(asked).get(key) ?? company
      written(asked).set(key, first)
      return handle({ ...asked, company: first })
    },
  ),
  userTurn(
    'user-put-without-company-is-for-the-last',
    ['B-USR-13'],
    ['put'],
    'A PUT without company concerns the company of the last PUT of the user that named one.',
    (asked, handle) => {
      const { company, call } = asked
      const key = `last ${String(call.params['userId'])}`
      const last = written(asked).get(key)
      if (company) written(asked).set(key, company)
      return handle(!company && last ? { ...asked, company: last } : asked)
    },
  ),
  userTurn(
    'user-filter-of-the-list-before',
    ['B-USR-06'],
    ['list'],
    'A filter that is left out beside another has the value of the list before.',
    (asked, handle) => {
      const { query } = asked.call
      const memory = filtered(asked)
      const isFiltered = filters.some((name) => query.get(name) !== undefined)
      const get = (name: string) =>
        query.get(name) ?? (isFiltered && filters.includes(name) ? memory.get(name) : undefined)
      const answer = handle({ ...asked, call: { ...asked.call, query: { ...query, get } } })
      memory.clear()
      for (const name of filters) {
        const value = query.get(name)
        if (value !== undefined) memory.set(name, value)
      }
      return answer
    },
  ),
  userTurn(
    'user-post-email-in-small-letters',
    ['B-USR-37'],
    ['post'],
    'A user is created with its e-mail in small letters.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const { email } = sent
      return handle(typeof email === 'string' ? sending(asked, { ...sent, email: email.toLowerCase() }) : asked)
    },
  ),
  userTurn(
    'user-list-name-as-latin-1',
    ['B-USR-37'],
    ['list'],
    'The list shows names whose bytes were read as Latin-1.',
    (asked, handle) =>
      paging(handle(asked), (users) =>
        users.map((user) => ({ ...user, name: Buffer.from(String(user['name']), 'utf8').toString('latin1') })),
      ),
  ),
  userTurn(
    'user-list-groups-as-created',
    ['B-USR-27', 'B-USR-37'],
    ['post', 'list'],
    'The list shows the companies of a user with the groups that it was created with.',
    (asked, handle) => {
      const memory = companies(asked)
      if (asked.operation === 'post')
        return telling(handle(asked), (dto) => {
          memory.set(dto['id'], memory.get(dto['id']) ?? dto['companies'])
          return dto
        })
      return paging(handle(asked), (users) =>
        users.map((user) => ({ ...user, companies: memory.get(user['id']) ?? user['companies'] })),
      )
    },
  ),
  userTurn(
    'user-put-name-in-small-letters',
    ['B-USR-37'],
    ['put'],
    'A PUT stores the name in small letters.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const { name } = sent
      return handle(typeof name === 'string' ? sending(asked, { ...sent, name: name.toLowerCase() }) : asked)
    },
  ),
  userTurn(
    'user-get-first-name-in-small-letters',
    ['B-USR-37'],
    ['get'],
    'A user that is read by its id has its first name in small letters.',
    (asked, handle) =>
      telling(handle(asked), (dto) => ({
        ...dto,
        ...(typeof dto['firstName'] === 'string' ? { firstName: dto['firstName'].toLowerCase() } : {}),
      })),
  ),
]

/** What a sweep named of users that no check compared yet. */
export const leftPeopleFaults: readonly Fault[] = [
  ...scimFaults,
  ...userFaults,
  {
    id: 'token-user-email-made-of-name',
    breaks: ['A-TOK-08'],
    says: 'user_email is made of the names of user and account, whatever the e-mail of the user is.',
    rule: {
      token: {
        shown: (body) =>
          'user' in body ? { ...body, user_email: `${String(body['user'])}@${String(body['account'])}.invalid` } : body,
      },
    },
  },
]
