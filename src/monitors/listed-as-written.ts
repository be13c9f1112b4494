import { isObject } from '../exchange/json.ts'
import { momentOf } from '../exchange/moment.ts'
import { isCovered } from '../contract/index.ts'
import { isPlaceholder } from '../redact/placeholder.ts'
import type { MembersDue } from './group-members.ts'
import { listLag } from './list-lag.ts'
import { clocks, isAboutNow, type Moment, type Observed } from './observed.ts'
import type { WrittenKind } from './written-kinds.ts'

type Json = Readonly<Record<string, unknown>>

/** The last write of a thing, as far as it tells what is there since. */
export interface Written {
  readonly kind: WrittenKind
  readonly group: string
  /** What was sent; of what was deleted, what was sent before. */
  readonly values: Json
  readonly members: MembersDue | undefined
  readonly gone: boolean
  /** When the answer says that it was last changed, in milliseconds; of what was deleted, when the answer before said so. */
  readonly changedAt: number | undefined
  /** When it was created, as the last answer said that tells it. */
  readonly createdAt: number | undefined
  /** It came with this write. */
  readonly isNew: boolean
  /** That time is the one of this write: an answer may as well show what was before (B-SCM-17). */
  readonly tellsTime: boolean
  /** The server's time of the write. */
  readonly date: number
  /** Whose records it is one of. */
  readonly place: string
  readonly by: Moment
}

const timeIn = (told: unknown): number | undefined => {
  const at = typeof told === 'number' ? told : momentOf(told)
  return Number.isNaN(at) ? undefined : at
}

/** When a record says that it was last changed: lastChanged, or meta.lastModified of SCIM. */
export function timeOfChange(record: unknown): number | undefined {
  if (!isObject(record)) return undefined
  const { lastChanged, meta } = record
  return timeIn(lastChanged ?? (isObject(meta) ? meta['lastModified'] : undefined))
}

export function createdAt(record: unknown): number | undefined {
  if (!isObject(record)) return undefined
  const { createdAt: told, created, meta } = record
  return timeIn(told ?? created ?? (isObject(meta) ? meta['created'] : undefined))
}

/** The server's time of an answer. */
export const dateOf = ({ reading, moment }: Observed): number =>
  Date.parse(reading.responseHeader('date') ?? '') || moment.sentAt - clocks

/** A text that no server has a reason to store otherwise, or a boolean. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value === value.trim() && value.length <= 40 && !isHidden(value))

/** Whoever recorded may have covered values, and not the same everywhere. */
const isHidden = (value: unknown): boolean => typeof value === 'string' && (isPlaceholder(value) || isCovered(value))

/** Values that were sent and are shown, and whether they are shown as they were sent. */
export const compared = (
  { kind, values }: Pick<Written, 'kind' | 'values'>,
  record: Json,
): ReadonlyArray<{ readonly name: string; readonly holds: boolean }> => {
  const shown = kind.values(record)
  return Object.entries(values).flatMap(([name, value]) =>
    isPlain(value) && shown[name] !== undefined && !isHidden(shown[name])
      ? [{ name, holds: shown[name] === value }]
      : [],
  )
}

/** Whether the time of change in the answer to a write is that of the write: later than the one before, or just now. */
export function tellsTime(now: number | undefined, before: Written | undefined, observed: Observed): boolean {
  if (now === undefined) return false
  if (before) return before.tellsTime && before.changedAt !== undefined && now > before.changedAt
  return observed.reading.responseHeader('date') !== undefined && isAboutNow(now, observed)
}

/** Made anew since, as it says itself: by another client, perhaps. */
export function isAnew({ createdAt: before, date }: Written, record: Json): boolean {
  const made = createdAt(record)
  return made !== undefined && (before === undefined ? made >= date : made !== before)
}

/** Changed since, as it says itself: by another client, perhaps, whose calls are not in this traffic. */
export function isChanged({ changedAt: written }: Written, record: Json): boolean {
  const now = timeOfChange(record)
  return written !== undefined && now !== undefined && now > written
}

/** Another client makes what was deleted anew hardly within this time of a deletion, and no list lags so long, in milliseconds. */
const goneWithin = 60_000

/** Whether a row shows what was deleted: no lag explains it any more, and it is no other that got the id. */
export function isStillListed(before: Written, row: Json, { moment }: Observed): boolean {
  const since = moment.sentAt - before.by.answeredAt
  if (since <= listLag || since > goneWithin || isAnew(before, row) || isChanged(before, row)) return false
  const known = compared(before, row)
  return createdAt(row) !== undefined || (known.length > 0 && known.every(({ holds }) => holds))
}

/** Whether a row of a list, which may lag, shows what the write left. */
export function isOfWrite({ isNew, tellsTime: tells, ...before }: Written, row: Json): boolean {
  return isNew ? createdAt(row) === before.createdAt : tells && timeOfChange(row) === before.changedAt
}
