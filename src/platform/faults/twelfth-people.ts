import type { Fault } from '../deviation.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Membership, People, PeopleGroup, Person } from '../people/store.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import type { UserCall } from '../user/user-call.ts'
import { isFieldList } from '../variants/turned-away.ts'
import { elementsIn, listing, memoryOf, sentWith, telling, userTurn, type PeopleFields } from './people-kinds.ts'

type Asked = Pick<ScimCall, 'people' | 'call' | 'house' | 'account'>

const idOf = ({ call }: Pick<Asked, 'call'>): number => Number(call.params['userId'])
const personOf = (asked: Pick<Asked, 'people' | 'call'>): Person | undefined => asked.people.persons.get(idOf(asked))

/** Who has an e-mail, in any letter case. */
const holderOf = (email: unknown, all: readonly Person[]): Person | undefined =>
  all.find((one) => one.email.toLowerCase() === String(email).toLowerCase())

/** What each member of a group was called when it joined, by group and user. */
const joinedAs = memoryOf(() => new Map<number, ReadonlyMap<number, string>>())

/** Groups whose members are those who have the e-mails of who joined. */
function byEmail({ people, house, ...asked }: ScimCall): ScimCall {
  const { groups, persons } = people
  const known = joinedAs({ house })
  const now = (group: PeopleGroup): PeopleGroup => ({
    ...group,
    members: group.members.flatMap((id) => holderOf(known.get(group.id)?.get(id), persons.all())?.id ?? []),
  })
  const wrapped: People['groups'] = {
    all: () => groups.all().map(now),
    get(id) {
      const found = groups.get(id)
      return found && now(found)
    },
    put(row, journal) {
      known.set(row.id, new Map(row.members.map((id) => [id, persons.get(id)?.email ?? ''])))
      groups.put(row, journal)
    },
    remove: (id, journal) => groups.remove(id, journal),
  }
  return { ...asked, house, people: { ...people, groups: wrapped } }
}

const lost = memoryOf(() => new Map<number, readonly Membership[]>())
const cleared = memoryOf(() => new Map<number, ReadonlySet<'firstName' | 'lastName'>>())

/** The view of a user in SCIM, names that were cleared as texts. */
function withNullTexts(dto: PeopleFields, asked: Pick<Asked, 'house'>): PeopleFields {
  const names = cleared(asked).get(Number(dto['id']))
  if (!names || names.size === 0) return dto
  return {
    ...dto,
    name: {
      ...(isFieldList(dto['name']) ? dto['name'] : {}),
      ...(names.has('firstName') ? { givenName: 'null' } : {}),
      ...(names.has('lastName') ? { familyName: 'null' } : {}),
    },
  }
}

/** Runs a list as if some users were not there. */
function withoutSome(asked: UserCall, some: readonly Person[], handle: () => PlatformResponse): PlatformResponse {
  const { persons } = asked.people
  for (const { id } of some) persons.remove(id, undefined)
  const answer = handle()
  for (const one of some) persons.put(one, undefined)
  return answer
}

/** Quiet breaches of SCIM and the User API that a twelfth reader thought up (suites/two-readings). */
export const twelfthPeopleFaults: readonly Fault[] = [
  userTurn(
    'user-delete-of-one-company-deactivates',
    ['B-USR-13'],
    ['delete'],
    'A DELETE with a company of a user who has another one makes it inactive, too.',
    (asked, handle) => {
      const answer = handle(asked)
      const left = asked.company && personOf(asked)
      if (left && answer.status < 300) asked.people.persons.put({ ...left, active: false }, asked.call.journal)
      return answer
    },
  ),
  {
    id: 'scim-members-kept-by-email',
    breaks: ['B-SCM-18'],
    says: 'The members of a group are those who have the e-mails that its members had when they joined.',
    seam: { people: { scim: (asked, handle) => handle(byEmail(asked)) } },
  },
  {
    id: 'scim-put-brings-companies-back',
    breaks: ['B-USR-37', 'B-USR-13'],
    says: 'A PUT of SCIM with active true gives a user the companies back that it was deleted from.',
    seam: {
      people: {
        user: (asked, handle) => {
          const before = asked.operation === 'delete' ? personOf(asked)?.companies : undefined
          const answer = handle(asked)
          const left = personOf(asked)?.companies
          const gone = (before ?? []).filter(({ companyId: id }) => !left?.some((one) => one.companyId === id))
          if (left && gone.length > 0) lost(asked).set(idOf(asked), [...(lost(asked).get(idOf(asked)) ?? []), ...gone])
          return answer
        },
        scim: (asked, handle) => {
          const answer = handle(asked)
          const now = asked.operation === 'user-put' && answer.status < 300 ? personOf(asked) : undefined
          const back = lost(asked).get(idOf(asked)) ?? []
          if (now?.active !== true || back.length === 0) return answer
          lost(asked).delete(now.id)
          const more = back.filter(({ companyId: id }) => !now.companies.some((one) => one.companyId === id))
          asked.people.persons.put({ ...now, companies: [...now.companies, ...more] }, asked.call.journal)
          return answer
        },
      },
    },
  },
  {
    id: 'scim-shows-cleared-name-as-null-text',
    breaks: ['B-SCM-18', 'B-USR-37'],
    says: 'A name that a PUT of the User API cleared is shown by SCIM as the text null.',
    seam: {
      people: {
        user: (asked, handle) => {
          const answer = handle(asked)
          const now = asked.operation === 'put' && answer.status < 300 ? personOf(asked) : undefined
          const names = (['firstName', 'lastName'] as const).filter((name) => now?.[name] === null)
          if (now) cleared(asked).set(now.id, new Set(names))
          return answer
        },
        scim: (asked, handle) => {
          const answer = handle(asked)
          if (asked.operation === 'user-put') cleared(asked).delete(idOf(asked))
          if (asked.operation === 'user-list')
            return listing(answer, (all) => all.map((dto) => withNullTexts(dto, asked)))
          return asked.operation === 'user-get' ? telling(answer, (dto) => withNullTexts(dto, asked)) : answer
        },
      },
    },
  },
  userTurn(
    'user-name-filter-one-of-namesakes',
    ['B-USR-06'],
    ['list'],
    'The filter name finds of several users of one name the one that was written last.',
    (asked, handle) => {
      const name = asked.call.query.get('name')?.toLowerCase()
      const alike = asked.people.persons.all().filter((one) => one.name?.toLowerCase() === name)
      const [, ...others] = alike.toSorted((one, other) => other.lastChanged - one.lastChanged || other.id - one.id)
      return name === undefined ? handle(asked) : withoutSome(asked, others, () => handle(asked))
    },
  ),
  userTurn(
    'user-extended-for-account-loses-first-company',
    ['B-USR-14'],
    ['post'],
    'A user that a POST for the account extends is in the added companies only.',
    (asked, handle) => {
      const before = asked.company ? undefined : holderOf(sentWith(asked)['email'], asked.people.persons.all())
      const answer = handle(asked)
      const now = before && asked.people.persons.get(before.id)
      if (!now || answer.status >= 300 || before.companies.length === 0) return answer
      const isNew = (id: unknown): boolean => !before.companies.some(({ companyId }) => companyId === id)
      const companies = now.companies.filter(({ companyId }) => isNew(companyId))
      asked.people.persons.put({ ...now, companies }, asked.call.journal)
      return telling(answer, (dto) => ({
        ...dto,
        companies: elementsIn(dto['companies']).filter(({ companyId }) => isNew(companyId)),
      }))
    },
  ),
  userTurn(
    'user-sort-ignored-beside-active',
    ['B-USR-06'],
    ['list'],
    'Sort is dropped in a list with the filter active.',
    (asked, handle) => {
      const answer = handle(asked)
      const { query } = asked.call
      if (query.get('active') === undefined || answer.status >= 300) return answer
      const unsorted = { ...query, all: (name: string) => (name === 'Sort' ? [] : query.all(name)) }
      const { sort } = JSON.parse(answer.body.toString('utf8')) as PeopleFields
      return telling(handle({ ...asked, call: { ...asked.call, query: unsorted } }), (page) => ({ ...page, sort }))
    },
  ),
]
