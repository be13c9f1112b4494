import { progressLine, type Progress } from '../../reports/progress.ts'
import { beatingLine } from './beating-line.ts'

/** From then on the line of what ended last says for how long nothing has ended. */
const quietFromMs = 3000

type Step = Pick<Progress, 'done' | 'total' | 'found' | 'more' | 'current'>

interface Voice extends Pick<Progress, 'unit' | 'called'> {
  /** Whether `current` ended, or is still being worked at. */
  readonly tells: 'ended' | 'at work'
  /** The budget of time. */
  readonly timeMs?: number | undefined
}

/** Progress of a long command, on one line of a terminal; nothing in a pipe. */
export function stepLine(
  stream: NodeJS.WriteStream,
  { unit, called, tells, timeMs }: Voice,
): {
  /** Before the first step, and whenever something else has to happen first. */
  waits(what: string): void
  step(step: Step): void
  end(): void
} {
  const line = beatingLine(stream)
  let last: Step = { done: 0, current: '' }
  const draw = (step: Step, isAtWork: boolean): void => {
    const at = Date.now()
    line.draw((elapsedMs, width) => {
      const quietMs = Date.now() - at
      const current =
        isAtWork || quietMs < quietFromMs ? step.current : `${step.current}, ${Math.floor(quietMs / 1000)} s ago`
      return progressLine({
        ...step,
        current,
        unit,
        ...(called === undefined ? {} : { called, found: step.found ?? 0 }),
        ...(timeMs === undefined ? {} : { endsMs: timeMs }),
        elapsedMs,
        width,
      })
    })
  }
  return {
    waits: (what) => draw({ ...last, current: what }, true),
    step(step) {
      last = step
      draw(step, tells === 'at work')
    },
    end: line.end,
  }
}
