import type { Mismatch } from '../mismatch.ts'
import { objectOf } from '../object-of.ts'
import { isCrash } from '../../exchange/is-crash.ts'
import type { DifferingPart } from '../../verdict/differing-part.ts'
import { statusLine, is2xx, type Reply } from './status-line.ts'

const told = (replies: readonly (Reply | undefined)[]): string => {
  const [first] = replies
  if (replies.length === 1) return first ? statusLine(first) : 'no such part'
  return `statuses ${replies.map((reply) => reply?.status ?? 'none').join(', ')}`
}

const differing = (expected: string, reply: Reply): { readonly differs: readonly DifferingPart[] } => ({
  differs: [{ at: 'status', expected, actual: coded(reply) }],
})

/** A status with the error word of the body, where it has one. */
const coded = (reply: Reply): string => {
  const { error } = objectOf(reply)
  return typeof error === 'string' && /^[\w-]{1,40}$/.test(error) ? `${reply.status} ${error}` : String(reply.status)
}

/** Matchers of answers, and of the response parts of a batch. */
export const answers = {
  status(answer: Reply, ...allowed: readonly number[]): Mismatch | undefined {
    return allowed.includes(answer.status)
      ? undefined
      : {
          expected: `status ${allowed.join(' or ')}`,
          actual: statusLine(answer),
          ...differing(allowed.join(' or '), answer),
        }
  },

  /** Any 2xx: only where the documents show no status. */
  success(answer: Reply): Mismatch | undefined {
    return is2xx(answer)
      ? undefined
      : { expected: 'a 2xx status', actual: statusLine(answer), ...differing('2xx', answer) }
  },

  /** Each of these is there and has a 2xx status. */
  done(what: string, ...replies: readonly (Reply | undefined)[]): Mismatch | undefined {
    return replies.every((reply) => reply && is2xx(reply))
      ? undefined
      : {
          expected: `${what} with a 2xx status`,
          actual: told(replies),
          differs: replies
            .filter((reply) => !reply || !is2xx(reply))
            .slice(0, 1)
            .map((reply) => ({ at: 'status of a part', expected: '2xx', actual: reply ? coded(reply) : 'none' })),
        }
  },

  /** None of these has a 2xx status; one that is missing was not done either. */
  notDone(what: string, ...replies: readonly (Reply | undefined)[]): Mismatch | undefined {
    return replies.some((reply) => reply && is2xx(reply))
      ? {
          expected: `${what} without a 2xx status`,
          actual: told(replies),
          differs: [{ at: 'status of a part', expected: 'no 2xx', actual: '2xx' }],
        }
      : undefined
  },

  /** A stated refusal: its status, and its error word in the body. */
  refused(answer: Reply, status: number, error: string, message?: RegExp): Mismatch | undefined {
    const body = answer.json as { error?: unknown; error_description?: unknown; message?: unknown } | undefined
    // OAuth errors are words with a description; the codes of other errors come with a message.
    const field = /^[a-z_]+$/.test(error) ? 'error_description' : 'message'
    const words = body?.[field]
    const isIt = answer.status === status && body?.error === error
    const isDescribed = field === 'message' || typeof words === 'string'
    if (isIt && isDescribed && (!message || (typeof words === 'string' && message.test(words)))) return undefined
    const described = isIt && !isDescribed ? ` and a string ${field}` : ''
    return {
      expected: `status ${status} with error ${error}${message ? ` and a text like ${message.source}` : described}`,
      actual: statusLine(answer),
      differs: [{ at: 'status', expected: `${status} ${error}`, actual: coded(answer) }],
    }
  },

  /** A refusal as the head of the token error table has it: 400 or 401 with an OAuth error body, whichever the error. */
  oauthError(answer: Reply): Mismatch | undefined {
    const { error, error_description: description } = objectOf(answer)
    const right =
      (answer.status === 400 || answer.status === 401) && typeof error === 'string' && typeof description === 'string'
    return right
      ? undefined
      : {
          expected: 'status 400 or 401 with an OAuth error body: error and error_description',
          actual: statusLine(answer),
          differs: [{ at: 'status', expected: '400 or 401', actual: coded(answer) }],
        }
  },

  /** A refusal whose form the documents do not show: any 4xx. Prove beside it that nothing changed (design law 5). */
  refused4xx(answer: Reply): Mismatch | undefined {
    return answer.status >= 400 && answer.status < 500
      ? undefined
      : { expected: 'a refusal with a 4xx status', actual: statusLine(answer), ...differing('4xx', answer) }
  },

  /** Anything but a crash: no 5xx, apart from those that refuse (501, 505, 507) and 503 (busy). */
  notCrashed(answer: Reply, asked: string): Mismatch | undefined {
    return !isCrash(answer.status)
      ? undefined
      : {
          expected: `${asked}: answered with anything but a 5xx`,
          actual: statusLine(answer),
          ...differing('no 5xx', answer),
        }
  },

  /** Served or refused, but not broken: any status below 500, or one that refuses or is busy. `to` says what was asked. */
  noServerError(answer: Reply, to?: string): Mismatch | undefined {
    return !isCrash(answer.status)
      ? undefined
      : {
          expected: `a status below 500${to ? ` to ${to}` : ''}`,
          actual: statusLine(answer),
          ...differing('below 500', answer),
        }
  },
} as const
