import type { Verdict } from '../../src/verdict/stream.ts'

/** What a target is flagged for: by check, the verdict and why. */
export const flaggedIn = (verdicts: Iterable<Verdict>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...verdicts]
      .filter(({ is }) => !['pass', 'observed', 'not-applicable', 'not-exercised'].includes(is))
      .map(({ check, is, because, findings }) => [
        check,
        `${is}: ${because ?? findings.map(({ expected, actual }) => `expected ${expected}; got ${actual}`).join(' | ')}`,
      ]),
  )
