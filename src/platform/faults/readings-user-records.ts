import type { Fault } from '../deviation.ts'
import type { Person } from '../people/store.ts'
import type { UserCall } from '../user/user-call.ts'
import { json } from '../http/answers.ts'
import {
  elementsIn,
  memoryOf,
  paging,
  sending,
  sentWith,
  telling,
  userTurn,
  type PeopleFields,
} from './people-kinds.ts'

const refused = (status: number) => json(status, { error: 'UA-00', message: 'refused', values: [] })

const shown = memoryOf(() => ({ byId: new Map<string, ReturnType<typeof json>>() }))
const former = memoryOf(() => ({ byEmail: new Map<string, Person>() }))
const firsts = memoryOf(() => ({ emails: new Map<number, string>() }))

const personOf = ({ call, people }: UserCall): Person | undefined => people.persons.get(Number(call.params['userId']))
const put = ({ call, people }: UserCall, person: Person): void => people.persons.put(person, call.journal)
const emailIn = (asked: UserCall): string => {
  const { email } = sentWith(asked)
  return typeof email === 'string' ? email : ''
}
const texts = ['firstName', 'lastName', 'phone'] as const

/** Quiet breaches of what the User API stores and shows, thought up by a reader of the documents (suites/two-readings). */
export const readingsUserRecordFaults: readonly Fault[] = [
  userTurn('user-created-moves', ['B-USR-03'], ['put'], 'A PUT sets created anew.', (asked, handle) => {
    const answer = handle(asked)
    const person = personOf(asked)
    if (person && answer.status < 300) put(asked, { ...person, created: asked.house.clock.now() + 1 })
    return answer
  }),
  userTurn(
    'user-list-without-companies',
    ['B-USR-03'],
    ['list'],
    'Users in the list have no companies.',
    (asked, handle) => paging(handle(asked), (all) => all.map((one) => ({ ...one, companies: [] }))),
  ),
  userTurn(
    'user-last-changed-by-put-only',
    ['B-USR-03'],
    ['list', 'get', 'post'],
    'lastChanged is null until the first PUT.',
    (asked, handle) => {
      const cut = (one: PeopleFields) => (one['lastChanged'] === one['created'] ? { ...one, lastChanged: null } : one)
      return asked.operation === 'list' ? paging(handle(asked), (all) => all.map(cut)) : telling(handle(asked), cut)
    },
  ),
  {
    id: 'user-name-of-former-email',
    breaks: ['B-USR-04'],
    says: 'A PUT without a name that changes the e-mail takes the name from the former one.',
    seam: {
      people: {
        user: (asked, handle) => {
          const own = asked.operation === 'put' ? personOf(asked) : undefined
          const sent = sentWith(asked)
          return own && sent['name'] === undefined
            ? handle(sending(asked, { ...sent, name: own.email.split('@')[0] }))
            : handle(asked)
        },
      },
    },
  },
  {
    id: 'user-name-cut-at-plus',
    breaks: ['B-USR-04'],
    says: 'The name of a user without one ends at the first plus of its e-mail.',
    rule: { user: { name: (given, part) => given ?? part.split('+', 1)[0] ?? part } },
  },
  userTurn(
    'user-name-in-answer-only',
    ['B-USR-04'],
    ['post'],
    'The name of a user without one stands in the answer of POST only.',
    (asked, handle) => {
      const answer = handle(asked)
      const person = asked.people.persons.all().find(({ email }) => email === emailIn(asked))
      if (person && sentWith(asked)['name'] === undefined && answer.status < 300) put(asked, { ...person, name: '' })
      return answer
    },
  ),
  userTurn(
    'user-post-answers-input-form',
    ['B-USR-09'],
    ['post'],
    'POST is answered with the input form.',
    (asked, handle) => telling(handle(asked), () => sentWith(asked)),
  ),
  userTurn(
    'user-post-answers-before-companies',
    ['B-USR-09'],
    ['post'],
    'The answer of POST has no companies.',
    (asked, handle) => telling(handle(asked), (one) => ({ ...one, companies: [] })),
  ),
  userTurn(
    'user-post-needs-last-name',
    ['B-USR-09'],
    ['post'],
    'A user without lastName is refused.',
    (asked, handle) => (sentWith(asked)['lastName'] === undefined ? refused(400) : handle(asked)),
  ),
  userTurn(
    'user-get-kept-until-account-put',
    ['B-USR-10'],
    ['get', 'put', 'post', 'delete'],
    'GET of a user is kept, and a PUT with a company does not show in it.',
    (asked, handle) => {
      const { byId } = shown(asked)
      const id = asked.call.params['userId'] ?? ''
      if (asked.operation !== 'get') {
        if (!(asked.operation === 'put' && asked.company)) byId.delete(id)
        return handle(asked)
      }
      const answer = byId.get(id) ?? handle(asked)
      byId.set(id, answer)
      return answer
    },
  ),
  userTurn(
    'user-get-active-only',
    ['B-USR-10'],
    ['get'],
    'A user that is not active is not found by id.',
    (asked, handle) => (personOf(asked)?.active === false ? refused(404) : handle(asked)),
  ),
  userTurn(
    'user-put-of-no-texts-ignored',
    ['B-USR-11'],
    ['put'],
    'A PUT without any of firstName, lastName and phone changes none of them.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const own = personOf(asked)
      return own && texts.every((name) => sent[name] === undefined)
        ? handle(
            sending(asked, { ...sent, ...Object.fromEntries(texts.map((name) => [name, own[name] ?? undefined])) }),
          )
        : handle(asked)
    },
  ),
  userTurn(
    'user-put-of-group-alone-ignored',
    ['B-USR-11'],
    ['put'],
    'A PUT that changes nothing but the group changes nothing.',
    (asked, handle) => {
      const before = personOf(asked)
      const answer = handle(asked)
      const after = personOf(asked)
      const fields = ['email', 'name', 'active', ...texts] as const
      if (before && after && fields.every((name) => before[name] === after[name]))
        put(asked, { ...after, companies: before.companies })
      return answer
    },
  ),
  userTurn(
    'user-put-own-email-in-other-case',
    ['B-USR-11', 'B-USR-23'],
    ['put'],
    'A PUT that changes nothing but the letter case of the own e-mail is refused.',
    (asked, handle) => {
      const own = personOf(asked)?.email ?? ''
      const email = emailIn(asked)
      return email !== own && email.toLowerCase() === own.toLowerCase() ? refused(400) : handle(asked)
    },
  ),
  userTurn(
    'user-delete-active-only',
    ['B-USR-12'],
    ['delete'],
    'A user that is not active cannot be deleted.',
    (asked, handle) => (personOf(asked)?.active === false ? refused(404) : handle(asked)),
  ),
  userTurn(
    'user-recreated-delete-ignored',
    ['B-USR-12'],
    ['post', 'delete'],
    'A user whose e-mail another one had before is not deleted.',
    (asked, handle) => {
      const { byEmail } = former(asked)
      const own = personOf(asked)
      if (asked.operation === 'post' || !own) return handle(asked)
      if (byEmail.has(own.email)) return json(200, {})
      const answer = handle(asked)
      if (answer.status < 300 && !asked.company) byEmail.set(own.email, own)
      return answer
    },
  ),
  userTurn(
    'user-recreated-with-former-fields',
    ['B-USR-37'],
    ['post', 'delete'],
    'A user that is created with the e-mail of a deleted one has its phone.',
    (asked, handle) => {
      const { byEmail } = former(asked)
      const own = personOf(asked)
      if (asked.operation === 'delete') {
        if (own) byEmail.set(own.email, own)
        return handle(asked)
      }
      const sent = sentWith(asked)
      return handle(sending(asked, { ...sent, phone: sent['phone'] ?? byEmail.get(emailIn(asked))?.phone }))
    },
  ),
  userTurn(
    'user-exists-by-first-email',
    ['B-USR-20', 'B-USR-03'],
    ['post', 'put'],
    'POST looks for the e-mails that users were created with.',
    (asked, handle) => {
      const { emails } = firsts(asked)
      const own = personOf(asked)
      if (asked.operation === 'put') {
        if (own && !emails.has(own.id)) emails.set(own.id, own.email)
        return handle(asked)
      }
      const email = emailIn(asked)
      const holder = asked.people.persons.all().find((one) => one.email === email)
      if (!holder || (emails.get(holder.id) ?? holder.email) === holder.email) return handle(asked)
      put(asked, { ...holder, email: `${holder.id}@held.example` })
      const answer = handle(asked)
      put(asked, holder)
      return answer
    },
  ),
  userTurn(
    'user-email-put-normalised',
    ['B-USR-37'],
    ['put'],
    'A PUT stores the e-mail in lower case.',
    (asked, handle) =>
      handle(sending(asked, { ...sentWith(asked), email: sentWith(asked)['email'] && emailIn(asked).toLowerCase() })),
  ),
  userTurn(
    'user-second-put-lost',
    ['B-USR-37'],
    ['put'],
    'A second PUT within a second tells success and is lost.',
    (asked, handle) => {
      const before = personOf(asked)
      const answer = handle(asked)
      if (before && before.lastChanged > before.created && asked.house.clock.now() - before.lastChanged < 1000)
        put(asked, before)
      return answer
    },
  ),
  userTurn(
    'user-put-takes-last-changed',
    ['B-USR-38'],
    ['put'],
    'A PUT takes created and lastChanged from its body.',
    (asked, handle) => {
      const answer = handle(asked)
      const person = personOf(asked)
      const { created, lastChanged } = sentWith(asked)
      if (person && answer.status < 300 && typeof created === 'string' && typeof lastChanged === 'string')
        put(asked, { ...person, created: Date.parse(created), lastChanged: Date.parse(lastChanged) })
      return answer
    },
  ),
  userTurn(
    'user-put-takes-group-of-companies',
    ['B-USR-38'],
    ['put'],
    'A PUT takes the groupId of the companies in its body.',
    (asked, handle) => {
      const answer = handle(asked)
      const person = personOf(asked)
      const named = elementsIn(sentWith(asked)['companies'])
      if (person && answer.status < 300)
        put(asked, {
          ...person,
          companies: person.companies.map((one) => ({
            ...one,
            groupId: Number(named.find(({ companyId }) => companyId === one.companyId)?.['groupId'] ?? one.groupId),
          })),
        })
      return answer
    },
  ),
  userTurn('user-put-keeps-name', ['B-USR-26'], ['put'], 'A PUT does not take name.', (asked, handle) =>
    handle(sending(asked, { ...sentWith(asked), name: personOf(asked)?.name ?? undefined })),
  ),
  userTurn('user-put-swaps-names', ['B-USR-26'], ['put'], 'A PUT swaps firstName and lastName.', (asked, handle) => {
    const { firstName, lastName, ...sent } = sentWith(asked)
    return handle(sending(asked, { ...sent, firstName: lastName, lastName: firstName }))
  }),
  userTurn(
    'user-get-of-first-company-only',
    ['B-USR-10'],
    ['get'],
    'A user that is not in the first company is not found by id.',
    (asked, handle) => {
      const first = asked.account.companies[0]?.id
      return personOf(asked)?.companies.some(({ companyId }) => companyId === first) === false
        ? refused(404)
        : handle(asked)
    },
  ),
]
