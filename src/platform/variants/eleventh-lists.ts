import type { Variant } from '../deviation.ts'
import { empty } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { People, PeopleGroup } from '../people/store.ts'
import type { ScimCall } from '../scim/scim-call.ts'

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const readAloud = (text: string | null): string => (text ?? '').replace(/[.\-_+@\s]/g, '')

const everybodyId = 1

/** The group that all users of the account are in. */
const everybody = ({ persons }: People): PeopleGroup => {
  const all = persons.all()
  return {
    id: everybodyId,
    displayName: 'Everybody',
    members: all.map(({ id }) => id),
    created: Math.min(...all.map(({ created }) => created)),
    lastChanged: Math.max(...all.map(({ lastChanged }) => lastChanged)),
  }
}

function withEverybody(asked: ScimCall, handle: (asked: ScimCall) => PlatformResponse): PlatformResponse {
  const { people, operation, call } = asked
  if (/^group-(?:put|patch|delete)$/.test(operation) && Number(call.params['groupId']) === everybodyId)
    return empty(403)
  const { groups } = people
  return handle({
    ...asked,
    people: {
      ...people,
      groups: {
        all: () => [everybody(people), ...groups.all()],
        get: (id) => (id === everybodyId ? everybody(people) : groups.get(id)),
        // A user that is deleted leaves it by itself.
        put: (row, journal) => (row.id === everybodyId ? undefined : groups.put(row, journal)),
        remove: (id, journal) => groups.remove(id, journal),
      },
    },
  })
}

/** Lawful readings of lists of users and groups, thought up by an eleventh reader (suites/two-readings). */
export const eleventhListVariants: readonly Variant[] = [
  {
    id: 'user-sort-natural-and-blind-to-signs',
    leaves: ['B-USR-36'],
    says: 'Texts are sorted without letter case, accents and signs, and digits by their value; desc is the exact reverse of asc.',
    rule: {
      user: {
        compares: (one, other, descends) => {
          const difference = compare(readAloud(one), readAloud(other))
          return descends ? -difference : difference
        },
        ties: (one, other, descends) => (descends === undefined ? 0 : descends ? other - one : one - other),
      },
    },
  },
  {
    id: 'user-sort-nulls-first-both-ways',
    leaves: ['B-USR-36'],
    says: 'Users without the value that a list is sorted by come first, ascending and descending alike.',
    rule: {
      user: {
        compares: (one, other, descends) => {
          if (one === null || other === null) return Number(other === null) - Number(one === null)
          const difference = one < other ? -1 : one > other ? 1 : 0
          return descends ? -difference : difference
        },
      },
    },
  },
  {
    id: 'scim-built-in-group-of-everybody',
    leaves: ['B-SCM-07', 'B-SCM-17'],
    says: 'The first group of the list is one that nobody created, which all users are in and which cannot be written: 403.',
    seam: { people: { scim: withEverybody } },
  },
]
