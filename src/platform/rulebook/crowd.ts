type Fields = Readonly<Record<string, unknown>>

interface Figures {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly results: readonly Fields[]
}

interface SkillDates {
  readonly tagName: string
  readonly expiredAt: unknown
}

/** Crowd technicians (B-CRW). */
const crowd = {
  served: (_operation: string): boolean => true,
  isGiven: (_header: string, value: string | undefined, _operation: string): boolean => Boolean(value),
  /** Fields that a technician cannot be created or updated without. */
  requires: (does: 'create' | 'update'): readonly string[] =>
    does === 'create'
      ? ['businessPartner', 'email', 'firstName', 'lastName']
      : ['email', 'firstName', 'lastName', 'mobilePhone'],
  /** Whether a write is done although it is refused. */
  actsAnyway: (_does: string): boolean => false,
  status: (does: 'create' | 'update' | 'delete' | 'batch'): number =>
    ({ create: 201, update: 200, delete: 204, batch: 201 })[does],
  missingStatus: (_does: 'read' | 'update' | 'delete' | 'create'): number => 404,
  /** The external id of a new technician. */
  externalId: (generated: string, _sent: unknown): string => generated,
  envelope: (records: readonly unknown[], _of: string): unknown => ({ results: records }),
  /** What is stored of the fields that were sent, beside what there was. */
  stores: (sent: Fields, _before: Fields | undefined): Fields => sent,
  shows: (record: Fields): Fields => record,
  address: (record: Fields): Fields => record,
  skill: (record: Fields): Fields => record,
  /** Whether a deletion takes the record away. */
  removes: (_of: 'technician' | 'address'): boolean => true,
  pageBase: (): number => 0,
  defaultSize: (): number => 20,
  hasSkill: (skills: readonly SkillDates[], name: string): boolean => skills.some(({ tagName }) => tagName === name),
  hasExpiry: (skills: readonly SkillDates[], day: string): boolean =>
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
  row: (row: Fields): Fields => row,
  /** Whether a parameter asks for one transaction. */
  isTransaction: (parameter: string | undefined): boolean => parameter === 'true',
  takesOperation: (operation: unknown): boolean =>
    operation === 'CREATE' || operation === 'UPDATE' || operation === 'DELETE',
  /** Whether a step of a failed transaction is undone. */
  undoes: (_operation: string, _position: number, _of: number): boolean => true,
  /** Whether an operation of a batch is done. */
  does: (_operation: string): boolean => true,
  batchBody: (results: readonly unknown[]): unknown => ({ results }),
  failedBatchStatus: (_transactional: boolean): number => 400,
}

export const crowdRules = { crowd }
