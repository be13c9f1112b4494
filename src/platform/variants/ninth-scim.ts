import type { Variant } from '../deviation.ts'
import { headerIn } from '../faults/passing.ts'
import { sending, sentWith } from '../faults/people-kinds.ts'
import { empty } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { scimRules } from '../rulebook/scim.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import type { Person } from '../people/store.ts'
import type { UserCall } from '../user/user-call.ts'
import { isFieldList } from './turned-away.ts'

const { scim } = scimRules

const inLowerCase = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inLowerCase)
  if (!isFieldList(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inLowerCase(inner)]))
}

/** What a write would be answered with, told by its status and, where something was made, by an address relative to that of the request. */
function bodiless({ operation }: ScimCall, answer: PlatformResponse): PlatformResponse {
  if (operation.endsWith('-post')) {
    const [, at] = /\/(v2\/[^/]+\/[^/]+)$/.exec(headerIn(answer, 'Location') ?? '') ?? []
    return empty(201, at === undefined ? [] : [['Location', `../${at}`]])
  }
  return /-(?:put|patch)$/.test(operation) ? empty(204) : answer
}

/** The deletion of a user, after which its groups have it as before. */
export function staying<Asked extends ScimCall | UserCall>(
  asked: Asked,
  handle: (asked: Asked) => PlatformResponse,
): PlatformResponse {
  const { people, call } = asked
  const before = people.groups.all()
  const answer = handle(asked)
  for (const group of before)
    if (people.groups.get(group.id)?.members.length !== group.members.length) people.groups.put(group, call.journal)
  return answer
}

/** Lawful readings of SCIM, thought up by a ninth reader (suites/two-readings). */
export const ninthScimVariants: readonly Variant[] = [
  {
    id: 'scim-attributes-in-lower-case',
    leaves: ['B-SCM-17'],
    says: 'Names of attributes are in lower case, in lists, too.',
    // These edit lists by the names that the RFC spells.
    excludes: [
      'scim-lists-bare-in-changing-order',
      'scim-list-in-changing-order',
      'scim-groups-in-changing-order',
      'scim-put-clears-emails',
      'scim-built-in-users',
    ],
    rule: {
      scim: {
        user: inLowerCase,
        group: inLowerCase,
        list: (resources, total, start) => inLowerCase(scim.list(resources, total, start)),
      },
    },
  },
  {
    id: 'scim-writes-201-with-a-path-beside',
    leaves: ['B-SCM-17'],
    says: 'Writes of the SCIM API have no body: a POST is answered 201 with an address relative to its own, PUT and PATCH with 204.',
    excludes: [
      'scim-all-statuses-200',
      'scim-no-location',
      'scim-writes-204',
      'scim-writes-answer-location-only',
      'scim-writes-answer-nothing',
      'scim-writes-answer-statuses-only',
      'scim-writes-empty-deletes-202',
      'scim-location-relative',
      'scim-ids-with-leading-zeros',
      'scim-ids-of-nineteen-digits',
      'scim-ids-beyond-doubles',
    ],
    seam: { people: { scim: (asked, handle) => bodiless(asked, handle(asked)) } },
  },
  {
    id: 'scim-members-outlive-their-users',
    leaves: ['B-SCM-06', 'B-SCM-18'],
    says: 'A user that was deleted stays a member of its groups until it is taken out; an unknown user may be added by PATCH.',
    seam: {
      people: {
        user: (asked, handle) => (asked.operation === 'delete' ? staying(asked, handle) : handle(asked)),
        scim: (asked, handle) => {
          if (asked.operation === 'user-delete') return staying(asked, handle)
          if (asked.operation !== 'group-patch') return handle(asked)
          const { persons } = asked.people
          const get = (id: number) => persons.get(id) ?? ({ id, name: null } as Person)
          return handle({ ...asked, people: { ...asked.people, persons: { ...persons, get } } })
        },
      },
    },
  },
  {
    id: 'people-born-inactive',
    leaves: ['B-USR-35', 'B-SCM-17'],
    says: 'A user that is created without active, by either API, is not active.',
    seam: {
      people: {
        user: (asked, handle) =>
          handle(asked.operation === 'post' ? sending(asked, { active: false, ...sentWith(asked) }) : asked),
        scim: (asked, handle) =>
          handle(asked.operation === 'user-post' ? sending(asked, { active: false, ...sentWith(asked) }) : asked),
      },
    },
  },
]
