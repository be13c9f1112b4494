/** An action in a state, by a role, as it was seen once. */
export interface CellVisit {
  readonly state: string
  readonly action: string
  readonly role: string
  /** Status of the answer. */
  readonly status: number
  /** The stored status before and after: null is empty; `after` is left out where it was not read. */
  readonly before: string | null
  readonly after?: string | null
}

/** What was seen in a cell: visits that look alike are one, with the first check that paid one. */
export type SeenInCell = Omit<CellVisit, 'state' | 'action' | 'role'> & {
  readonly check: string
  readonly times: number
}

export interface MatrixCell {
  readonly state: string
  readonly action: string
  readonly role: string
  /**
   * What the documents say. moves: it is carried out. refused: a 4xx, and nothing changes. idle: nothing changes, whatever it is answered short of
   * a claim that it was done. open: no sentence decides.
   */
  readonly is: 'moves' | 'refused' | 'idle' | 'open'
  /** The statement that says so, or that leaves it open. */
  readonly statement: string
  /** Empty where the run did not visit it. */
  readonly seen: readonly SeenInCell[]
  /** Why nothing was seen. */
  readonly because?: string
}

/** A state machine of an interface: every state, action and role, and each cell in that order. */
export interface StateMatrix {
  readonly interface: string
  readonly states: readonly string[]
  readonly actions: readonly string[]
  readonly roles: readonly string[]
  readonly cells: readonly MatrixCell[]
}
