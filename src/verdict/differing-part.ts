/** One place where an answer differs from what a rule asks for, in words that fit on a line. */
export interface DifferingPart {
  /** Such as `status` or `[0].remarks`. */
  readonly at: string
  readonly expected: string
  readonly actual: string
}
