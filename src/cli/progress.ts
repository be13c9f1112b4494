import type { Verdict } from '../verdict/stream.ts'
import { stepLine } from './step-line.ts'

/** Progress of commands that judge: the line also counts what failed. */
export function progress(stream: NodeJS.WriteStream): {
  start(total: number): void
  step(verdict: Verdict): void
  end(): void
} {
  const line = stepLine(stream)
  let [done, total, failed] = [0, 0, 0]
  return {
    start(planned) {
      total = planned
      line.step(done, total, 'reaches the target and starts the checks', failed)
    },
    step(verdict) {
      done += 1
      if (verdict.is === 'fail') failed += 1
      line.step(done, total, verdict.check, failed)
    },
    end: line.end,
  }
}
