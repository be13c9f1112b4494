import type { Verdict } from '../verdict/stream.ts'
import { stepLine } from './step-line.ts'

/** Progress of a run, verdict by verdict. */
export function progress(
  stream: NodeJS.WriteStream,
  timeMs?: number,
): {
  waits(what: string): void
  start(total: number): void
  step(verdict: Verdict): void
  end(): void
} {
  const line = stepLine(stream, { unit: 'checks', called: 'failed', tells: 'ended', timeMs })
  let [done, total, failed] = [0, 0, 0]
  return {
    waits: line.waits,
    start(planned) {
      total = planned
      line.step({ done, total, found: failed, current: 'starts the checks' })
    },
    step(verdict) {
      done += 1
      if (verdict.is === 'fail') failed += 1
      line.step({ done, total, found: failed, current: verdict.check })
    },
    end: line.end,
  }
}
