import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/house.ts'
import type { Stopwatch } from '../../target/transport.ts'

/** How long a request is waited for, is on its way, and its answer on the way back, each in milliseconds. */
const paces = {
  /** No two requests that follow each other fall into the time in which writes may carry one lastChanged (A-REC-15). */
  steady: 10,
  /** Several requests fall into one millisecond. */
  quick: 0.1,
}
export type Pace = keyof typeof paces

/** With a fraction, as of a clock that tells more than milliseconds. */
const start = Date.parse('2026-03-02T08:00:00.137Z') + 0.0625

/**
 * Time that only requests and waits let pass: how busy the machine is, and where a second or a millisecond ends, must not decide what a proof
 * finds. Platform and kit go by the same clock.
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

/** Names that are the same in every run, and others for each check. */
export function madeNames(of: string): { readonly runTag: string; id(): string } {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  let count = 0
  return { runTag: `f${hash(of).slice(0, 4)}`, id: () => hash(`${of} ${++count}`).slice(0, 32).toUpperCase() }
}
