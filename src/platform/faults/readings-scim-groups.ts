import type { Fault } from '../deviation.ts'
import type { PeopleGroup } from '../people/store.ts'
import { scimRules } from '../rulebook/scim.ts'
import { notRequiring } from './scim-kinds.ts'
import {
  elementsIn,
  listing,
  memoryOf,
  refusing,
  scimTurn,
  sending,
  sentWith,
  telling,
  type PeopleFields,
} from './people-kinds.ts'
import { listGroups } from '../scim/groups.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import type { PlatformResponse } from '../http/message.ts'

const { scim } = scimRules

const stale = memoryOf(() => ({ answer: undefined as PlatformResponse | undefined }))
const buried = memoryOf(() => ({ groups: new Map<number, PeopleGroup>() }))
const posted = memoryOf(() => ({ members: new Map<number, readonly number[]>() }))

const groupOf = ({ call, people }: ScimCall): PeopleGroup | undefined =>
  people.groups.get(Number(call.params['groupId']))
const operationsIn = (asked: ScimCall): readonly PeopleFields[] => elementsIn(sentWith(asked)['Operations'])

/** The list of groups as it is before a write. */
const groupsNow = (asked: ScimCall): PlatformResponse => listGroups({ ...asked, operation: 'group-list' })

/** Quiet breaches of SCIM groups, thought up by a reader of the documents (suites/two-readings). */
export const readingsScimGroupFaults: readonly Fault[] = [
  {
    id: 'scim-groups-with-members-only',
    breaks: ['B-SCM-07'],
    says: 'The list of groups lacks those without members.',
    rule: { scim: { listsGroups: (all) => all.filter(({ members }) => members.length > 0) } },
  },
  scimTurn(
    'scim-group-once-per-member',
    ['B-SCM-07'],
    ['group-list'],
    'A group of several members is listed once for each of them.',
    (asked, handle) =>
      listing(handle(asked), (all) =>
        all.flatMap((group) => {
          const members = elementsIn(group['members'])
          return members.length > 1 ? members.map((one) => ({ ...group, members: [one] })) : [group]
        }),
      ),
  ),
  {
    id: 'scim-groups-by-name',
    breaks: ['B-SCM-07'],
    says: 'Of several groups of one name the list has the last.',
    rule: {
      scim: {
        listsGroups: (all) =>
          all.filter((one, at) => !all.slice(at + 1).some(({ displayName }) => displayName === one.displayName)),
      },
    },
  },
  scimTurn(
    'scim-group-post-first-member',
    ['B-SCM-08'],
    ['group-post'],
    'POST keeps the first member only.',
    (asked, handle) => {
      const sent = sentWith(asked)
      return handle(sending(asked, { ...sent, members: elementsIn(sent['members']).slice(0, 1) }))
    },
  ),
  scimTurn(
    'scim-group-post-crashes-stored',
    ['B-SCM-08'],
    ['group-post'],
    'POST of a group without members is answered with 500, and the group is there.',
    (asked, handle) => {
      const answer = handle(asked)
      return sentWith(asked)['members'] === undefined ? { ...answer, status: 500 } : answer
    },
  ),
  scimTurn(
    'scim-user-in-one-group',
    ['B-SCM-08'],
    ['group-post'],
    'A user that comes into a new group leaves the others.',
    (asked, handle) => {
      const named = elementsIn(sentWith(asked)['members']).map(({ value }) => Number(value))
      for (const group of asked.people.groups.all())
        asked.people.groups.put(
          { ...group, members: group.members.filter((one) => !named.includes(one)) },
          asked.call.journal,
        )
      return handle(asked)
    },
  ),
  {
    id: 'scim-group-put-of-none-ignored',
    breaks: ['B-SCM-09', 'B-SCM-18'],
    says: 'A PUT of a group with an empty list of members keeps them.',
    rule: { scim: { put: (before, named) => (named.length === 0 ? before : named) } },
  },
  scimTurn(
    'scim-group-put-new-id',
    ['B-SCM-09'],
    ['group-put'],
    'A PUT of a group gives it another id.',
    (asked, handle) => {
      const answer = handle(asked)
      const group = groupOf(asked)
      if (!group || answer.status >= 300) return answer
      asked.people.groups.remove(group.id, asked.call.journal)
      const id = asked.people.nextId()
      asked.people.groups.put({ ...group, id }, asked.call.journal)
      return telling(answer, (shown) => ({ ...shown, id: String(id) }))
    },
  ),
  {
    id: 'scim-group-put-no-more-members',
    breaks: ['B-SCM-09', 'B-SCM-18'],
    says: 'A PUT of a group takes no more members than it had.',
    rule: { scim: { put: (before, named) => named.slice(0, before.length) } },
  },
  {
    id: 'scim-patch-one-operation-of-a-word',
    breaks: ['B-SCM-10'],
    says: 'Of several operations of one word the last alone is carried out.',
    rule: {
      scim: {
        carriedOut: <Operation>(all: readonly Operation[]) => {
          const word = (one: Operation): unknown => (one as { op?: unknown }).op
          return all.filter((one, at) => !all.slice(at + 1).some((later) => word(later) === word(one)))
        },
      },
    },
  },
  {
    ...scimTurn(
      'scim-remove-of-numbers-ignored',
      ['B-SCM-10', 'B-SCM-19'],
      ['group-patch'],
      'Ids are shown as numbers, and a remove that names numbers takes out none.',
      (asked, handle) => {
        const sent = sentWith(asked)
        const numbers = ({ op, value }: PeopleFields) =>
          op === 'remove' && elementsIn(value).some((one) => typeof one['value'] === 'number')
        const kept = operationsIn(asked).filter((one) => !numbers(one))
        if (kept.length === 0 && operationsIn(asked).length > 0)
          return handle(sending(asked, { ...sent, Operations: [{ op: 'add', path: 'members', value: [] }] }))
        return handle(sending(asked, { ...sent, ...(sent['Operations'] === undefined ? {} : { Operations: kept }) }))
      },
    ),
    rule: { scim: { id: (id) => id } },
  },
  scimTurn(
    'scim-patch-clears-name',
    ['B-SCM-10'],
    ['group-patch'],
    'A patch of members takes the name away.',
    (asked, handle) => {
      const answer = handle(asked)
      const group = groupOf(asked)
      if (!group || answer.status >= 300) return answer
      const { displayName: _, ...rest } = group
      asked.people.groups.put(rest, asked.call.journal)
      return answer
    },
  ),
  scimTurn(
    'scim-group-delete-takes-members',
    ['B-SCM-11'],
    ['group-delete'],
    'DELETE of a group deletes its users that are in no other.',
    (asked, handle) => {
      const group = groupOf(asked)
      const answer = handle(asked)
      for (const id of group?.members ?? [])
        if (!asked.people.groups.all().some(({ members }) => members.includes(id)))
          asked.people.persons.remove(id, asked.call.journal)
      return answer
    },
  ),
  scimTurn(
    'scim-group-delete-needs-none',
    ['B-SCM-11'],
    ['group-delete'],
    'DELETE of a group that has members is refused.',
    (asked, handle) => ((groupOf(asked)?.members.length ?? 0) > 0 ? refusing(409) : handle(asked)),
  ),
  scimTurn(
    'scim-deleted-group-patched',
    ['B-SCM-11'],
    ['group-delete', 'group-patch'],
    'A patch revives a deleted group.',
    (asked, handle) => {
      const { groups } = buried(asked)
      const id = Number(asked.call.params['groupId'])
      const group = groupOf(asked)
      if (asked.operation === 'group-delete' && group) groups.set(id, group)
      const dead = groups.get(id)
      if (asked.operation === 'group-patch' && dead) asked.people.groups.put(dead, asked.call.journal)
      return handle(asked)
    },
  ),
  {
    id: 'scim-patch-other-word-ignored',
    breaks: ['B-SCM-16'],
    says: 'An operation of another word tells success and does nothing.',
    rule: {
      scim: {
        carriedOut: <Operation>(all: readonly Operation[]) =>
          all.filter((one) => scim.word((one as { op?: unknown }).op)),
      },
    },
  },
  {
    ...notRequiring('scim-group-put-needs-no-schema', 'schemas', 'PUT and PATCH of a group need no schema.'),
    rule: {
      scim: { requires: (what, at) => !(what === 'schemas' && (at === 'group-put' || at === 'group-patch')) },
    },
  },
  scimTurn(
    'scim-groups-list-before-the-put',
    ['B-SCM-07', 'B-SCM-18'],
    ['group-list', 'group-post', 'group-put', 'group-patch', 'group-delete'],
    'A PUT of a group does not show in the list until a group is created.',
    (asked, handle) => {
      const kept = stale(asked)
      if (asked.operation === 'group-list') return kept.answer ?? handle(asked)
      kept.answer = asked.operation === 'group-put' ? groupsNow(asked) : undefined
      return handle(asked)
    },
  ),
  scimTurn(
    'scim-add-to-what-was-posted',
    ['B-SCM-19'],
    ['group-post', 'group-patch'],
    'An add begins with the members that the group was created with.',
    (asked, handle) => {
      const { members } = posted(asked)
      if (asked.operation === 'group-post') {
        const answer = handle(asked)
        for (const group of asked.people.groups.all()) if (!members.has(group.id)) members.set(group.id, group.members)
        return answer
      }
      const group = groupOf(asked)
      const first = members.get(group?.id ?? 0)
      if (group && first && operationsIn(asked)[0]?.['op'] === 'add')
        asked.people.groups.put({ ...group, members: first }, asked.call.journal)
      return handle(asked)
    },
  ),
  {
    id: 'scim-replace-by-count',
    breaks: ['B-SCM-19'],
    says: 'A replace exchanges as many members as it names and keeps the rest.',
    rule: { scim: { replaced: (before, named) => [...named, ...before.slice(named.length)] } },
  },
]
