import type { Variant } from '../deviation.ts'
import { elementsIn, sentWith } from '../faults/people-kinds.ts'
import { askedOf } from '../faults/passing.ts'
import { empty } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { everyPerson, type People } from '../people/store.ts'
import { ScimRefused, type ScimCall } from '../scim/scim-call.ts'
import type { UserCall } from '../user/user-call.ts'
import { isFieldList } from './turned-away.ts'

function smallestFree(taken: readonly number[]): number {
  const known = new Set(taken)
  let id = 1
  while (known.has(id)) id += 1
  return id
}

/** The people of a call, whose next user has the smallest number that no user has. */
const renumbered = ({ people, house }: ScimCall | UserCall): People => ({
  ...people,
  nextId: () => smallestFree(everyPerson(house).map(({ id }) => id)),
})

/** What says who calls may stand in a query, too (A-AUT-04). */
const ofTheCaller = ['access_token', 'account', 'company', 'user', 'clientId', 'clientVersion']
const isQuery = ({ call }: ScimCall): boolean =>
  [...askedOf(call.request).query.keys()].some((name) => !ofTheCaller.includes(name))

const folded = (name: unknown): string | undefined =>
  typeof name === 'string' && name !== '' ? name.trim().replace(/\s+/g, ' ').toLowerCase() : undefined

/** Names that a write gives to a group, be it by an operation of a patch. */
function namesGiven(asked: ScimCall): ReadonlyArray<string | undefined> {
  const sent = sentWith(asked)
  if (asked.operation !== 'group-patch') return [folded(sent['displayName'])]
  return elementsIn(sent['Operations'])
    .filter(isFieldList)
    .filter(({ op }) => !/^remove$/i.test(String(op)))
    .map(({ path, value }) =>
      /^displayname$/i.test(String(path))
        ? folded(value)
        : isFieldList(value)
          ? folded(value['displayName'])
          : undefined,
    )
}

function withOneName(asked: ScimCall, handle: (asked: ScimCall) => PlatformResponse): PlatformResponse {
  if (!/^group-p/.test(asked.operation)) return handle(asked)
  const own = Number(asked.call.params['groupId'])
  const others = asked.people.groups.all().filter(({ id }) => asked.operation === 'group-post' || id !== own)
  const names = new Set(others.map(({ displayName }) => folded(displayName)))
  const isThere = asked.operation === 'group-post' || asked.people.groups.get(own) !== undefined
  if (isThere && namesGiven(asked).some((name) => name !== undefined && names.has(name)))
    throw new ScimRefused(409, 'uniqueness', 'there is a group of that name')
  return handle(asked)
}

/** Lawful readings of SCIM, thought up by a tenth reader (suites/two-readings). */
export const tenthScimVariants: readonly Variant[] = [
  {
    id: 'scim-smallest-free-id',
    leaves: ['B-SCM-18', 'B-SCM-21'],
    // It knows those who came over SCIM by the size of their ids; groups of an import have numbers that this gives again.
    excludes: ['scim-strangers-without-names', 'scim-groups-of-an-old-directory'],
    says: 'A new user or group has the smallest number that none has: the one of a deleted one is given again.',
    rule: { scim: { groupId: (_next, groups) => smallestFree(groups) } },
    seam: {
      people: {
        scim: (asked, handle) => handle({ ...asked, people: renumbered(asked) }),
        user: (asked, handle) => handle({ ...asked, people: renumbered(asked) }),
      },
    },
  },
  {
    id: 'scim-reads-with-a-query-refused',
    leaves: ['B-SCM-02', 'B-SCM-17'],
    says: 'Lists have all there is, and GET with a query parameter is refused with 400 and no body.',
    excludes: ['scim-pages-of-five'],
    seam: {
      people: {
        scim: (asked, handle) =>
          /-(?:list|get)$/.test(asked.operation) && isQuery(asked) ? empty(400) : handle(asked),
      },
    },
  },
  {
    id: 'scim-group-names-unique',
    leaves: ['B-SCM-08', 'B-SCM-17'],
    says: 'A name that a group has, in any letter case and with any blanks, is refused for another one with 409.',
    seam: { people: { scim: withOneName } },
  },
]
