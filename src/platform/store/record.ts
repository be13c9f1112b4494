import type { Fields } from '../data/step.ts'

/** A record as stored; never changed in place, so that an undo log can restore the previous one. */
export interface StoredRecord {
  readonly id: string
  readonly externalId: string | null
  /** Milliseconds since the epoch: the start of the transaction that wrote it. */
  readonly lastChanged: number
  readonly lastChangedBy: string | null
  /** Who created it: the id of a user, or of a client that acted for itself; unset for what each company starts with. */
  readonly createdBy?: string | undefined
  readonly fields: Fields
  /** The version that it replaced; only a deviation shows it. */
  readonly former?: StoredRecord | undefined
  /** Written last by a part of a batch; only a deviation looks at it. */
  readonly inBatch?: boolean
}

export interface Deletion {
  readonly record: StoredRecord
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Who deleted it, whether by force, and how it was addressed. */
  readonly by: string
  readonly forced: boolean
  readonly route: 'id' | 'externalId'
  readonly inBatch: boolean
}

/** Ids are compared without dashes and case-insensitively. */
export const plainId = (id: string): string => id.replaceAll('-', '').toUpperCase()
