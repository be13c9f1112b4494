export interface Watchdog {
  /** A test has ended, so the run is alive. */
  fed(): void
  /** Resolves when the run must be cancelled: its time is up, or no test has ended for too long. */
  readonly bites: Promise<void>
  /** Resolves when even cancelling did not end the run. */
  readonly gaveUp: Promise<undefined>
  why(): string | undefined
  lost(): boolean
  rest(): void
}

const graceMs = 30_000

/** Ends a run that hangs, so that its report is still written. */
export function watchdog({ stalledAfterMs, timeMs }: { stalledAfterMs: number; timeMs?: number }): Watchdog {
  let why: string | undefined
  let lost = false
  let stalled: NodeJS.Timeout
  let grace: NodeJS.Timeout | undefined
  let bite = (): void => undefined
  let giveUp = (): void => undefined
  const bites = new Promise<void>((resolve) => {
    bite = resolve
  })
  const gaveUp = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined)
  })
  const end = (because: string) => {
    if (why) return
    why = because
    bite()
    grace = setTimeout(() => {
      lost = true
      giveUp()
    }, graceMs)
  }
  const watch = () => {
    stalled = setTimeout(
      () => end(`no check finished for ${stalledAfterMs / 1000} s, so the run was stopped`),
      stalledAfterMs,
    )
  }
  watch()
  const whole =
    timeMs === undefined
      ? undefined
      : setTimeout(() => end(`the run reached its time limit (--time, ${timeMs / 1000} s)`), timeMs)
  return {
    fed() {
      clearTimeout(stalled)
      watch()
    },
    bites,
    gaveUp,
    why: () => why,
    lost: () => lost,
    rest() {
      clearTimeout(stalled)
      clearTimeout(whole)
      clearTimeout(grace)
    },
  }
}
