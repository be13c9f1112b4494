/** How far a long command is. */
export interface Progress {
  /** Such as "checks". */
  readonly unit: string
  readonly done: number
  /** Absent where nobody knows. */
  readonly total?: number
  /** What was found so far, and how it is called; absent where a command judges nothing. */
  readonly found?: number
  readonly called?: string
  readonly elapsedMs: number
  /** When it ends at the latest. */
  readonly endsMs?: number
  readonly more?: readonly string[]
  /** What finished last, or is being worked at or waited for. */
  readonly current: string
  /** Columns of the terminal. */
  readonly width: number
}

/** Before this there is no rate to speak of. */
const steadyAfterMs = 2000

/**
 * The line that is rewritten on a terminal during a command, the same one for all: how far, what was found, for how long, how fast and until when, and what is
 * waited for. Never wider than the terminal, so that it stays one line.
 */
export function progressLine(progress: Progress): string {
  const { unit, done, total, found, called = 'failed', more = [], current, width } = progress
  const amount = total === undefined ? figure(done) : `${figure(done).padStart(figure(total).length)}/${figure(total)}`
  const parts = [
    `${amount} ${unit}`,
    ...(found === undefined ? [] : [`${found} ${called}`]),
    paceOf(progress),
    ...more,
    current,
  ]
  const line = parts.join('  ').trimEnd()
  return line.length < width ? line : `${line.slice(0, Math.max(0, width - 2))}…`
}

const figure = (amount: number): string => (Number.isInteger(amount) ? String(amount) : amount.toFixed(1))

/** Such as "0:12, 40/s, about 0:08 left". */
function paceOf({ done, total, elapsedMs, endsMs = Infinity }: Progress): string {
  const perSecond = (done * 1000) / elapsedMs
  const isSteady = elapsedMs >= steadyAfterMs && done > 0
  const byRate = isSteady && total !== undefined ? ((total - done) * 1000) / perSecond : Infinity
  const leftMs = Math.min(byRate, endsMs - elapsedMs)
  return [
    minutesAndSeconds(elapsedMs),
    ...(isSteady ? [`${perSecond >= 10 ? Math.round(perSecond) : perSecond.toFixed(1)}/s`] : []),
    ...(leftMs > 0 && leftMs < Infinity ? [`about ${minutesAndSeconds(leftMs)} left`] : []),
  ].join(', ')
}

/** Such as 1:05. */
const minutesAndSeconds = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
