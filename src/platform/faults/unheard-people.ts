import type { Fault } from '../deviation.ts'
import type { House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { peopleOf, type People, type Person } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import { userRules } from '../rulebook/user.ts'
import { elementsIn, memoryOf, scimTurn, sentWith, userTurn } from './people-kinds.ts'
import { pause } from './pause.ts'

const { scim } = scimRules
const { user } = userRules

const kept = memoryOf(() => ({ members: new Map<number, readonly number[]>() }))
const seen = memoryOf(() => ({ emails: new Map<string, readonly string[]>() }))

const groupAt = ({ target }: PlatformRequest): number => Number(/\/scim\/v2\/Groups\/(\d+)(?:\?|$)/.exec(target)?.[1])
const headerOf = ({ headers }: PlatformRequest, name: string): string =>
  headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? ''

const peopleWith = (house: House, groupId: number): People | undefined =>
  house.world.accounts.map((account) => peopleOf(house, account)).find(({ groups }) => groups.get(groupId))

const scimFaults: readonly Fault[] = [
  {
    id: 'scim-remove-skips-neighbour',
    breaks: ['B-SCM-19'],
    says: 'Of two members that stand next to each other a remove takes out the first only.',
    rule: {
      scim: {
        removed: (before, named) => {
          const left = [...before]
          for (let at = 0; at < left.length; at += 1) if (named.includes(left[at] ?? 0)) left.splice(at, 1)
          return left
        },
      },
    },
  },
  {
    id: 'scim-replace-by-none-ignored',
    breaks: ['B-SCM-19'],
    says: 'A replace by no members changes nothing.',
    rule: { scim: { replaced: (before, named) => (named.length === 0 ? before : scim.replaced(before, named)) } },
  },
  scimTurn(
    'scim-add-to-the-last-patch',
    ['B-SCM-18', 'B-SCM-19'],
    ['group-patch'],
    'An add begins with the members that the last patch left, whatever a PUT made of them since.',
    (asked, handle) => {
      const { members } = kept(asked)
      const group = asked.people.groups.get(Number(asked.call.params['groupId']))
      const before = members.get(group?.id ?? 0)
      const [first] = elementsIn(sentWith(asked)['Operations'])
      if (group && before && first?.['op'] === 'add')
        asked.people.groups.put({ ...group, members: before }, asked.call.journal)
      const answer = handle(asked)
      const after = asked.people.groups.get(group?.id ?? 0)
      if (after && answer.status < 300) members.set(after.id, after.members)
      return answer
    },
  ),
  {
    id: 'scim-patch-race',
    breaks: ['B-SCM-10', 'B-SCM-19'],
    says: 'Of two adds at the same moment one is lost.',
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          const id = request.method === 'PATCH' ? groupAt(request) : Number.NaN
          const groups = Number.isNaN(id) ? undefined : peopleWith(house, id)?.groups
          const before = groups?.get(id)
          if (!groups || !before) return go(request)
          await pause()
          const now = groups.get(id)
          if (now) groups.put({ ...now, members: before.members }, undefined)
          return go(request)
        },
      },
    },
  },
]

const listFaults: readonly Fault[] = [
  {
    id: 'user-sorts-all-as-the-first',
    breaks: ['B-USR-06'],
    says: 'Several sorts all have the direction of the first.',
    seam: {
      people: {
        user: (asked, handle) => {
          const { query } = asked.call
          const sorts = query.all('Sort')
          if (asked.operation !== 'list' || sorts.length < 2) return handle(asked)
          const descends = /\bdesc\b/i.test(sorts[0] ?? '')
          const turned = sorts.map((sort) => `${user.sort(sort)?.property ?? ''} ${descends ? 'desc' : 'asc'}`)
          return handle({
            ...asked,
            call: { ...asked.call, query: { ...query, all: (name) => (name === 'Sort' ? turned : query.all(name)) } },
          })
        },
      },
    },
  },
  userTurn(
    'user-active-beside-another-filter-ignored',
    ['B-USR-06'],
    ['list'],
    'The filter active is ignored beside name or email.',
    (asked, handle) => {
      const { query } = asked.call
      const isBeside = query.get('email') !== undefined || query.get('name') !== undefined
      return handle({
        ...asked,
        call: {
          ...asked.call,
          query: { ...query, get: (name) => (name === 'active' && isBeside ? undefined : query.get(name)) },
        },
      })
    },
  ),
  {
    id: 'user-last-page-is-not-full',
    breaks: ['B-USR-07'],
    says: 'lastPage is false on a last page that is full.',
    rule: {
      user: { figures: (facts, first) => ({ ...user.figures(facts, first), lastPage: facts.shown < facts.size }) },
    },
  },
]

/** Whether a user of this e-mail was there when the call came. */
const wasThere = (emails: readonly string[] | undefined, { email }: Person): boolean =>
  emails === undefined || emails.includes(email)

const writeFaults: readonly Fault[] = [
  {
    id: 'user-put-keeps-empty-phone',
    breaks: ['B-USR-11'],
    says: 'A PUT stores a phone that is empty as it is.',
    rule: {
      user: {
        text: (given, former, name, operation) =>
          name === 'phone' && operation === 'put' && given === '' ? '' : user.text(given, former, name, operation),
      },
    },
  },
  {
    id: 'user-put-hits-first-company',
    breaks: ['B-USR-13', 'B-USR-27'],
    says: 'A PUT for a company gives the group to the first company of the user.',
    rule: {
      user: {
        concerned: (all, named, operation) =>
          operation === 'put' && named !== undefined ? all.slice(0, 1) : user.concerned(all, named, operation),
      },
    },
  },
  {
    id: 'user-account-of-delete-optional',
    breaks: ['B-USR-29'],
    says: 'A DELETE needs no account.',
    rule: { user: { needsAccount: (operation) => operation !== 'delete' } },
  },
  {
    id: 'user-put-takes-created',
    breaks: ['B-USR-38'],
    says: 'A PUT takes created from its body.',
    rule: { user: { takesReadOnly: (name, operation) => name === 'created' && operation === 'put' } },
  },
  {
    id: 'user-email-race',
    breaks: ['B-USR-03', 'B-USR-20'],
    says: 'POSTs of one e-mail at the same moment all succeed.',
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          if (request.method !== 'POST' || !request.target.startsWith('/api/user/v1/users')) return go(request)
          const emails = house.world.accounts.flatMap((account) =>
            peopleOf(house, account)
              .persons.all()
              .map(({ email }) => email),
          )
          seen({ house }).emails.set(headerOf(request, 'X-Request-ID'), emails)
          await pause()
          return go(request)
        },
      },
      people: {
        user: (asked, handle) => {
          const emails = seen(asked).emails.get(asked.call.header('X-Request-ID') ?? '')
          const { persons } = asked.people
          const late = asked.operation === 'post' ? persons.all().filter((one) => !wasThere(emails, one)) : []
          for (const { id } of late) persons.remove(id, undefined)
          try {
            return handle(asked)
          } finally {
            for (const one of late) persons.put(one, undefined)
          }
        },
      },
    },
  },
]

/** Quiet breaches of SCIM and the User API, thought up by another reader of the documents (suites/two-readings). */
export const unheardPeopleFaults: readonly Fault[] = [...scimFaults, ...listFaults, ...writeFaults]
