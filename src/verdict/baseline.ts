/** One entry of the user's baseline: a known finding with an owner and an expiry date. */
export interface BaselineEntry {
  readonly check: string
  /** Fingerprint of the finding as reports print it. */
  readonly finding: string
  readonly reason: string
  readonly owner: string
  /** Last day (YYYY-MM-DD, UTC) on which the entry applies. */
  readonly expires: string
}

export const isExpired = (entry: BaselineEntry, now: number): boolean =>
  now > Date.parse(`${entry.expires}T23:59:59.999Z`)
