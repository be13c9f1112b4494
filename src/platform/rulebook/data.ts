import { missingRecord, refusal } from '../data/refusal.ts'
import type { Cause, Fields, Reply, Step } from '../data/step.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'

const success = ({ operation }: Step): number =>
  operation === 'get' || operation === 'list' || operation === 'delete' ? 200 : 201

/** The operations of the Data API (A-DAT). */
export const data = {
  status: success,
  /** The body of the response to a write: the stored record, the previous one, the one that was sent, its id, or nothing. */
  shows: (_step: Step): 'stored' | 'former' | 'sent' | 'id' | 'nothing' => 'stored',
  /** Whether the record is returned without the data envelope. */
  bares: (_step: Step): boolean => false,
  /** Whether a successful write takes effect. */
  persists: (_step: Step, _byUser: boolean): boolean => true,
  storesRefused: (_cause: Cause, _step: Step): boolean => false,
  /** The fields of a new record; `former` are those of a deleted one that had its id. */
  created: (sent: Fields, _former: () => Fields | undefined): Fields => sent,
  replaced: (_stored: Fields, sent: Fields, _step: Step): Fields => sent,
  patched: (stored: Fields, sent: Fields, _step: Step): Fields => ({ ...stored, ...sent }),
  upserts: (_step: Step): boolean => true,
  upsertId: (addressed: string | undefined, generated: string): string => addressed ?? generated,
  upsertExternalId: (addressed: string): string | null => addressed,
  /** Whether a write by external id finds the existing record. */
  recognises: (_step: Step): boolean => true,
  /** A POST with the id of a stored record (A-DAT-12, A-DAT-33). */
  postOnExisting: (_forced: boolean): 'refuse' | 'overwrite' => 'refuse',
  /** The response to a POST with the id of a stored record that it does not overwrite. */
  existing: (_stored: () => unknown): Reply => refusal(409, 'CA-409', 'a record with this id already exists'),
  missing: (_step: Step): Reply => missingRecord,
  /** Whether a read still finds deleted records. */
  readsDeleted: (_reads: 'id' | 'externalId' | 'list'): boolean => false,
  /** Which deletions such a list still shows. */
  listsDeletion: (_route: Step['by']): boolean => true,
  /** Whether reads by id or external id find what is stored. */
  finds: (_by: Step['by']): boolean => true,
  picks: <T>(found: T, _all: () => readonly T[]): T => found,
  cascades: (_how: { readonly forced: boolean; readonly by: Step['by'] }): boolean => false,
  /** Whether references to a deleted record are removed, and whether that moves lastChanged of those that had them, or is a write of the deleter. */
  unlinks: (): boolean | 'touched' | 'written' => false,
  /** External ids that a decoded path segment may mean; a new record gets the first. */
  externalIdsMeant: (segment: string): readonly string[] => [segment],
  /** Whether a record is found by an external id that it had before. */
  keepsNames: (): boolean => false,
  /** Whether a record is found by an external id that a deleted one had. */
  reusesNames: (): boolean => true,
  listed: <T>(records: readonly T[]): readonly T[] => records,
  refusesRequired: (_step: Step): boolean => true,
  unreadable: (): number => 400,
  readsUnreadable: (): boolean => false,
  unknownResource: (): number => 404,
  /** The status for a caller without permission (A-AUT-13); below 300 it is an empty list. */
  forbidden: (_lists: boolean): number => 403,
  takesExternalId: (_externalId: string): boolean => true,
  acceptsClientIdentifier: (_value: string | undefined, _operation: string): boolean => true,
}

/** References between records (A-DAT-17, 27, 34). */
export const references = {
  checks: (
    _kind: 'single' | 'list' | 'inlined',
    _step: Step,
    _was: { readonly deleted: () => boolean; readonly elsewhere: () => boolean },
  ): boolean => true,
  acceptsExternalId: (_step: Step): boolean => true,
  /** The record that a reference by external id means. */
  named: (externalId: string, resource: string, store: Store): StoredRecord | undefined =>
    store.table(resource).byExternalId(externalId),
  /** Whether a reference by external id is stored as the id of the record. */
  resolves: (): boolean => true,
  /** The response to a write with a reference to a missing record. */
  refusal: (message: string): Reply => refusal(400, 'CA-400', message),
}
