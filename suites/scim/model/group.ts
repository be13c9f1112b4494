import type { Mismatch } from '../../../src/kit/mismatch.ts'
import { show } from '../../../src/kit/show.ts'

/** What becomes of a member that is not active is open: it stays, it is hidden as long as it is not active, or it is taken out for good. */
const readings = ['stays', 'hidden', 'taken out'] as const
type Reading = (typeof readings)[number]

/** A group of the walk, and its members under each reading that is still possible. Members are places of users. */
export interface Group {
  id: string | undefined
  name: string
  members: ReadonlyMap<Reading, ReadonlySet<number>>
}

export const newGroup = (): Group => ({ id: undefined, name: '', members: new Map() })

/** The groups of a walk, and who of their possible members is not active. */
export interface Memberships {
  readonly groups: readonly Group[]
  readonly inactive: Set<number>
}

export const opened = (group: Group, id: string, name: string, members: readonly number[]): void => {
  group.id = id
  group.name = name
  group.members = new Map(readings.map((reading) => [reading, new Set(members)]))
}

/** Takes in a write that the target told done. */
export function changeMembers(group: Group, change: (before: ReadonlySet<number>) => Iterable<number>): void {
  group.members = new Map([...group.members].map(([reading, members]) => [reading, new Set(change(members))]))
}

/** Members of whom every reading says that the group has them. */
export function certainMembers({ members }: Group): readonly number[] {
  const [first, ...others] = members.values()
  return [...(first ?? [])].filter((one) => others.every((set) => set.has(one)))
}

/** Whether the group has this member by any reading. */
export const isPossibleMember = ({ members }: Group, person: number): boolean =>
  [...members.values()].some((places) => places.has(person))

export function noteActive({ inactive, groups }: Memberships, person: number, active: boolean): void {
  if (active) inactive.delete(person)
  else {
    inactive.add(person)
    for (const group of groups) {
      const left = new Set([...(group.members.get('taken out') ?? [])].filter((one) => one !== person))
      group.members = new Map([...group.members, ['taken out', left] as const])
    }
  }
}

/** A breach if the members that a group showed fit no reading. */
export function membersMismatch(
  { inactive }: Memberships,
  { members }: Group,
  seen: readonly number[],
): Mismatch | undefined {
  const shown = (places: Iterable<number>): string =>
    show([...places].sort((one, other) => one - other).map((place) => place + 1))
  const expected = [...members].map(([reading, places]) =>
    shown([...places].filter((place) => reading !== 'hidden' || !inactive.has(place))),
  )
  if (expected.includes(shown(seen))) return undefined
  return {
    expected: `as members of the group the users number ${[...new Set(expected)].join(' or ')}`,
    actual: `the users number ${shown(seen)}`,
  }
}
