import { isDeepStrictEqual } from 'node:util'
import { sameId } from '../../exchange/plain-id.ts'
import type { Mismatch } from '../mismatch.ts'
import { sameName } from '../names.ts'
import { differences } from '../differences.ts'
import { show } from '../show.ts'
import { statusLine, type Reply } from './status-line.ts'

/** Kinds of value that a check may ask for. A text and an address are never empty. */
const kinds = {
  'an array': Array.isArray,
  'a text': (value: unknown) => typeof value === 'string' && value !== '',
  'a number': (value: unknown) => typeof value === 'number',
  'an absolute URL': (value: unknown) => typeof value === 'string' && URL.canParse(value),
} as const

/** Bounds of a number: `above` and `below` exclude the bound, `atLeast` and `atMost` include it. */
export interface Bounds {
  readonly above?: number
  readonly atLeast?: number
  readonly atMost?: number
  readonly below?: number
}

const boundWords = { above: 'above', atLeast: 'at least', atMost: 'at most', below: 'below' } as const

/** Quotes tell a text from the number that it spells; NaN is told from null. */
const quoted = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : Number.isNaN(value) ? 'NaN' : show(value)

/** A value, and the answer that it was looked for in. */
const got = (value: unknown, answer: Reply | undefined): string =>
  answer ? `${show(value)}; ${statusLine(answer)}` : show(value)

/** Matchers of one value. `what` names it; an answer given last is shown beside what came. */
export const values = {
  equal(what: string, actual: unknown, expected: unknown): Mismatch | undefined {
    return isDeepStrictEqual(actual, expected)
      ? undefined
      : {
          expected: `${what} ${show(expected)}`,
          actual: show(actual),
          differs: differences(what, expected, actual),
        }
  },

  differ(what: string, actual: unknown, other: unknown): Mismatch | undefined {
    return isDeepStrictEqual(actual, other)
      ? { expected: `${what} other than ${show(other)}`, actual: show(actual) }
      : undefined
  },

  /** A condition in words, where no other matcher says it; `actual` says what came instead. */
  hold(expected: string, condition: boolean, actual: unknown): Mismatch | undefined {
    return condition ? undefined : { expected, actual: typeof actual === 'string' ? actual : show(actual) }
  },

  be(what: string, actual: unknown, kind: keyof typeof kinds, answer?: Reply): Mismatch | undefined {
    return kinds[kind](actual) ? undefined : { expected: `${what}, ${kind}`, actual: got(actual, answer) }
  },

  /** Anything but undefined: null is present. */
  present(what: string, actual: unknown, answer?: Reply): Mismatch | undefined {
    return actual === undefined ? { expected: what, actual: got(actual, answer) } : undefined
  },

  absent(what: string, actual: unknown): Mismatch | undefined {
    return actual === undefined ? undefined : { expected: `no ${what}`, actual: show(actual) }
  },

  oneOf(what: string, actual: unknown, allowed: readonly unknown[]): Mismatch | undefined {
    return allowed.includes(actual)
      ? undefined
      : { expected: `${what} ${allowed.map(quoted).join(' or ')}`, actual: quoted(actual) }
  },

  /** A number within bounds. A number written as a text is none. */
  inRange(what: string, actual: unknown, bounds: Bounds): Mismatch | undefined {
    const { above = -Infinity, atLeast = -Infinity, atMost = Infinity, below = Infinity } = bounds
    const within =
      typeof actual === 'number' && actual > above && actual >= atLeast && actual <= atMost && actual < below
    if (within) return undefined
    const words = Object.entries(bounds).map(
      ([name, bound]) => `${boundWords[name as keyof Bounds]} ${show(bound as number)}`,
    )
    return { expected: `${what} ${words.join(' and ')}`, actual: quoted(actual) }
  },

  match(what: string, actual: unknown, pattern: RegExp): Mismatch | undefined {
    return typeof actual === 'string' && pattern.test(actual)
      ? undefined
      : { expected: `${what} like ${pattern.source}`, actual: show(actual) }
  },

  /** Two spellings of one id: dashes and letter case are left aside. */
  sameId(what: string, actual: unknown, expected: unknown, answer?: Reply): Mismatch | undefined {
    return sameId(actual, expected) ? undefined : { expected: `${what} ${show(expected)}`, actual: got(actual, answer) }
  },

  /** Two spellings of one account or user name: letter case is left aside. */
  sameName(what: string, actual: unknown, expected: unknown): Mismatch | undefined {
    return sameName(actual, expected) ? undefined : { expected: `${what} ${show(expected)}`, actual: show(actual) }
  },
} as const
