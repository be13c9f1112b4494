import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/house.ts'
import type { Stopwatch } from '../../target/stopwatch.ts'

/** Milliseconds that pass before a request, on its way, and on the way back of its response. */
const paces = {
  /** Consecutive requests are far enough apart that their writes cannot share a lastChanged (A-REC-15). */
  steady: 10,
  /** Several requests fall into one millisecond. */
  quick: 0.1,
}
export type Pace = keyof typeof paces

/** Has a fraction, like a clock with more than millisecond precision. */
const start = Date.parse('2026-03-02T08:00:00.137Z') + 0.0625

/**
 * Time that advances only with requests and waits: the load of the machine and the boundaries of seconds or milliseconds must not decide what
 * a proof finds. Platform and kit share the clock.
 */
export function madeTime(pace: Pace): { readonly clock: Clock; readonly stopwatch: Stopwatch } {
  let now = start
  return {
    clock: {
      now: () => Math.floor(now),
      advance: (ms) => {
        now += ms
      },
    },
    stopwatch: () => {
      now += paces[pace]
      const startedAt = now
      now += paces[pace]
      return () => {
        now += paces[pace]
        return { startedAt, ms: now - startedAt }
      }
    },
  }
}

/** Names that are the same in every run and different for each check. */
export function madeNames(of: string): { readonly runTag: string; id(): string } {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  let count = 0
  return { runTag: `f${hash(of).slice(0, 4)}`, id: () => asGuid(hash(`${of} ${++count}`)) }
}

/** Of the form that a run makes its ids in (RFC 4122, version 4): a server may take no other. */
const asGuid = (hex: string): string => `${hex.slice(0, 12)}4${hex.slice(13, 16)}A${hex.slice(17, 32)}`.toUpperCase()
