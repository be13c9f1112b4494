import { progressLine } from '../../reports/progress.ts'

/** Never still for longer: what hangs is seen to hang. */
const beatMs = 1000

/** Progress of a long command: one line that rewrites itself on a terminal, also while nothing happens; nothing at all in a pipe. */
export function stepLine(stream: NodeJS.WriteStream): {
  step(done: number, total: number, what: string, failed?: number): void
  end(): void
} {
  if (!stream.isTTY) return { step: () => undefined, end: () => undefined }
  const started = Date.now()
  let state: { done: number; total: number; current: string; failed?: number } | undefined
  let beat: NodeJS.Timeout | undefined
  const draw = (): void => {
    if (state)
      stream.write(
        `\r\u001b[2K${progressLine({ ...state, elapsedMs: Date.now() - started, width: stream.columns ?? 80 })}`,
      )
  }
  return {
    step(done, total, current, failed) {
      state = { done, total, current, ...(failed === undefined ? {} : { failed }) }
      beat ??= setInterval(draw, beatMs).unref()
      draw()
    },
    end() {
      clearInterval(beat)
      beat = undefined
      if (state) stream.write('\r\u001b[2K')
      state = undefined
    },
  }
}
