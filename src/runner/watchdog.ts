export interface Watchdog {
  /** A test has ended, so the run is alive. */
  fed(): void
  /** The run ends by itself, for this reason. */
  heard(why: string): void
  /** Resolves when the run must be cancelled: its time is up, or no test has ended for too long. */
  readonly bites: Promise<void>
  /** Resolves when even cancelling did not end the run. */
  readonly gaveUp: Promise<undefined>
  why(): string | undefined
  lost(): boolean
  rest(): void
}

/** From the end of the checks to that of the clean-up, in milliseconds; with a time limit less. */
const graceMs = 30_000
const graceAfterTimeMs = 2000

/** How long a run may take. */
export interface TimeLimit {
  /** When its checks and its clean-up are to be done, in milliseconds since the epoch. */
  readonly doneBy: number
  /** What to say if that ends it. */
  readonly why: string
}

/** Ends a run that hangs, so that its report is still written. */
export function watchdog({ stalledAfterMs, time }: { stalledAfterMs: number; time?: TimeLimit }): Watchdog {
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
  const giveGrace = (ms: number) => {
    clearTimeout(grace)
    grace = setTimeout(() => {
      lost = true
      giveUp()
    }, ms)
  }
  const end = (because: string, ms: number) => {
    why ??= because
    bite()
    giveGrace(ms)
  }
  const watch = () => {
    stalled = setTimeout(
      () => end(`no check finished for ${stalledAfterMs / 1000} s, so the run was stopped`, graceMs),
      stalledAfterMs,
    )
  }
  watch()
  const whole = time && setTimeout(() => end(time.why, graceAfterTimeMs), Math.max(1, time.doneBy - Date.now()))
  return {
    fed() {
      clearTimeout(stalled)
      watch()
    },
    heard(because) {
      why ??= because
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
