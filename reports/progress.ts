export interface Progress {
  readonly done: number
  readonly total: number
  readonly failed: number
  /** The check that finished last. */
  readonly current?: string
  /** Columns of the terminal. */
  readonly width: number
}

/** The line that is rewritten on a terminal during a run; never wider than the terminal, so that it stays one line. */
export function progressLine({ done, total, failed, current = '', width }: Progress): string {
  const count = `${String(done).padStart(String(total).length)}/${total}`
  const line = `${count}  ${failed} failed  ${current}`.trimEnd()
  return line.length < width ? line : `${line.slice(0, Math.max(0, width - 2))}…`
}
