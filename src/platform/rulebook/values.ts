import type { Step } from '../data/step.ts'

export type ValueKind = 'text' | 'dateTime' | 'boolean' | 'number' | 'reference' | 'references' | 'inlined' | 'any'

/** How a value reaches the store. */
export interface Taking extends Step {
  readonly kind: ValueKind
  readonly inBatch: boolean
}

/** Where a record is shown: read by id or external id, in a list with or without a query, expanded, as a row, or after a write. */
export type Place = 'id' | 'external-id' | 'list' | 'search' | 'expanded' | 'row' | 'written'

export interface Showing {
  readonly kind: ValueKind
  readonly place: Place
  readonly inBatch: boolean
}

/** The values of fields on their way into the store and out of it (A-DAT-03, 05, 07, A-REC-09..11). Never null. */
const values = {
  taken: (value: unknown, _taking: Taking): unknown => value,
  shown: (value: unknown, _showing: Showing): unknown => value,
  /** The version of a record that is shown. */
  version: <T>(stored: T, _former: T | undefined, _seen: Omit<Showing, 'kind'>): T => stored,
}

export const valueRules = { values }
