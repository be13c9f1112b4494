import { isDeepStrictEqual } from 'node:util'
import { holds, holdsId } from '../anywhere.ts'
import type { Mismatch } from '../mismatch.ts'
import { show } from '../show.ts'
import { statusLine, type Reply } from './status-line.ts'

/** Matchers of what a list or a body holds. */
export const lists = {
  /** The list holds each wanted value; the mismatch names those that it lacks. */
  include(what: string, actual: readonly unknown[], wanted: readonly unknown[]): Mismatch | undefined {
    const missing = wanted.filter((one) => !actual.some((other) => isDeepStrictEqual(other, one)))
    if (missing.length === 0) return undefined
    return { expected: `${what} with ${missing.map(show).join(', ')}`, actual: show(actual) }
  },

  /** A list that is not empty. `what` names one element; an answer is shown beside what came. */
  some(what: string, found: readonly unknown[], answer?: Reply): Mismatch | undefined {
    if (found.length > 0) return undefined
    return { expected: `at least one ${what}`, actual: answer ? `none; ${statusLine(answer)}` : 'none' }
  },

  /** An empty list. `what` names one element; `words` says what was found where the values do not. */
  none(what: string, found: readonly unknown[], words?: () => string): Mismatch | undefined {
    if (found.length === 0) return undefined
    return { expected: `no ${what}`, actual: words ? words() : found.map(show).join('; ') }
  },

  /** A value stands somewhere in a body, however deep. */
  contain(what: string, body: unknown, wanted: unknown): Mismatch | undefined {
    return holds(body, wanted) ? undefined : { expected: `${what} ${show(wanted)} in the answer`, actual: show(body) }
  },

  /** A value stands nowhere in a body. */
  lack(what: string, body: unknown, unwanted: unknown): Mismatch | undefined {
    return holds(body, unwanted)
      ? { expected: `no ${what} ${show(unwanted)} in the answer`, actual: show(body) }
      : undefined
  },

  /** Each id stands somewhere in a body, in whatever spelling, as a value or as a key. */
  containIds(what: string, body: unknown, ids: readonly string[]): Mismatch | undefined {
    const missing = ids.filter((id) => !holdsId(body, id))
    if (missing.length === 0) return undefined
    return { expected: `${what} ${missing.join(', ')} in the answer`, actual: show(body) }
  },
} as const
