import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../clients/answer.ts'
import type { Mismatch } from './mismatch.ts'
import { show } from './show.ts'

/** Pure matchers: undefined where the rule holds, else what was expected and what came. `must` throws the same. */
export const matchers = {
  equal(what: string, actual: unknown, expected: unknown): Mismatch | undefined {
    return isDeepStrictEqual(actual, expected)
      ? undefined
      : { expected: `${what} ${show(expected)}`, actual: show(actual) }
  },

  differ(what: string, actual: unknown, other: unknown): Mismatch | undefined {
    return isDeepStrictEqual(actual, other)
      ? { expected: `${what} other than ${show(other)}`, actual: show(actual) }
      : undefined
  },

  /** A condition in words; `actual` says what came instead. */
  hold(expected: string, condition: boolean, actual: unknown): Mismatch | undefined {
    return condition ? undefined : { expected, actual: typeof actual === 'string' ? actual : show(actual) }
  },

  status(answer: Answer, ...allowed: readonly number[]): Mismatch | undefined {
    return allowed.includes(answer.status)
      ? undefined
      : { expected: `status ${allowed.join(' or ')}`, actual: statusLine(answer) }
  },

  /** Any 2xx: only where the documents show no status. */
  success(answer: Answer): Mismatch | undefined {
    return answer.status >= 200 && answer.status < 300
      ? undefined
      : { expected: 'a 2xx status', actual: statusLine(answer) }
  },

  /** A stated refusal: its status, and its error word in the body. */
  refused(answer: Answer, status: number, error: string, message?: RegExp): Mismatch | undefined {
    const body = answer.json as { error?: unknown; error_description?: unknown; message?: unknown } | undefined
    const words = body?.error_description ?? body?.message
    const right =
      answer.status === status &&
      body?.error === error &&
      (!message || (typeof words === 'string' && message.test(words)))
    if (right) return undefined
    return {
      expected: `status ${status} with error ${error}${message ? ` and a text like ${message.source}` : ''}`,
      actual: statusLine(answer),
    }
  },

  /** A refusal whose form the documents do not show: any 4xx. Prove beside it that nothing changed (design law 5). */
  refused4xx(answer: Answer): Mismatch | undefined {
    return answer.status >= 400 && answer.status < 500
      ? undefined
      : { expected: 'a refusal with a 4xx status', actual: statusLine(answer) }
  },
} as const

function statusLine(answer: Answer): string {
  const text = answer.text
  return `status ${answer.status}${text ? ` with ${show(text)}` : ' with an empty body'}`
}
