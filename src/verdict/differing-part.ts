const named = /(?:^status|\b(?:refused|answered) with(?: status)?) ([1-5]\d\d(?: or [1-5]\d\d)*)\b/

/** The status, where what is expected names one and another came; undefined where the difference is elsewhere. */
export function differingStatus(expected: string, actual: string): readonly DifferingPart[] | undefined {
  const [, wanted] = named.exec(expected) ?? []
  const [, came] = /^status (\d{3})\b/.exec(actual) ?? []
  return wanted === undefined || came === undefined || wanted.includes(came)
    ? undefined
    : [{ at: 'status', expected: wanted, actual: came }]
}

/** One place where an answer differs from what a rule asks for, in words that fit on a line. */
export interface DifferingPart {
  /** Such as `status` or `[0].remarks`. */
  readonly at: string
  readonly expected: string
  readonly actual: string
}
