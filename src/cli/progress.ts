import { progressLine } from '../../reports/progress.ts'
import type { Verdict } from '../verdict/stream.ts'

/** One line that rewrites itself on a terminal; nothing at all in a pipe. */
export function progress(stream: NodeJS.WriteStream): {
  start(total: number): void
  step(verdict: Verdict): void
  end(): void
} {
  if (!stream.isTTY) return { start: () => undefined, step: () => undefined, end: () => undefined }
  const state = { done: 0, total: 0, failed: 0, current: '' }
  let shown = false
  const draw = () => {
    shown = true
    stream.write(`\r\u001b[2K${progressLine({ ...state, width: stream.columns ?? 80 })}`)
  }
  return {
    start(total) {
      state.total = total
      draw()
    },
    step(verdict) {
      state.done += 1
      if (verdict.is === 'fail') state.failed += 1
      state.current = verdict.check
      draw()
    },
    end() {
      if (shown) stream.write('\r\u001b[2K')
      shown = false
    },
  }
}
