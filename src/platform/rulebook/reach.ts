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
}

export const reachRules = { reach }
