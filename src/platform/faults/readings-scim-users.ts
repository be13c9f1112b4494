import type { Fault } from '../deviation.ts'
import type { PlatformResponse } from '../http/message.ts'
import { authorizationRules } from '../rulebook/authorization.ts'
import { peopleRules } from '../rulebook/people.ts'
import { altered, sentAs, type Body } from './scim-kinds.ts'
import {
  elementsIn,
  listing,
  memoryOf,
  naming,
  refusing,
  scimTurn,
  sending,
  sentWith,
  telling,
  type PeopleFields,
} from './people-kinds.ts'

const { bearer } = authorizationRules
const { privilege } = peopleRules
const users = /\/scim\/v2\/Users(?:\?|$)/
const oneUser = /\/scim\/v2\/Users\/\d+/

const listKept = memoryOf(() => ({ answer: undefined as PlatformResponse | undefined }))
const nameless = memoryOf(() => ({ ids: [] as unknown[] }))
const everSeen = memoryOf(() => ({ ids: new Set<number>() }))
const ghosts = memoryOf(() => ({ all: [] as PeopleFields[] }))
const created = memoryOf(() => ({ emails: new Map<number, string>() }))

const emailsOf = (value: PeopleFields): string[] =>
  elementsIn(value['emails']).flatMap(({ value: email }) => (typeof email === 'string' ? [email] : []))

/** Quiet breaches of SCIM users, thought up by a reader of the documents (suites/two-readings). */
export const readingsScimUserFaults: readonly Fault[] = [
  scimTurn(
    'scim-delete-needs-a-body',
    ['B-SCM-01', 'B-SCM-06'],
    ['user-delete', 'group-delete'],
    'DELETE with a Content-Type is refused for its empty body.',
    (asked, handle) => (asked.call.header('Content-Type') === undefined ? handle(asked) : refusing(400)),
  ),
  {
    id: 'scim-groups-need-no-token',
    breaks: ['B-SCM-01', 'A-AUT-05'],
    says: 'Calls of groups are served without a token.',
    rule: {
      bearer: {
        accepts: (state, room, at) =>
          (at.startsWith('scim-group') && state === 'none') || bearer.accepts(state, room, at),
      },
    },
  },
  {
    id: 'scim-writes-take-any-token',
    breaks: ['B-SCM-01', 'A-AUT-01'],
    says: 'Writes of the SCIM API take a token that was never issued.',
    rule: {
      bearer: {
        accepts: (state, room, at) =>
          (/^scim-.*-(?:post|put|patch|delete)$/.test(at) && state === 'unknown') || bearer.accepts(state, room, at),
      },
    },
  },
  {
    id: 'scim-groups-need-no-privileges',
    breaks: ['B-PRV-01'],
    says: 'Users without privileges may do everything with groups.',
    rule: {
      privilege: {
        serves: (room, privileges, login, at) =>
          (room === 'scim' && at.startsWith('group-')) || privilege.serves(room, privileges, login, at),
      },
    },
  },
  scimTurn(
    'scim-list-before-the-put',
    ['B-SCM-02'],
    ['user-list', 'user-post', 'user-delete'],
    'The list of users is kept until a POST or DELETE: a PUT does not show in it.',
    (asked, handle) => {
      const kept = listKept(asked)
      if (asked.operation !== 'user-list') kept.answer = undefined
      else return (kept.answer ??= handle(asked))
      return handle(asked)
    },
  ),
  scimTurn(
    'scim-list-one-without-user-name',
    ['B-SCM-02'],
    ['user-list', 'user-post'],
    'Of the users made without userName the list has the last one only.',
    (asked, handle) => {
      const { ids } = nameless(asked)
      const answer = handle(asked)
      if (asked.operation === 'user-list')
        return listing(answer, (all) => all.filter(({ id }) => !ids.slice(0, -1).includes(id)))
      return telling(answer, (user) => {
        if (sentWith(asked)['userName'] === undefined) ids.push(user['id'])
        return user
      })
    },
  ),
  scimTurn('scim-id-of-32-bits', ['B-SCM-03'], ['user-get'], 'An id in the path is cut to 32 bits.', (asked, handle) =>
    handle(naming(asked, { userId: String(Number(asked.call.params['userId']) % 2 ** 32) })),
  ),
  scimTurn(
    'scim-id-as-position',
    ['B-SCM-03'],
    ['user-list', 'user-post', 'user-get', 'user-delete'],
    'After a deletion each later id shows its neighbour.',
    (asked, handle) => {
      const { ids } = everSeen(asked)
      const note = () => asked.people.persons.all().forEach(({ id }) => ids.add(id))
      note()
      const position = [...ids].filter((id) => id < Number(asked.call.params['userId'])).length
      const meant = asked.people.persons.all()[position]?.id
      const answer = handle(asked.operation === 'user-get' ? naming(asked, { userId: String(meant ?? 0) }) : asked)
      note()
      return answer
    },
  ),
  scimTurn(
    'scim-get-thinner-than-list',
    ['B-SCM-03', 'B-SCM-18'],
    ['user-get'],
    'GET of a user shows its first e-mail only, and no givenName.',
    (asked, handle) =>
      telling(handle(asked), ({ name, ...user }) => ({
        ...user,
        emails: elementsIn(user['emails']).slice(0, 1),
        name: { familyName: (name as Body | undefined)?.['familyName'] },
      })),
  ),
  scimTurn(
    'scim-one-user-without-user-name',
    ['B-SCM-04'],
    ['user-post'],
    'A second user without userName is refused.',
    (asked, handle) => {
      const { ids } = nameless(asked)
      if (sentWith(asked)['userName'] !== undefined) return handle(asked)
      if (ids.length > 0) return refusing(409)
      ids.push(0)
      return handle(asked)
    },
  ),
  {
    id: 'scim-second-email-held-by-none',
    breaks: ['B-SCM-15'],
    says: 'Only the main e-mail of a user is kept from others.',
    rule: { scim: { held: ({ email }) => [email] } },
  },
  {
    id: 'scim-second-email-not-compared',
    breaks: ['B-SCM-15'],
    says: 'Of the e-mails that are sent the first alone is looked for among those in use.',
    rule: { scim: { claimed: (emails) => emails.slice(0, 1) } },
  },
  {
    id: 'scim-inactive-frees-email',
    breaks: ['B-SCM-15'],
    says: 'The e-mail of a user that is not active may be taken.',
    rule: { scim: { held: ({ active }, emails) => (active ? emails.map(({ value }) => value) : []) } },
  },
  scimTurn(
    'scim-primary-needed',
    ['B-SCM-04'],
    ['user-post'],
    'A user without a primary e-mail is refused.',
    (asked, handle) =>
      elementsIn(sentWith(asked)['emails']).some(({ primary }) => primary === true) ? handle(asked) : refusing(400),
  ),
  scimTurn(
    'scim-put-false-is-missing',
    ['B-SCM-05'],
    ['user-put'],
    'A PUT with active false is refused.',
    (asked, handle) => (sentWith(asked)['active'] === false ? refusing(400) : handle(asked)),
  ),
  scimTurn(
    'scim-put-own-email-refused',
    ['B-SCM-05'],
    ['user-put'],
    'A PUT that repeats the own e-mail is refused.',
    (asked, handle) => {
      const own = asked.people.persons.get(Number(asked.call.params['userId']))
      return own && emailsOf(sentWith(asked)).includes(own.email) ? refusing(409) : handle(asked)
    },
  ),
  scimTurn(
    'scim-put-creates',
    ['B-SCM-05'],
    ['user-put'],
    'A PUT to an id of nobody creates a user.',
    (asked, handle) => {
      const id = Number(asked.call.params['userId'])
      const { persons } = asked.people
      const [some] = persons.all()
      if (!persons.get(id) && some)
        persons.put({ ...some, id, email: `${id}@example.net`, emails: [] }, asked.call.journal)
      return handle(asked)
    },
  ),
  scimTurn(
    'scim-deleted-still-listed',
    ['B-SCM-06', 'B-SCM-18'],
    ['user-list', 'user-delete'],
    'A deleted user stays in the list as one that is not active.',
    (asked, handle) => {
      const { all } = ghosts(asked)
      const doomed = asked.people.persons.get(Number(asked.call.params['userId']))
      const answer = handle(asked)
      if (asked.operation === 'user-list') return listing(answer, (listed) => [...listed, ...all])
      if (doomed) all.push({ id: String(doomed.id), userName: doomed.name, emails: [], active: false })
      return answer
    },
  ),
  altered(
    'scim-email-without-value',
    ['B-SCM-15'],
    'A user is created whose e-mail has no value, or an empty one.',
    'POST',
    users,
    (body) => ({
      ...body,
      ...(elementsIn(body['emails']).length > 0 && emailsOf(body).every((email) => email === '')
        ? { emails: [{ value: `none-${Date.now()}-${Math.random()}@example.org` }] }
        : {}),
    }),
  ),
  scimTurn(
    'scim-refused-but-stored',
    ['B-SCM-15'],
    ['user-post'],
    'A user with an e-mail in use is refused and is there all the same.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const [email] = emailsOf(sent)
      if (!asked.people.persons.all().some((other) => other.email === email)) return handle(asked)
      handle(sending(asked, { ...sent, emails: [{ value: `again.${email}` }] }))
      return refusing(409)
    },
  ),
  scimTurn(
    'scim-email-of-a-put-free',
    ['B-SCM-15'],
    ['user-post', 'user-put'],
    'E-mails in use are those that users were created with.',
    (asked, handle) => {
      const { emails } = created(asked)
      const [email = ''] = emailsOf(sentWith(asked))
      if (asked.operation === 'user-put') {
        const id = Number(asked.call.params['userId'])
        const own = asked.people.persons.get(id)
        if (own && !emails.has(id)) emails.set(id, own.email)
        return handle(asked)
      }
      if ([...emails.values()].includes(email)) return refusing(409)
      const holder = asked.people.persons.all().find((other) => other.email === email && emails.has(other.id))
      if (!holder) return handle(asked)
      const { persons } = asked.people
      persons.put({ ...holder, email: `${holder.id}@held.example`, emails: [] }, asked.call.journal)
      const answer = handle(asked)
      persons.put(holder, asked.call.journal)
      return answer
    },
  ),
  {
    id: 'scim-any-schema-taken',
    breaks: ['B-SCM-16'],
    says: 'Any schema is one of a user.',
    wire: {
      request: (request) => {
        const right = (body: Body) => ({
          ...body,
          ...(elementsIn(body['schemas']).length > 0
            ? { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'] }
            : {}),
        })
        return sentAs('POST', users, right)(sentAs('PUT', oneUser, right)(request))
      },
    },
  },
  {
    id: 'scim-schema-begins-alike',
    breaks: ['B-SCM-16'],
    says: 'A schema whose name begins with that of a user is one of a user.',
    wire: {
      request: sentAs('PUT', oneUser, (body) => ({
        ...body,
        ...(JSON.stringify(body['schemas'] ?? '').includes('core:2.0:User')
          ? { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'] }
          : {}),
      })),
    },
  },
  altered(
    'scim-put-name-all-or-nothing',
    ['B-SCM-18'],
    'A PUT takes a name only if it has both parts.',
    'PUT',
    oneUser,
    ({ name, ...body }) => (Object.keys((name ?? {}) as Body).length === 1 ? body : { ...body, name }),
  ),
  {
    id: 'scim-first-email-is-primary',
    breaks: ['B-SCM-18'],
    says: 'The first e-mail is shown as the primary one.',
    rule: { scim: { emails: (emails) => emails.map(({ value }, at) => ({ value, primary: at === 0 })) } },
  },
  scimTurn(
    'scim-user-name-cut',
    ['B-SCM-18'],
    ['user-post', 'user-put'],
    'A userName is cut at fifty characters.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const { userName } = sent
      return handle(
        sending(asked, { ...sent, ...(typeof userName === 'string' ? { userName: userName.slice(0, 50) } : {}) }),
      )
    },
  ),
]
