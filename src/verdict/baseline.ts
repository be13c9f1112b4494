/** One entry of the user's baseline: a finding that is known, owned and bound to end. */
export interface BaselineEntry {
  readonly check: string
  /** Fingerprint of the finding as reports print it. */
  readonly finding: string
  readonly reason: string
  readonly owner: string
  /** Last day (YYYY-MM-DD, UTC) on which the entry excuses. */
  readonly expires: string
}

export const isExpired = (entry: BaselineEntry, now: number): boolean =>
  now > Date.parse(`${entry.expires}T23:59:59.999Z`)
