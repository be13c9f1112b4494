/** What a caller of partner dispatching may ask for, besides looking. */
export type DispatchAction = 'confirm' | 'notify' | 'reject' | 'accept' | 'batch-accept' | 'release' | 'update'
export type DispatchRole = 'owner' | 'partner'
export type DispatchStatus = 'CONFIRMED' | 'NOTIFIED' | 'ACCEPTED'
export type Why = 'role' | 'unknown' | 'foreign' | 'unplanned' | 'state' | 'late' | 'technician' | 'busy'

/** What an action alters of an assignment; what it does not name stays. */
interface Alteration {
  readonly status?: DispatchStatus | null
  readonly unassigned?: true
  readonly released?: true
  readonly reopened?: true
  /** What of the activity it sets besides. */
  readonly activity?: Readonly<Partial<Record<'status' | 'executionStage', string>>> & { readonly checkedout?: boolean }
}

const startOf: Readonly<Record<DispatchAction, DispatchStatus | null>> = {
  confirm: null,
  notify: 'CONFIRMED',
  reject: 'NOTIFIED',
  accept: 'NOTIFIED',
  'batch-accept': 'NOTIFIED',
  release: 'ACCEPTED',
  update: 'ACCEPTED',
}

const alterations: Readonly<Record<DispatchAction, Alteration>> = {
  confirm: { status: 'CONFIRMED' },
  notify: { status: 'NOTIFIED' },
  reject: { status: null, unassigned: true },
  accept: { status: 'ACCEPTED' },
  'batch-accept': { status: 'ACCEPTED' },
  release: { released: true, reopened: true },
  update: {},
}

const required: Readonly<Record<DispatchAction, readonly string[]>> = {
  confirm: ['activityId', 'technicianid'],
  notify: ['activityId'],
  reject: ['activityId', 'technicianid'],
  accept: ['activityId', 'technicianid'],
  'batch-accept': ['items'],
  release: ['activityId'],
  update: ['startDateTime', 'endDateTime', 'responsible'],
}

const statuses: Readonly<Record<Why, number>> = {
  role: 403,
  unknown: 404,
  foreign: 404,
  technician: 404,
  unplanned: 409,
  state: 409,
  late: 409,
  busy: 403,
}

interface ItemResult {
  readonly status: number
  readonly activityId: string
  readonly technicianId: string
  readonly title?: string
  readonly detail?: string
}

/** What happened to an assignment before. */
export interface Past {
  /** Planned before, and planned anew. */
  readonly again: boolean
  /** Accepted in a batch, or by itself; undefined if it was not. */
  readonly acceptedBy: 'batch-accept' | 'accept' | undefined
  readonly released: boolean
  /** Ids of the users who rejected it, however it was planned then. */
  readonly rejectedBy: readonly string[]
  readonly before: Past | undefined
}

/** To whom an activity is planned, and was before. */
export interface Planned {
  readonly partner: string | undefined
  readonly technicianId: string
  readonly before: Planned | undefined
}

/** What an action met: the status, and whether the caller rejected the activity once. */
interface Met {
  readonly status?: DispatchStatus | null | undefined
  readonly wasTheirs?: boolean
}

interface Listed extends Past {
  readonly own: boolean
  /** It was the caller's, and is planned to another. */
  readonly former: boolean
  /** The caller rejected it once. */
  readonly wasTheirs: boolean
  readonly status: DispatchStatus | null
  readonly technicianId: string
  readonly times: Readonly<Record<string, unknown>>
  readonly now: number
}

/** Partner dispatching (B-DSP). */
const dispatch = {
  served: (_operation: string): boolean => true,
  isGiven: (_header: string, value: string | undefined, _operation: string): boolean => Boolean(value),
  isPrivileged: (privileges: readonly string[], _operation: string): boolean => privileges.includes('SUPERUSER'),
  /** Whether a role may look at the assignments of a partner. */
  mayLook: (roles: readonly DispatchRole[]): boolean => roles.includes('partner'),
  mayAct: (action: DispatchAction, roles: readonly DispatchRole[]): boolean =>
    roles.includes(action === 'confirm' || action === 'notify' ? 'owner' : 'partner'),
  requires: (action: DispatchAction): readonly string[] => required[action],
  /** The technician that a body names. */
  technicianOf: (body: Readonly<Record<string, unknown>>, action: DispatchAction): unknown =>
    body[action === 'batch-accept' ? 'technicianId' : 'technicianid'],
  startsFrom: (action: DispatchAction, status: DispatchStatus | null, _past: Past): boolean =>
    startOf[action] === status,
  /** Whom of a partner an activity is planned to. */
  plansTo: (generated: string, _partner: string | undefined): string => generated,
  /** Whether an update takes times of a technician; `others` are those of other activities that were accepted and not released. */
  hasTime: (
    _sent: Readonly<Record<string, unknown>>,
    _others: ReadonlyArray<Readonly<Record<string, unknown>>>,
    _now: number,
  ): boolean => true,
  /** Whether an action may be taken on an activity that is planned to another partner, or to none. */
  actsOn: (
    _action: DispatchAction,
    planned: 'own' | 'other' | 'none',
    _nthOfBatch: number,
    _wasTheirs?: boolean,
  ): boolean => planned === 'own',
  /** Whether an update of a partner takes a technician, beside the activities of the company. */
  knowsTechnician: (
    _responsible: unknown,
    _partner: string | undefined,
    _activities: () => readonly Planned[],
  ): boolean => true,
  /** Whether an action may name this technician, where an activity is planned to that one. */
  namesPlanned: (_named: string, _planned: string): boolean => true,
  /** Whether what is to come of an earlier action takes effect before this one is judged. */
  waitsForOthers: (): boolean => false,
  /** What a status turns into by itself, so many milliseconds after the partner was notified. */
  lapses: (status: DispatchStatus | null, _ms: number): DispatchStatus | null => status,
  /** Whether an action is judged by how the activity was planned before. */
  looksBack: (_action: DispatchAction): boolean => false,
  isLate: (_action: DispatchAction, ms: number, timeoutMs: number): boolean => ms >= timeoutMs,
  alters: (action: DispatchAction, _past: Past): Alteration => alterations[action],
  /** Whether an action reaches the other activities of the partner that are in the same status. */
  reachesOthers: (_action: DispatchAction): boolean => false,
  /** When the countdown of a notified partner starts. */
  countsFrom: (now: number, _before: number | undefined): number => now,
  /** What an update keeps of what was sent. */
  updates: (
    sent: Readonly<Record<string, unknown>>,
    _before: Readonly<Record<string, unknown>>,
    _technicianId: string,
  ): Readonly<Record<string, unknown>> => sent,
  triggers: (action: DispatchAction, _past: Past): boolean => !['release', 'update'].includes(action),
  /** Whether an action that is refused has its side effects all the same: an event, a new countdown. */
  echoes: (_action: DispatchAction, _why: Why): boolean => false,
  /** The dispatching status as it is shown. */
  told: (status: DispatchStatus | null, _isLate: boolean): unknown => status,
  status: (action: DispatchAction): number => (action === 'update' ? 200 : 201),
  body: (_action: DispatchAction): unknown => undefined,
  /** Milliseconds until an action shows. */
  delay: (_action: DispatchAction): number => 0,
  refusalStatus: (why: Why, _action: DispatchAction, _met?: Met): number => statuses[why],
  /** Whether an action is taken although it is refused. */
  actsAnyway: (_why: Why | 'body' | 'header', _action: DispatchAction): boolean => false,
  takesItems: (count: number, _distinct: number): boolean => count >= 1 && count <= 50,
  /** The items of a batch that are looked at. */
  items: <Item>(items: readonly Item[]): readonly Item[] => items,
  batchStatus: (failed: number, _of: number): number => (failed > 0 ? 207 : 201),
  hasErrors: (failed: number, _results: readonly ItemResult[]): unknown => failed > 0,
  /** Whether a batch goes on after an item. */
  goesOn: (_failed: boolean): boolean => true,
  results: (results: readonly ItemResult[]): readonly ItemResult[] => results,
  takesPage: (page: number): boolean => page <= 1000,
  takesStatus: (asked: string): boolean => asked === 'NOTIFIED' || asked === 'ACCEPTED',
  lists: ({ own, status }: Listed, asked: string | undefined): boolean =>
    own && (asked === undefined ? status === 'NOTIFIED' || status === 'ACCEPTED' : status === asked),
  /** Assignments in the order of the list. */
  ordered: <Row extends { readonly activityId: string }>(rows: readonly Row[]): readonly Row[] => rows,
  pageSize: (): number => 20,
  firstPage: (): number => 0,
  /** The page, from 0, that a page number means. */
  pageOf: (page: number, first: number): number => Math.max(0, page - first),
  listed: (results: readonly unknown[], of: number, size: number): unknown => ({
    results,
    numberOfElements: results.length,
    totalElements: of,
    totalPages: Math.ceil(of / size),
  }),
}

export const dispatchRules = { dispatch }
