import type { Fault } from '../deviation.ts'
import type { PeopleGroup, Person } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import { isFieldList } from '../variants/turned-away.ts'
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
} from './people-kinds.ts'

const { scim } = scimRules

interface Buried {
  readonly person: Person
  readonly groups: readonly number[]
}

const buried = memoryOf(() => new Map<string, Buried>())
const burned = memoryOf(() => new Set<string>())
const twice = memoryOf(() => new Set<string>())
const cached = memoryOf(() => new Map<number, readonly unknown[]>())

const personOf = ({ people, call }: ScimCall): Person | undefined => people.persons.get(Number(call.params['userId']))
const groupOf = ({ people, call }: ScimCall): PeopleGroup | undefined =>
  people.groups.get(Number(call.params['groupId']))
const emailsSent = (asked: ScimCall): string[] =>
  elementsIn(sentWith(asked)['emails'])
    .filter(isFieldList)
    .map(({ value }) => String(value))
const isInPlane = (text: unknown): boolean => typeof text !== 'string' || [...text].every((one) => one.length === 1)
const cut = (text: string): string => {
  const signs = [...text]
  const end = signs.findIndex((one) => one.length > 1)
  return signs.slice(0, end < 0 ? undefined : end).join('')
}

const userFaults: readonly Fault[] = [
  {
    id: 'scim-list-of-named-users',
    breaks: ['B-SCM-02'],
    says: 'The list of users lacks those without first and last name.',
    rule: {
      scim: {
        listsUsers: (all) => all.filter(({ firstName, lastName }) => firstName !== null || lastName !== null),
      },
    },
  },
  scimTurn(
    'scim-user-by-id-of-group',
    ['B-SCM-03'],
    ['user-get'],
    'GET of a user serves groups, too.',
    (asked, handle) => {
      const id = Number(asked.call.params['userId'])
      const group = asked.people.groups.get(id)
      const [first] = asked.people.persons.all()
      if (!group || !first || personOf(asked)) return handle(asked)
      return telling(handle(naming(asked, { userId: String(first.id) })), () => ({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        id: scim.id(id),
        displayName: group.displayName,
      }))
    },
  ),
  scimTurn(
    'scim-deleted-revived-by-post',
    ['B-SCM-18', 'B-SCM-06'],
    ['user-delete', 'user-post'],
    'A user that is created with the e-mail of a deleted one has its id, its names and its groups.',
    (asked, handle) => {
      const { people, operation, call } = asked
      const graves = buried(asked)
      if (operation === 'user-delete') {
        const person = personOf(asked)
        const groups = people.groups.all().flatMap(({ id, members }) => (members.includes(person?.id ?? 0) ? [id] : []))
        const answer = handle(asked)
        if (person && answer.status < 300) graves.set(person.email, { person, groups })
        return answer
      }
      const grave = emailsSent(asked).flatMap((email) => graves.get(email) ?? [])[0]
      const answer = handle(asked)
      const created = people.persons.all().at(-1)
      if (!grave || !created || answer.status >= 300) return answer
      const { id, firstName, lastName } = grave.person
      people.persons.remove(created.id, call.journal)
      people.persons.put(
        { ...created, id, firstName: created.firstName ?? firstName, lastName: created.lastName ?? lastName },
        call.journal,
      )
      for (const group of people.groups.all())
        if (grave.groups.includes(group.id))
          people.groups.put({ ...group, members: [...group.members, id] }, call.journal)
      graves.delete(grave.person.email)
      const headers = answer.headers.map(
        ([name, value]) => [name, name === 'Location' ? value.replace(/\d+$/, String(id)) : value] as const,
      )
      return { ...telling(answer, (dto) => ({ ...dto, id: scim.id(id) })), headers }
    },
  ),
  scimTurn(
    'scim-refused-post-keeps-email',
    ['B-SCM-16', 'B-SCM-15'],
    ['user-post'],
    'The e-mail of a POST that was refused for its schemas is taken.',
    (asked, handle) => {
      const emails = emailsSent(asked)
      const taken = burned(asked)
      if (emails.some((email) => taken.has(email))) return refusing(409)
      if (!Array.isArray(sentWith(asked)['schemas'])) for (const email of emails) taken.add(email)
      return handle(asked)
    },
  ),
  scimTurn(
    'scim-put-of-name-alone-ignored',
    ['B-SCM-18', 'B-SCM-05'],
    ['user-put'],
    'A PUT that changes nothing but givenName and familyName is not stored.',
    (asked, handle) => {
      const before = personOf(asked)
      const answer = handle(asked)
      const now = personOf(asked)
      if (!before || !now || answer.status >= 300) return answer
      const isSame =
        before.name === now.name &&
        before.active === now.active &&
        JSON.stringify(before.emails) === JSON.stringify(now.emails)
      if (isSame) asked.people.persons.put(before, asked.call.journal)
      return answer
    },
  ),
  {
    id: 'scim-keeps-emails-beside-a-primary-one-only',
    breaks: ['B-SCM-18'],
    says: 'A user none of whose e-mails is primary is shown without any.',
    rule: { scim: { emails: (all) => (all.some(({ primary }) => primary) ? all : []) } },
  },
  scimTurn(
    'scim-names-cut-at-wide-sign',
    ['B-SCM-18'],
    ['user-post', 'user-put'],
    'givenName and familyName end before the first character outside the basic plane.',
    (asked, handle) => {
      const sent = sentWith(asked)
      const name = sent['name']
      if (typeof name !== 'object' || name === null || Object.values(name).every(isInPlane)) return handle(asked)
      const short = Object.entries(name as Record<string, unknown>).map(([key, text]) => [key, cut(String(text))])
      return handle(sending(asked, { ...sent, name: Object.fromEntries(short) as unknown }))
    },
  ),
]

/** The members of all groups, as they are now. */
const membersNow = ({ people }: ScimCall) =>
  new Map(people.groups.all().map(({ id, members }) => [id, members.map((member) => ({ value: scim.id(member) }))]))

const groupFaults: readonly Fault[] = [
  {
    id: 'scim-group-put-of-as-many-ignored',
    breaks: ['B-SCM-09', 'B-SCM-18'],
    says: 'A PUT of a group with as many other members keeps those that it had.',
    rule: { scim: { put: (before, named) => (before.length === named.length ? before : named) } },
  },
  scimTurn(
    'scim-member-added-twice-stays',
    ['B-SCM-19'],
    ['group-patch'],
    'A member that was added twice is still one after it was removed.',
    (asked, handle) => {
      const before = groupOf(asked)
      const again = twice(asked)
      const key = (member: number) => `${before?.id}:${member}`
      for (const { op, value } of elementsIn(sentWith(asked)['Operations']).filter(isFieldList))
        for (const named of elementsIn(value).filter(isFieldList))
          if (op === 'add' && before?.members.includes(Number(named['value']))) again.add(key(Number(named['value'])))
      const answer = handle(asked)
      const now = groupOf(asked)
      const back = (before?.members ?? []).filter((one) => !now?.members.includes(one) && again.delete(key(one)))
      if (now && back.length > 0)
        asked.people.groups.put({ ...now, members: [...now.members, ...back] }, asked.call.journal)
      return answer
    },
  ),
  scimTurn(
    'scim-groups-list-before-the-patch',
    ['B-SCM-18', 'B-SCM-07'],
    ['group-list', 'group-post', 'group-put', 'group-patch', 'group-delete'],
    'A list of groups that was read before a PATCH is read after it until another write.',
    (asked, handle) => {
      const known = cached(asked)
      if (asked.operation === 'group-list') {
        for (const [id, members] of membersNow(asked)) if (!known.has(id)) known.set(id, members)
        return listing(handle(asked), (all) =>
          all.map((group) => ({ ...group, members: known.get(Number(group['id'])) ?? group['members'] })),
        )
      }
      if (asked.operation !== 'group-patch') known.clear()
      return handle(asked)
    },
  ),
]

/** Quiet breaches of SCIM, thought up by a third reader of the documents (suites/two-readings). */
export const thirdScimFaults: readonly Fault[] = [...userFaults, ...groupFaults]
