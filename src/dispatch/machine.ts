/** Where an activity stands, as far as the documents tell one state from another. */
export const states = [
  'planned', // planned to the partner, status empty
  'confirmed',
  'notified',
  'accepted',
  'released', // still ACCEPTED, yet released
  'rejected', // status empty; whether it is still planned to the partner is read in either way
  'unplanned', // status empty, planned to nobody
  'late', // notified, and the countdown is over
] as const
export type State = (typeof states)[number]

export const actions = ['confirm', 'notify', 'reject', 'accept', 'batch-accept', 'release', 'update'] as const
export type Action = (typeof actions)[number]

/** `other` is a partner manager whom the activity is not planned to. */
export const roles = ['owner', 'partner', 'other'] as const
export type Role = (typeof roles)[number]

export type DispatchingStatus = 'CONFIRMED' | 'NOTIFIED' | 'ACCEPTED' | null

/** What an action that is carried out leaves, as far as a sentence says so. */
export interface Effect {
  readonly to: State
  readonly status: DispatchingStatus
  readonly statement: string
  readonly assignment?: Readonly<Record<string, unknown>>
  readonly activity?: Readonly<Record<string, unknown>>
}

export const effects: Readonly<Record<Action, Effect>> = {
  confirm: { to: 'confirmed', status: 'CONFIRMED', statement: 'B-DSP-06' },
  notify: { to: 'notified', status: 'NOTIFIED', statement: 'B-DSP-07' },
  reject: { to: 'rejected', status: null, statement: 'B-DSP-08' },
  accept: { to: 'accepted', status: 'ACCEPTED', statement: 'B-DSP-09' },
  'batch-accept': { to: 'accepted', status: 'ACCEPTED', statement: 'B-DSP-11' },
  release: {
    to: 'released',
    status: 'ACCEPTED',
    statement: 'B-DSP-12',
    assignment: { state: 'RELEASED', released: true },
    activity: { status: 'OPEN', executionStage: 'EXECUTION', checkedout: false },
  },
  update: { to: 'accepted', status: 'ACCEPTED', statement: 'B-DSP-04' },
}

/** The state that an action starts from. */
export const startOf = {
  confirm: 'planned',
  notify: 'confirmed',
  reject: 'notified',
  accept: 'notified',
  'batch-accept': 'notified',
  release: 'accepted',
  update: 'accepted',
} as const satisfies Readonly<Record<Action, State>>

/** Actions that trigger a business event (B-DSP-19); whether a batch does is not said. */
export const announced: readonly Action[] = ['confirm', 'notify', 'reject', 'accept']

/** Whose action it is (B-DSP-13). */
export const ownerOf = (action: Action): 'owner' | 'partner' =>
  action === 'confirm' || action === 'notify' ? 'owner' : 'partner'

export const statusIn: Readonly<Record<State, DispatchingStatus>> = {
  planned: null,
  confirmed: 'CONFIRMED',
  notified: 'NOTIFIED',
  accepted: 'ACCEPTED',
  released: 'ACCEPTED',
  rejected: null,
  unplanned: null,
  late: 'NOTIFIED',
}

export interface Cell {
  readonly state: State
  readonly action: Action
  readonly role: Role
  /**
   * moves: it is carried out. refused: it is not, and nothing changes. idle: nothing changes, whatever it is answered, short of a claim
   * that it was done. open: no sentence decides.
   */
  readonly is: 'moves' | 'refused' | 'idle' | 'open'
  readonly statement: string
}

/** What the documents say of an action, in a state, by a role. */
function cellOf(state: State, action: Action, role: Role): Cell {
  const cell = { state, action, role }
  const whose = ownerOf(action)
  if ((role === 'owner') !== (whose === 'owner')) return { ...cell, is: 'refused', statement: 'B-DSP-13' }
  // Nothing is said of an activity that was released, nor of what a time-out does but to accept and reject.
  if (state === 'released') return { ...cell, is: 'open', statement: 'B-DSP-12' }
  if (state === 'late')
    return ['reject', 'accept', 'batch-accept'].includes(action)
      ? { ...cell, is: 'idle', statement: 'B-DSP-21' }
      : { ...cell, is: 'open', statement: 'B-DSP-17' }
  if (role === 'other') {
    // Whether a partner may release what accept took from another is not said (B-DSP-10).
    if (action === 'release') return { ...cell, is: 'open', statement: 'B-DSP-10' }
    // It belongs to another partner from the confirmation on.
    if (action === 'update' && statusIn[state] !== null) return { ...cell, is: 'refused', statement: 'B-DSP-05' }
    return { ...cell, is: 'idle', statement: 'B-DSP-21' }
  }
  // Whether a reject takes the activity from its partner is read in either way: what stays planned to him can be confirmed again.
  if (state === 'rejected' && action === 'confirm') return { ...cell, is: 'open', statement: 'B-DSP-08' }
  if (startOf[action] === state) return { ...cell, is: 'moves', statement: effects[action].statement }
  if (action === 'update' || (action === 'confirm' && statusIn[state] === null))
    return { ...cell, is: 'idle', statement: 'B-DSP-21' }
  return { ...cell, is: 'idle', statement: 'B-DSP-14' }
}

export const cells: readonly Cell[] = states.flatMap((state) =>
  actions.flatMap((action) => roles.map((role) => cellOf(state, action, role))),
)
