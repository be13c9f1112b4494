import type { Defect } from './defect.ts'
import type { BatchForm } from './form.ts'

/** The operation of a part on the record at a position: only operations whose outcome the documents fix. */
export type Deed = 'create' | 'put' | 'patch' | 'delete' | 'get' | 'stale' | 'dangling'

export interface Step {
  readonly deed: Deed
  /** Position of the record, modulo the number of records. */
  readonly slot: number
  /** Whether the part has a Content-ID. */
  readonly named: boolean
}

/** A batch as data: it can be sent to any target, and shrinks towards one canonical read. */
export interface BatchCase {
  readonly steps: readonly Step[]
  /** Left out if undefined. */
  readonly transactional?: boolean
  readonly form: BatchForm
  readonly defect?: Defect
}

/** The number of records that exist at the start; later ones do not exist yet. */
export const slotsThere = 3
export const slots = 5

/** The content of a record, as the step that wrote it last; -1 before any step; undefined if there is no record yet, null if it was deleted. */
export type TextState = ReadonlyArray<number | null | undefined>

export const before: TextState = Array.from({ length: slots }, (_, slot) => (slot < slotsThere ? -1 : undefined))

/** The effective operation of a step, so that every outcome is fixed: one that makes a missing record, under another id if it was deleted, for when an id is free again is not stated. */
export function settled({ deed, slot }: Step, state: TextState): { readonly deed: Deed; readonly slot: number } {
  const at = slot % slots
  if (deed === 'create' || deed === 'dangling') return { deed, slot: at }
  if (state[at] === null) return { deed: 'create', slot: at }
  return { deed: state[at] === undefined ? 'put' : deed, slot: at }
}

export type StepOutcome = 'done' | 'refused by the lock' | 'refused for its reference'

export const outcomeOf = (deed: Deed): StepOutcome =>
  deed === 'stale' ? 'refused by the lock' : deed === 'dangling' ? 'refused for its reference' : 'done'

/** The state after a successful step. */
export function stepped(
  state: TextState,
  { deed, slot }: { readonly deed: Deed; readonly slot: number },
  position: number,
): TextState {
  if (deed === 'put' || deed === 'patch') return state.with(slot, position)
  return deed === 'delete' ? state.with(slot, null) : state
}
