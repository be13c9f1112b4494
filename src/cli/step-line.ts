import { progressLine } from '../../reports/progress.ts'
import { beatingLine } from './beating-line.ts'

/** From then on the line of a command that judges says for how long nothing has ended. */
const quietFromMs = 3000

/** Progress of a long command, on one line of a terminal. */
export function stepLine(stream: NodeJS.WriteStream): {
  step(done: number, total: number, what: string, failed?: number): void
  end(): void
} {
  const line = beatingLine(stream)
  return {
    step(done, total, what, failed) {
      const at = Date.now()
      line.draw((elapsedMs, width) => {
        const quietMs = Date.now() - at
        const isRunning = failed === undefined || done === 0 || quietMs < quietFromMs
        const current = isRunning ? what : `${what}, ${Math.floor(quietMs / 1000)} s ago`
        return progressLine({ done, total, current, ...(failed === undefined ? {} : { failed }), elapsedMs, width })
      })
    },
    end: line.end,
  }
}
