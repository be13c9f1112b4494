export interface Progress {
  readonly done: number
  readonly total: number
  /** Findings so far; absent where a command judges nothing. */
  readonly failed?: number
  /** Since its start, if that is known. */
  readonly elapsedMs?: number
  /** What finished last, or is being worked at. */
  readonly current?: string
  /** Columns of the terminal. */
  readonly width: number
}

/** Before this there is no rate to speak of. */
const steadyAfterMs = 2000

/** The line that is rewritten on a terminal during a command; never wider than the terminal, so that it stays one line. */
export function progressLine({ done, total, failed, elapsedMs, current = '', width }: Progress): string {
  const parts = [
    `${String(done).padStart(String(total).length)}/${total}`,
    ...(failed === undefined ? [] : [`${failed} failed`]),
    ...(elapsedMs === undefined ? [] : [paceOf(done, total, elapsedMs)]),
    current,
  ]
  const line = parts.join('  ').trimEnd()
  return line.length < width ? line : `${line.slice(0, Math.max(0, width - 2))}…`
}

/** Such as "0:12, 40/s, about 0:08 left". */
function paceOf(done: number, total: number, elapsedMs: number): string {
  const perSecond = (done * 1000) / elapsedMs
  if (elapsedMs < steadyAfterMs || done === 0) return minutesAndSeconds(elapsedMs)
  const rate = perSecond >= 10 ? Math.round(perSecond).toString() : perSecond.toFixed(1)
  const left = done < total ? `, about ${minutesAndSeconds(((total - done) * 1000) / perSecond)} left` : ''
  return `${minutesAndSeconds(elapsedMs)}, ${rate}/s${left}`
}

/** Such as 1:05. */
export const minutesAndSeconds = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
