import type { StoredRecord } from '../store/record.ts'

type Fields = Readonly<Record<string, unknown>>
type Key = 'id' | 'code' | 'externalId'

/** The Service API v2 (B-SVC). */
const service = {
  served: (_operation: string): boolean => true,
  /** Whether a call without this header is refused. */
  needs: (_header: string, _operation: string): boolean => true,
  unheadedStatus: (): number => 400,
  /** A value of the context, from its header or from a query parameter of its own. */
  readsContext: (header: string | undefined, _query: string | undefined): string | undefined => header,
  needsRequestId: (): boolean => false,
  /** Whether a user with these privileges is served; none is a caller that is no user. */
  isPrivileged: (privileges: readonly string[] | undefined, _operation: string): boolean =>
    privileges === undefined || privileges.some((name) => name === 'ADMINISTRATOR' || name === 'SUPERUSER'),
  /** The companies that a caller reaches, of those of the account. */
  reaches: <Place>(own: readonly Place[], _all: readonly Place[]): readonly Place[] => own,
  needsToken: (_operation: string): boolean => true,
  tokenStatus: (status: number): number => status,
  unreadableStatus: (): number => 400,
  /** Whether the headers account and company stand in for X-Account-Name and X-Company-Name. */
  takesOldHeaders: (): boolean => false,
  status: (_operation: string): number => 200,
  missingStatus: (_what: string): number => 404,
  /** The body of a POST as it is understood. */
  taken: (body: Fields, _operation: string): Fields => body,
  /** Why a tree in good form is refused all the same; undefined if it is not. */
  objects: (
    _tree: Fields,
    _now: number,
    _find: (reference: unknown, table: string) => StoredRecord | undefined,
  ): string | undefined => undefined,
  objectionStatus: (): number => 400,
  /** The answer as it is sent. */
  shown: (tree: Fields, _operation: string): unknown => tree,
  /** Trees of more activities are refused. */
  mostActivities: (): number => Number.POSITIVE_INFINITY,
  requires: (part: string, field: string): boolean => part !== 'material' || !['moved', 'used'].includes(field),
  /** Fields without which a part is refused, besides those that the documents require. */
  requiresAlso: (_part: string): readonly string[] => [],
  /** What a reserved material has that does not say otherwise. */
  materialDefaults: (): Fields => ({ moved: 0, used: 0 }),
  takesReadOnly: (_field: string): boolean => false,
  takesExternalId: (value: unknown): value is string => typeof value === 'string' && value !== '',
  /** The number of activities that are made by themselves. */
  defaultActivities: (given: number, auto: string | undefined): number => (given === 0 && auto !== 'false' ? 1 : 0),
  /** A reference as it is understood. */
  reads: (reference: Fields): Fields => reference,
  lookedUpBy: (given: readonly Key[], _table: string): Key | undefined => given[0],
  /** Whether a record with a code is meant. */
  isCode: (asked: string, code: unknown): boolean => code === asked,
  /** The external id that is meant, of all that there are. */
  meant: (asked: string, _all: () => readonly string[]): string => asked,
  /** The keys that a reference is looked up by if no record has the one before. */
  tries: (): readonly Key[] => [],
  /** What a reference to no record stands for; undefined refuses it, an empty text leaves it out of its list. */
  onMissing: (_field: string, _reference: Fields): string | undefined => undefined,
  /** What becomes of a part whose external id another has, of that age in milliseconds, and under an object of the same type, and in the same tree, or not. */
  onTakenExternalId: (
    _table: string,
    _ageMs: number,
    _isOfSameType: boolean,
    _isOfSameTree: boolean,
  ): 'refuse' | 'use' | 'double' => 'refuse',
  /** Whether records of this table are stored although their tree is refused. */
  keepsRefused: (_table: string): boolean => false,
  /** Whether the external ids of a refused tree count as taken. */
  remembersRefused: (): boolean => false,
  /** The record that a field of a stored service call or activity refers to. */
  links: (_field: string, id: string): string => id,
  stores: (_table: string): boolean => true,
  takesAddress: (isSourced: boolean): boolean => !isSourced,
  /** Whether a PATCH of an activity without an address deletes the one of its own (B-SVC-13). */
  patchClearsAddress: (): boolean => true,
  /** The address of its own that an activity has after a PATCH that sends one without source. */
  patchedAddress: (_former: Fields | undefined, sent: Fields): Fields => sent,
  /** Whether what a PATCH, or an element of a bulk call, is answered to have written is kept. */
  keeps: (_operation: string, _position: number): boolean => true,
  /** What is sent for the default activity, so to say. */
  defaultActivity: (call: Fields): Fields => ({ subject: call['subject'] }),
  source: (type: string): string => type,
  sourceId: (object: string, _address: string): string => object,
  /** Equipment whose address an activity may have: its own, and the first of its call. */
  equipmentsFor: (own: unknown, _ofCall: unknown): readonly unknown[] => [own],
  /** The address that is connected to a business partner. */
  connected: <Own>(own: Own | undefined, _partner: StoredRecord): Own | undefined => own,
  /** The address of its own that counts for an activity, of a call whose business partner has one or not. */
  ownAddress: <Own>(own: Own | undefined, _hasPartner: boolean): Own | undefined => own,
  embedsReferenced: (): boolean => true,
  address: (address: Fields, _kind: 'explicit' | 'referenced'): Fields => address,
  reference: (reference: Fields): unknown => reference,
  activities: (own: readonly StoredRecord[], _all: readonly StoredRecord[]): readonly StoredRecord[] => own,
  /** Whether a service call that was written so many milliseconds ago can be read. */
  readable: (_ageMs: number): boolean => true,
  /** The service call that a path names. */
  callNamed: (
    name: string,
    byId: (id: string) => StoredRecord | undefined,
    _all: () => readonly StoredRecord[],
  ): StoredRecord | undefined => byId(name),
  /** The code of the record of that number: of a service call (SC) or an activity (A). */
  code: (kind: 'SC' | 'A', number: number, _sent: unknown): string => `${kind}-${number}`,
  /** Whether an activity is one of the service call that was named. */
  belongs: (activity: StoredRecord, owner: StoredRecord | undefined): boolean =>
    owner !== undefined && activity.fields['serviceCall'] === owner.id,
  activity: (asked: StoredRecord, _all: readonly StoredRecord[]): StoredRecord => asked,
}

export const serviceRules = { service }
