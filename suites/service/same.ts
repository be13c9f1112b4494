import { isMoment } from '../../src/exchange/moment.ts'
import { must, plainId } from '../../src/kit/index.ts'
import { degrees, moment, partOf, type Part } from './tree.ts'

/** What a workflow may change between two readings, as its transitions are not shown (B-SVC-19). */
const ofWorkflow = ['status', 'executionStage']

/** Not compared: what a server may still change by itself, and what it derives from elsewhere. */
const ownAffair = ['lastChanged', 'inherited', 'plannedStartDate', 'plannedEndDate', ...ofWorkflow]

const isReference = (value: Part): boolean =>
  Object.keys(value).length > 0 && Object.keys(value).every((key) => ['id', 'code', 'externalId'].includes(key))

/** A value in one spelling: ids without dashes, moments as times, coordinates as numbers, no value as undefined. */
function plain(value: unknown, path = ''): unknown {
  if (/\.(?:latitude|longitude)$/.test(path)) return degrees(value)
  if (value === null || (Array.isArray(value) && value.length === 0)) return undefined
  if (typeof value !== 'string') return value
  if (/^[0-9a-f]{32}$/i.test(value.replaceAll('-', ''))) return plainId(value)
  return isMoment(value) ? moment(value) : value
}

/** Elements in an order that both sides can have; none is stated. */
const sorted = (values: readonly unknown[]): readonly unknown[] =>
  [...values].sort((a, b) => order(nameOf(a), nameOf(b)))
const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const nameOf = (value: unknown): string => {
  const { id, subject, externalId, fileName, title } = partOf(value)
  return [subject, externalId, fileName, title, typeof id === 'string' ? id : partOf(id)['uuid']]
    .map((one) => String(plain(one ?? '')))
    .join(' ')
}

/** The same for two readings: what has no name in both, like a value of a user-defined field, goes by all that it shows. */
const sortedAlike = (values: readonly unknown[]): readonly unknown[] =>
  sorted(values.toSorted((a, b) => order(textOf(a), textOf(b))))
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => order(a, b)))
      : inner,
  )

/** When the system makes a code is not said (B-SVC-08): one of two readings may not have it yet. */
const isLateCode = (name: string, left: Part, right: Part): boolean =>
  name === 'code' && ((left[name] ?? '') === '' || (right[name] ?? '') === '')

/** Within these a server may show more a while later: the place of an address, the type of a file. */
const isInner = (path: string): boolean => /(?:^|\.)(?:address|location|attachments\[\])$/.test(path)

/** The first place at which two readings of one part differ; undefined if there is none. */
function difference(one: unknown, other: unknown, path = ''): string | undefined {
  const [a, b] = [plain(one, path), plain(other, path)]
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return `${path} of ${a.length} elements and of ${b.length}`
    const others = sortedAlike(b)
    return first(sortedAlike(a).map((value, at) => difference(value, others[at], `${path}[]`)))
  }
  if (typeof a === 'object' && typeof b === 'object') {
    const [left, right] = [partOf(a), partOf(b)]
    const names =
      isInner(path) || (isReference(left) && isReference(right))
        ? common(left, right)
        : [...new Set([...Object.keys(left), ...Object.keys(right)])]
    return first(
      names
        .filter((name) => !ownAffair.includes(name) && !isLateCode(name, left, right))
        .map((name) => difference(left[name], right[name], path === '' ? name : `${path}.${name}`)),
    )
  }
  return a === b ? undefined : `${path} ${JSON.stringify(one) ?? 'absent'} and ${JSON.stringify(other) ?? 'absent'}`
}

/** Keys that both show: a reference need not have all of them. */
const common = (left: Part, right: Part): string[] =>
  Object.keys(left).filter((name) => (left[name] ?? null) !== null && (right[name] ?? null) !== null)

const first = (found: readonly (string | undefined)[]): string | undefined => found.find((one) => one !== undefined)

/** Of more requirements than were sent those that are not inherited: what else a part inherits is not said. */
const requirementsSent = (count: number, shown: readonly unknown[]): readonly unknown[] =>
  shown.length > count ? shown.filter((one) => partOf(one)['inherited'] !== true) : shown

/** Whether two values are of one user-defined field; where their references have no key in common, those that are alike. */
function isOfOneField(one: Part, other: Part): boolean {
  const [left, right] = [partOf(one['udfMeta']), partOf(other['udfMeta'])]
  const keys = common(left, right)
  return keys.length > 0 ? keys.every((key) => plain(left[key]) === plain(right[key])) : one['value'] === other['value']
}

/** Of more values of user-defined fields than were sent those of the fields that were: that no field has a value by itself is not said (B-SVC-15). */
export const udfValuesSent = (sent: readonly unknown[], shown: readonly unknown[]): readonly unknown[] =>
  shown.length > sent.length
    ? shown.filter((one) => sent.some((wanted) => isOfOneField(partOf(wanted), partOf(one))))
    : shown

/** What is shown in a list in the place of what was sent. */
export function counterparts(sent: readonly unknown[], shown: readonly unknown[], path: string): readonly unknown[] {
  if (/(?:^|\.)udfValues$/.test(path)) return udfValuesSent(sent, shown)
  return path === 'requirements' ? requirementsSent(sent.length, shown) : shown
}

/** What was sent is there, at every place; a part may show more than that. */
function lack(sent: unknown, shown: unknown, path = ''): string | undefined {
  const [a, all] = [plain(sent, path), plain(shown, path)]
  const b = Array.isArray(a) && Array.isArray(all) ? counterparts(a, all, path) : all
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return `${path} of ${b.length} elements instead of ${a.length}`
    const others = sorted(b)
    return first(sorted(a).map((value, at) => lack(value, others[at], `${path}[]`)))
  }
  if (typeof a === 'object' && typeof b === 'object') {
    const [left, right] = [partOf(a), partOf(b)]
    const names = isReference(left) ? common(left, right) : Object.keys(left)
    return first(
      names
        .filter((name) => !ownAffair.includes(name))
        .map((name) => lack(left[name], right[name], path === '' ? name : `${path}.${name}`)),
    )
  }
  return a === b ? undefined : `${path} ${JSON.stringify(shown) ?? 'absent'} instead of ${JSON.stringify(sent)}`
}

export function mustShowAll(what: string, sent: unknown, shown: unknown): void {
  const found = lack(sent, shown)
  must.hold(what, found === undefined, found)
}

/** Of a part only the fields that the tables of the documents have; technicians where they were sent, for the planning gives others (B-SVC-19). */
export const documented = (part: Part, fields: readonly string[], sent: Part): Part =>
  Object.fromEntries(
    Object.entries(part).filter(([name]) => fields.includes(name) && (name !== 'responsibles' || name in sent)),
  )

export function mustBeSame(what: string, one: unknown, other: unknown): void {
  const found = difference(one, other)
  must.hold(what, found === undefined, found)
}

const both = [
  'id',
  'code',
  'externalId',
  'subject',
  'status',
  'type',
  'remarks',
  'contact',
  'createPerson',
  'responsibles',
  'dueDateTime',
  'earliestStartDateTime',
  'durationInMinutes',
  'address',
  'attachments',
  'requirements',
  'reservedMaterials',
  'udfValues',
]

/** Fields of B-SVC-22 and B-SVC-23; the activities are compared one by one. */
export const callFields = [...both, 'businessPartner', 'priority', 'origin', 'problemType', 'resolution', 'equipments']
export const activityFields = [...both, 'executionStage', 'equipment', 'region', 'sourceActivity']
