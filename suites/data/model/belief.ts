import type { Dto } from '../../../src/clients/answer.ts'
import type { Mismatch } from '../../../src/kit/mismatch.ts'
import { show } from '../../../src/kit/show.ts'

/** Of a field that no write set: the service may fill it (A-DAT-05). */
export const unset = Symbol('whatever the service fills in, but nothing that a caller sent')

export interface Live {
  readonly is: 'live'
  readonly subject: unknown
  /** May be `unset`. */
  readonly remarks: unknown
  readonly externalId: unknown
  /** Undefined until a response has told it. */
  readonly lastChanged: number | undefined
}

/** `before` tells whether a record was ever there: whether a deleted id may be used again is not stated. */
interface Absent {
  readonly is: 'absent'
  readonly before: boolean
}

export type RecordState = Live | Absent

/** One record that the walk may create: its names, and all states that it may be in. */
export interface Slot {
  id: string
  readonly externalId: string
  beliefs: readonly RecordState[]
  /** Every lastChanged it has had. */
  readonly versions: number[]
  /** All remarks that were ever sent for it. */
  readonly remarks: Set<unknown>
  /** What a record shows that never had remarks, and one that lost them may show. */
  none: unknown
}

export const newSlot = (id: string, externalId: string): Slot => ({
  id,
  externalId,
  beliefs: [{ is: 'absent', before: false }],
  versions: [],
  remarks: new Set(),
  none: null,
})

/** A record as an answer shows it; null and absent fields are one. */
export const liveOf = (dto: Dto): Live => ({
  is: 'live',
  subject: dto['subject'] ?? null,
  remarks: dto['remarks'] ?? null,
  externalId: dto['externalId'] ?? null,
  lastChanged: Number(dto['lastChanged']),
})

const areRemarks = ({ none }: Slot, believed: unknown, seen: unknown): boolean =>
  believed === seen || (believed === null && seen === none)

const agrees = (slot: Slot, belief: RecordState, seen: RecordState): boolean => {
  if (belief.is === 'absent' || seen.is === 'absent') return belief.is === seen.is
  return (
    belief.subject === seen.subject &&
    (belief.remarks === unset ? !slot.remarks.has(seen.remarks) : areRemarks(slot, belief.remarks, seen.remarks)) &&
    belief.externalId === seen.externalId &&
    (belief.lastChanged === undefined || belief.lastChanged === seen.lastChanged)
  )
}

/** Takes in what a read showed: keeps the possible states that agree with it. A breach if none does. */
export function takeIn(slot: Slot, seen: RecordState, how: string): Mismatch | undefined {
  const left = slot.beliefs.filter((belief) => agrees(slot, belief, seen))
  if (left.length === 0) return { expected: `${how} ${slot.beliefs.map(inWords).join(' or ')}`, actual: inWords(seen) }
  const known = left.find((belief) => belief.is === 'absent')
  slot.beliefs = [seen.is === 'absent' && known ? known : seen]
  if (seen.is === 'live' && seen.lastChanged !== undefined && seen.lastChanged !== slot.versions.at(-1))
    slot.versions.push(seen.lastChanged)
  return undefined
}

export const believe = (slot: Slot, ...states: readonly RecordState[]): void => {
  slot.beliefs = states
}

/** The only possible state of the record, if there is just one and its lastChanged is known. */
export function certain(slot: Slot): RecordState | undefined {
  const [only, ...others] = slot.beliefs
  return only && others.length === 0 && (only.is === 'absent' || only.lastChanged !== undefined) ? only : undefined
}

const inWords = (state: RecordState): string => {
  if (state.is === 'absent') return 'no record'
  const { is: _, ...fields } = state
  const { remarks, ...others } = fields
  return remarks === unset
    ? `a record with ${show(others)} and no remarks that were sent before`
    : `a record with ${show(fields)}`
}
