import type { Refusal } from './refusal.ts'

/** How far a call gets: to its own company, to every company of its account, or to every account. */
export type Reach = 'company' | 'account' | 'everywhere'

/** Where a login ends (A-TOK-15, B-PRV-02): the operation is that of its route, `batch` for every part of one. */
const reach = {
  /** Whose objects an operation finds, for a caller who names its own company. */
  finds: (_operation: string): Reach => 'company',
  /** Whose objects a list counts, whatever it shows. */
  counts: (_operation: string): Reach => 'company',
  /** Which company a call may name beside those of its login. */
  names: (_operation: string): Reach => 'company',
  /** How a call is refused that names another account or company (A-AUT-13). */
  turnedAway: (refused: Refusal): Refusal => refused,
  /** The id of a new user or group: `next` counts those of all accounts, `nth` those of its own. */
  nextId: (next: number, _nth: number): number => next,
}

export const reachRules = { reach }
