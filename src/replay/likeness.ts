import { isMoment, momentOf } from '../exchange/moment.ts'
import { plainId } from '../exchange/plain-id.ts'
import type { ContractFacts } from '../contract/facts.ts'
import { holdsPlaceholder } from '../redact/placeholder.ts'
import type { Acting } from './acting.ts'
import { changeIds, isId } from './ids.ts'
import type { Mapping } from './mapping.ts'
import { serverTimes } from './rewrite-query.ts'

/** What a comparison knows beside the two values. */
export interface Ground {
  readonly facts: ContractFacts
  readonly mapping: Mapping
  readonly recorded: Acting
  readonly now: Acting
  /** Whether the client itself sent this time in a body: then the server has not chosen it. */
  readonly isSent: (time: string) => boolean
  /** Record that the exchange is about, where its address names one. */
  readonly about?: string | undefined
  /** Fields by which a list is sorted; undefined where no order was asked for. */
  readonly order?: readonly string[] | undefined
  /** One page of a list without an order: which records it holds nobody promised. */
  readonly isAnyPage?: boolean
}

type Scalar = string | number | boolean | null

/** Fields that name who did it: each target has its own people. */
const actors = new Set(['lastChangedBy', 'createPerson'])

/** Fields that name a cluster: each target is somewhere else. */
const clusters = new Set(['URL', 'cluster_url'])

/** Whether a recorded value and the one of now are equal, but for what each server chooses. New pairs are learned. */
export function alike(
  field: string,
  recorded: Scalar,
  now: Scalar,
  about: string | undefined,
  ground: Ground,
): boolean {
  const { mapping } = ground
  if (typeof recorded === 'string' && typeof now === 'string') {
    if (holdsPlaceholder(recorded)) return now !== ''
    if (clusters.has(field) && URL.canParse(recorded) && URL.canParse(now)) return true
    const name = mapping.name(recorded)
    if (name !== undefined && (now === name || (field === 'externalId' && now === recorded))) return true
    if (isId(recorded) && isId(now)) return mapping.agree(recorded, now)
    if (actors.has(field) || field === 'createDateTime')
      return shapeOf(recorded) === shapeOf(now) && mapping.agreeOn(about, field, recorded, now)
    if (plainText(recorded, ground, 'recorded') === plainText(now, ground, 'now')) return true
    if (isContext(recorded, now, ground)) return true
    return isTime(recorded) && !ground.isSent(recorded) && shapeOf(recorded) === shapeOf(now)
  }
  if (typeof recorded === 'number' && typeof now === 'number' && isTime(recorded)) {
    if (!isTime(now)) return false
    if (field === 'lastChanged') return mapping.agreeOn(about, field, recorded, now)
    const told = mapping.told(ground.about, 'lastChanged', recorded)
    if (told !== undefined) return told === now
    return recorded === now || !ground.isSent(String(recorded))
  }
  return recorded === now
}

const isContext = (recorded: string, now: string, ground: Ground): boolean =>
  (Object.keys(ground.recorded) as Array<keyof Acting>).some(
    (word) => ground.recorded[word] === recorded && ground.now[word] === now,
  )

const isTime = (value: string | number): boolean =>
  typeof value === 'number' ? value >= 1e12 && value < 1e14 : isMoment(value) && !Number.isNaN(momentOf(value))

const shapeOf = (text: string): string =>
  isTime(text) ? text.replace(/\d+/g, (digits) => (digits.length === 3 ? 'ms' : 'n')) : ''

/** A text without what differs by nature: ids by their mapping, names without our mark, times and origins. */
export function plainText(text: string, { mapping }: Ground, side: 'recorded' | 'now'): string {
  // Both sides in recorded ids; ids inside external ids, which the client gave, are the same on both.
  const ids = changeIds(side === 'now' ? mapping.withoutTag(text) : text, (id) => {
    const isKnown = mapping.isInName(id) || (side === 'recorded' && mapping.expected(id) !== undefined)
    return (side === 'now' ? mapping.recorded(id) : undefined) ?? (isKnown ? plainId(id) : 'unknown id')
  })
  return ids.replace(/\bhttps?:\/\/[^/\s"'<>]+/gi, 'origin:').replace(/(?<!\d)1\d{12}(?!\d)/g, 'time')
}

/** A text by which two values are paired: equal for values that are the same record. */
export function signature(value: unknown, ground: Ground, side: 'recorded' | 'now', field = ''): string {
  if (Array.isArray(value))
    return `[${value
      .map((element) => signature(element, ground, side))
      .sort()
      .join(',')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${key}:${signature((value as Record<string, unknown>)[key], ground, side, key)}`)
      .join(',')}}`
  }
  if (serverTimes.includes(field) || actors.has(field)) return typeof value
  return typeof value === 'string' ? JSON.stringify(plainText(value, ground, side)) : String(value)
}
