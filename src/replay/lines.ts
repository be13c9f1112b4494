import { pathOf } from '../target/address.ts'
import { nothing, type Difference } from './compare-json.ts'
import type { RepeatOutcome } from './repeat.ts'

const valueAtMost = 80
const differencesAtMost = 5

/** One line for an exchange, and one more for each further difference; redacted and truncated. */
export function exchangeLinesOf(
  { number, method, url, is, differences = [], reason }: RepeatOutcome,
  redact: (text: string) => string,
): string {
  const head = `#${number} ${method} ${redact(pathOf(url))} ${is}`
  const shown = differences.slice(0, differencesAtMost).map((difference) => inWords(difference, redact))
  const more = differences.length > differencesAtMost ? [`and ${differences.length - differencesAtMost} more`] : []
  const said = reason === undefined ? '' : is === 'same' ? ` ${redact(reason)}` : `: ${redact(reason)}`
  return `${head}${said}${shown.length > 0 ? `: ${[...shown, ...more].join('\n    ')}` : ''}\n`
}

// Redacted before it is truncated: part of a secret is no longer recognised.
function inWords({ path, recorded, now }: Difference, redact: (text: string) => string): string {
  // A number and the same number as a text look alike without quotes.
  const isQuoted = typeof recorded !== typeof now && recorded !== nothing && now !== nothing
  return `${redact(path)}: recorded ${cut(redact(written(recorded, isQuoted)))}, now ${cut(redact(written(now, isQuoted)))}`
}

/** On one line and without control characters, which a terminal would obey. */
const written = (value: unknown, isQuoted: boolean): string =>
  value === nothing
    ? 'nothing'
    : typeof value === 'string' && !isQuoted && !/[\p{Cc}\u2028\u2029]/u.test(value)
      ? value
      : JSON.stringify(value).replace(/[\p{Cc}\u2028\u2029]/gu, ' ')

const cut = (text: string): string => (text.length > valueAtMost ? `${text.slice(0, valueAtMost)}...` : text)

export interface ReplayCounts {
  readonly same: number
  readonly different: number
  readonly notComparable: number
}

export const countsOf = (outcomes: readonly RepeatOutcome[]): ReplayCounts => {
  const count = (is: RepeatOutcome['is']) => outcomes.filter((outcome) => outcome.is === is).length
  return { same: count('same'), different: count('different'), notComparable: count('not comparable') }
}

/** 0: all that can be compared is the same; 1: something differs; 3: nothing could be compared. */
export const replayExitCodeOf = ({ same, different }: ReplayCounts): 0 | 1 | 3 => (different > 0 ? 1 : same > 0 ? 0 : 3)
