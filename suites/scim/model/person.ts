import type { Mismatch } from '../../../src/kit/mismatch.ts'
import { show } from '../../../src/kit/show.ts'

export type PeopleWay = 'user' | 'scim'
export const peopleWays = ['user', 'scim'] as const
export const nameOf = (way: PeopleWay): string => (way === 'user' ? 'User API' : 'SCIM API')
const otherWay = (way: PeopleWay): PeopleWay => (way === 'user' ? 'scim' : 'user')

const fieldNames = ['firstName', 'lastName', 'name', 'active', 'phone'] as const
type FieldName = (typeof fieldNames)[number]
export type ShownPerson = Partial<Record<FieldName, unknown>>

/** Before anything was read: whatever is there. */
const anything = Symbol('whatever was there before')

/** Values that one interface may show of one field, in the order in which they were written: what comes before a value that was seen cannot come back. */
type View = readonly unknown[]

/** A user that the walk writes through every interface that shows it. */
export interface Person {
  /** The interface that created it. */
  readonly home: PeopleWay
  readonly email: string
  /** Its id in each interface that shows it. */
  readonly ids: Readonly<Partial<Record<PeopleWay, string>>>
  readonly views: Record<PeopleWay, Map<FieldName, View>>
  /** Interfaces in which nobody read it by its id since it was written last. */
  readonly unread: Set<PeopleWay>
}

export const newPerson = (home: PeopleWay, email: string, ids: Person['ids']): Person => ({
  home,
  email,
  ids,
  views: { user: new Map(), scim: new Map() },
  unread: new Set(peopleWays),
})

const viewOf = (person: Person, way: PeopleWay, field: FieldName): View => person.views[way].get(field) ?? [anything]

/** The values that an interface may show of a field; empty if any. */
export const possible = (person: Person, way: PeopleWay, field: FieldName): readonly unknown[] =>
  viewOf(person, way, field).filter((value) => value !== anything)

/** Takes in a write: its own interface shows it, the other may at any time. */
export function written(
  person: Person,
  way: PeopleWay,
  sent: Readonly<Partial<Record<FieldName, readonly unknown[]>>>,
): void {
  for (const one of peopleWays) person.unread.add(one)
  for (const field of fieldNames) {
    const values = sent[field]
    if (!values) continue
    person.views[way].set(field, values)
    person.views[otherWay(way)].set(field, [...viewOf(person, otherWay(way), field), ...values])
  }
}

/** Takes in what a read showed. A breach if it is neither the value written last nor one of the other interface. */
export function takeInPerson(person: Person, way: PeopleWay, shown: ShownPerson, how: string): Mismatch | undefined {
  for (const field of fieldNames) {
    if (!(field in shown)) continue
    const view = viewOf(person, way, field)
    const seen = shown[field] === '' ? null : (shown[field] ?? null)
    const at = view.indexOf(seen)
    if (at < 0 && view[0] !== anything)
      return { expected: `${how} ${field} ${view.map(show).join(' or ')}`, actual: `${field} ${show(seen)}` }
    person.views[way].set(field, at < 0 ? [seen, ...view.slice(1)] : view.slice(at))
  }
  return undefined
}
