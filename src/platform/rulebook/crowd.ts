type Fields = Readonly<Record<string, unknown>>

interface Figures {
  readonly page: number
  readonly size: number
  readonly total: number
  /** Technicians that there are, found or not, and those that were deleted. */
  readonly all: number
  readonly gone: number
  readonly results: readonly Fields[]
}

interface Touched {
  /** An update that changes nothing. */
  readonly same?: boolean
  /** A technician with addresses or skills. */
  readonly parts?: boolean
}

interface SkillDates {
  readonly tagName: string
  readonly expiredAt: unknown
  readonly approvalDecision?: unknown
}

/** Crowd technicians (B-CRW). */
const crowd = {
  served: (_operation: string): boolean => true,
  isGiven: (_header: string, value: string | undefined, _operation: string): boolean => Boolean(value),
  /** Fields that a technician cannot be created or updated without. */
  requires: (does: 'create' | 'update', _sent: Fields, _before: Fields): readonly string[] =>
    does === 'create'
      ? ['businessPartner', 'email', 'firstName', 'lastName']
      : ['email', 'firstName', 'lastName', 'mobilePhone'],
  /** Whether the value of a required field is one. */
  isThere: (value: unknown): boolean => typeof value === 'string' && value !== '',
  /** Whether a write is done although it is refused. */
  actsAnyway: (_does: string): boolean => false,
  status: (does: 'create' | 'update' | 'delete' | 'batch', _of: Touched): number =>
    ({ create: 201, update: 200, delete: 204, batch: 201 })[does],
  missingStatus: (_does: 'read' | 'update' | 'delete' | 'create'): number => 404,
  /** The external id of a new technician, made of what was sent, beside those that were freed and those that there are. */
  externalId: (
    generated: string,
    _sent: Fields,
    _freed: readonly string[],
    _there: ReadonlyMap<string, unknown>,
  ): string => generated,
  /** Which of the known ids is meant. */
  meant: (asked: string, _known: readonly string[]): string => asked,
  /** Whether a deleted technician is still reached. */
  reachesGone: (_does: 'update' | 'address' | 'list'): boolean => false,
  envelope: (records: readonly unknown[], _of: string): unknown => ({ results: records }),
  /** What is stored of the fields that were sent, beside what there was. */
  stores: (sent: Fields, _before: Fields | undefined): Fields => sent,
  /** Whether the update of a technician that is not there makes one. */
  updateMakes: (): boolean => false,
  /** Whether an update of one that was deleted makes one anew under its external id. */
  updateMakesAnew: (): boolean => false,
  /** Whether skills and addresses that an update does not send stay. */
  keepsParts: (): boolean => true,
  /** What stays of a technician of what an update does not send. */
  keeps: (before: Fields): Fields => before,
  shows: (record: Fields): Fields => record,
  address: (record: Fields): Fields => record,
  /** A new address that comes by itself or with its technician, with the id that it is given; `known` are those there are. */
  identified: (sent: Fields, _known: readonly string[]): Fields => sent,
  /** The address in the record of a technician: as it is, and as it was when it came with the record. */
  embedded: (now: Fields | undefined, _then: Fields | undefined): unknown => now ?? null,
  created: (createdAt: string, _lastChanged: string): string => createdAt,
  /** Whether the update of an address that is not there makes it. */
  updateCreates: (): boolean => false,
  /** Whether an address is reached by way of its own technician only. */
  isByOwner: (_does: string): boolean => true,
  /** Whether a deletion takes addresses that read alike, too. */
  removesAlike: (): boolean => false,
  skill: (record: Fields): Fields => record,
  /** The decision on a skill that came with its technician. */
  approval: (_sent: unknown): Fields => ({ approvalStatus: 'APPROVAL_NOT_REQUIRED', reason: null }),
  /** When a skill begins and ends, of what was sent for it. */
  skillDates: (
    sent: { readonly startedAt: unknown; readonly expiredAt: unknown },
    _now: number,
  ): { readonly startedAt: unknown; readonly expiredAt: unknown } => sent,
  /** The certificate of a skill that came with its technician. */
  certificate: (_sent: unknown): unknown => null,
  /** Whether a deletion takes the record away. */
  removes: (_of: 'technician' | 'address'): boolean => true,
  /** Why what is sent is refused, beside the technicians that there are; undefined if it is not. */
  objects: (
    _does: string,
    _sent: Fields,
    _before: Fields,
    _there: ReadonlyMap<string, { readonly fields: Fields }>,
  ): string | undefined => undefined,
  objectionStatus: (): number => 403,
  /** Whether a deletion of one of so many addresses is refused. */
  keepsAddress: (_of: number): boolean => false,
  /** Whether a list has a technician. */
  lists: (_fields: Fields): boolean => true,
  /** Whether a deletion takes one of so many addresses away. */
  removesAddress: (_of: number): boolean => true,
  pageBase: (): number => 0,
  defaultSize: (): number => 20,
  /** The size that a page gets for the one asked for. */
  sizeOf: (asked: number): number => asked,
  /** The place of the first technician on a page, where so many were deleted. */
  start: (page: number, size: number, _gone: number): number => page * size,
  /** Technicians in the order of the list. */
  ordered: <Row extends { readonly lastChanged: number }>(rows: readonly Row[]): readonly Row[] => rows,
  hasSkill: (skills: readonly SkillDates[], name: string, _now: number): boolean =>
    skills.some(({ tagName }) => tagName === name),
  hasExpiry: (skills: readonly SkillDates[], day: string, _now: number): boolean =>
    skills.some(({ expiredAt }) => String(expiredAt).slice(0, 10) === day.slice(0, 10)),
  listed: ({ page, size, total, results }: Figures): unknown => ({
    first: page === 0,
    last: (page + 1) * size >= total,
    number: page,
    numberOfElements: results.length,
    results,
    size,
    totalElements: total,
    totalPages: Math.ceil(total / size),
  }),
  /** A row of a list, and what the technician was created with. */
  row: (row: Fields, _first: Fields): Fields => row,
  /** Whether a parameter asks for one transaction. */
  isTransaction: (parameter: string | undefined): boolean => parameter === 'true',
  /** The id of the address that an operation of a batch names; undefined leaves it without one, and refuses the batch. */
  namesAddress: (_operation: string, id: unknown, _known: readonly string[]): unknown => id,
  takesOperation: (operation: unknown): boolean =>
    operation === 'CREATE' || operation === 'UPDATE' || operation === 'DELETE',
  /** Whether a step of a failed transaction is undone; `failedAt` is the place of the first that failed, `failed` what it was to do. */
  undoes: (_operation: string, _position: number, _of: number, _failedAt: number, _failed?: string): boolean => true,
  /** The operations of a batch that are looked at. */
  steps: <Step extends { readonly id: unknown }>(steps: readonly Step[]): readonly Step[] => steps,
  /** What an operation of a batch carries into an address. */
  carries: (_operation: string, address: Fields): Fields => address,
  /** Whether an address that a batch creates gets an id of its own, and is the one that the record shows. */
  ownIds: (): boolean => false,
  /** Whether an operation of a batch is done. */
  does: (_operation: string): boolean => true,
  /** Whether a batch goes on after an operation that failed. */
  goesOn: (): boolean => true,
  batchBody: (results: readonly unknown[]): unknown => ({ results }),
  failedBatchStatus: (_transactional: boolean): number => 400,
}

export const crowdRules = { crowd }
