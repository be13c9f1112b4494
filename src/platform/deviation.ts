import type { WireFilter } from './http/message.ts'
import type { Rulebook } from './rulebook/rulebook.ts'
import type { Seams } from './seams/seams.ts'

/** Replaces rules or seams by name: `{ lock: { refuses: () => false } }`. */
type Replacement<Of> = { readonly [Group in keyof Of]?: Partial<Of[Group]> }

/** A named deviation of the platform: one behaviour each; `says` is one sentence on what is different. */
export interface Deviation {
  readonly id: string
  readonly says: string
  readonly rule?: Replacement<Rulebook>
  readonly seam?: Replacement<Seams>
  readonly wire?: WireFilter
}

/** A deviation that breaks statements of the documents. */
export interface Fault extends Deviation {
  readonly breaks: readonly [string, ...string[]]
}

/** A lawful other reading of the documents: no check may ever flag it. */
export interface Variant extends Deviation {
  /** Statements that leave the point open. */
  readonly leaves: readonly [string, ...string[]]
  /** Other variants that cannot hold beside it; those that replace the same rule or seam need no mention. */
  readonly excludes?: readonly string[]
  /** Served beside no other: what it does to a check hangs on how long each step takes, and so on every other variant. */
  readonly alone?: true
}
