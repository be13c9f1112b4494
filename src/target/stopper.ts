import { Blocked } from './blocked.ts'

/** The run ended before this could be done. */
export class Stopped extends Blocked {}

/** Ends work that waits for something, and all that is begun later. */
export interface Stopper {
  /** Why it was stopped. */
  readonly why: string | undefined
  stop(why: string): void
  /** What the work comes to, unless it is stopped first: then throws Stopped. */
  unless<T>(work: () => Promise<T>): Promise<T>
}

export function stopper(): Stopper {
  const waiting = new Set<(reason: Stopped) => void>()
  let why: string | undefined
  return {
    get why() {
      return why
    },
    stop(because) {
      if (why !== undefined) return
      why = because
      for (const end of waiting) end(new Stopped(because))
      waiting.clear()
    },
    async unless(work) {
      if (why !== undefined) throw new Stopped(why)
      let end = (_: Stopped): void => undefined
      const stopped = new Promise<never>((_, reject) => {
        end = reject
      })
      waiting.add(end)
      try {
        return await Promise.race([work(), stopped])
      } finally {
        waiting.delete(end)
      }
    },
  }
}
