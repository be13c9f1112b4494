import type { Mismatch } from '../../../src/kit/mismatch.ts'
import { show } from '../../../src/kit/show.ts'

export type PeopleWay = 'user' | 'scim'
export const peopleWays = ['user', 'scim'] as const
export const nameOf = (way: PeopleWay): string => (way === 'user' ? 'User API' : 'SCIM API')
const otherWay = (way: PeopleWay): PeopleWay => (way === 'user' ? 'scim' : 'user')

const fieldNames = ['firstName', 'lastName', 'name', 'active', 'phone', 'email'] as const
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
  /** Its e-mail before the walk. */
  readonly email: string
  /** By company: the permission group that the User API gave it last; undefined if SCIM wrote it since, which knows nothing of them. */
  groups: ReadonlyMap<string, unknown> | undefined
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
  groups: undefined,
  views: { user: new Map(), scim: new Map() },
  unread: new Set(peopleWays),
})

const viewOf = (person: Person, way: PeopleWay, field: FieldName): View => person.views[way].get(field) ?? [anything]

/** The values that an interface may show of a field; empty if any. */
export const possible = (person: Person, way: PeopleWay, field: FieldName): readonly unknown[] =>
  viewOf(person, way, field).filter((value) => value !== anything)

/** The value that an interface shows of a field, as far as it was written or read; undefined if it may be one of several. */
export function only(person: Person, way: PeopleWay, field: FieldName): unknown {
  const [value, ...others] = new Set(possible(person, way, field))
  return others.length === 0 ? value : undefined
}

export function emailOf(person: Person, way: PeopleWay): string | undefined {
  const email = only(person, way, 'email')
  return typeof email === 'string' ? email : undefined
}

/** Takes in a write for one company: whether its values are those of the user is not said (B-USR-13). */
export function maybeWritten(person: Person, sent: ShownPerson): void {
  for (const way of peopleWays) {
    person.unread.add(way)
    for (const field of fieldNames)
      if (field in sent) person.views[way].set(field, [...viewOf(person, way, field), sent[field] ?? null])
  }
}

/** For all companies, or for one of them. */
export const everyCompany = 'every company'

/** Takes in the permission group that a write of the User API gave for a company, or for all. */
export function grouped(person: Person, company: string, groupId: unknown): void {
  if (company === everyCompany) person.groups = new Map([[everyCompany, groupId]])
  else if (person.groups) person.groups = new Map([...person.groups, [company, groupId]])
}

interface ShownCompany {
  readonly companyId: unknown
  readonly groupId: unknown
}

/** A breach if a company is shown with another group than the one that was given there last. */
export function groupMismatch(
  { groups }: Pick<Person, 'groups'>,
  companies: readonly ShownCompany[],
  how: string,
): Mismatch | undefined {
  if (!groups) return undefined
  for (const { companyId, groupId } of companies) {
    const given = groups.get(String(companyId)) ?? groups.get(everyCompany)
    if (show(given) !== show(groupId))
      return {
        expected: `${how} group ${show(given)} in company ${show(companyId)}`,
        actual: `group ${show(groupId)}`,
      }
  }
  return undefined
}

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
