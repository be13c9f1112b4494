import { Stopped } from './stopper.ts'
import type { Limits } from './target.ts'

export interface Limiter {
  /** Waits for a slot (rate, concurrency) and takes one request from the budget; the returned function gives the slot back. */
  enter(options: { readonly racing: boolean; readonly tidying: boolean }): Promise<() => void>
  readonly requests: number
  /** Throws Stopped where nothing of the budget is left. */
  mustNotBeSpent(): void
  /** All deliberate waits added up: those of checks side by side may be longer than the run. */
  readonly waitedMs: number
  /** How long at least one of them lasted. */
  readonly waitingMs: number
  /** Deliberate waits are counted, to separate them from work. */
  pause(ms: number): Promise<void>
  /** Waits because the target was too busy, in milliseconds; all that follows goes more slowly for a while. */
  backOff(ms: number): Promise<void>
}

/** Milliseconds added between requests by the first refusal, and at most; each refusal doubles them, each request takes a tenth away. */
const slower = { first: 50, most: 2000, kept: 0.9 }
/** One refused request holds the others back for so long at most, in milliseconds: it may be refused for a reason of its own. */
const holdsAllAtMostMs = 1000

const inRealTime = async (ms: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, ms))
}

/** Budget, rate limit and concurrency for all requests of a run. `now` is the time that `wait` lets pass, in milliseconds. */
export function limiter(
  limits: Limits,
  budget: number = limits.requests,
  wait = inRealTime,
  now: () => number = Date.now,
): Limiter {
  let requests = 0
  let waitedMs = 0
  let waitingMs = 0
  let waitsUntil = -Infinity
  let running = 0
  let nextAt = 0
  let addedMs = 0
  const queue: Array<() => void> = []
  const pause = async (ms: number) => {
    const from = now()
    waitedMs += ms
    waitingMs += Math.max(0, from + ms - Math.max(from, waitsUntil))
    waitsUntil = Math.max(waitsUntil, from + ms)
    await wait(ms)
  }
  // A slot is handed over directly: if it were freed first, a newcomer could take it before the waiting request wakes up.
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
  const mustNotBeSpent = (): void => {
    if (requests >= budget)
      throw new Stopped(`the budget of ${budget} requests is spent (limits.requests of the target file, or --requests)`)
  }
  return {
    mustNotBeSpent,
    pause,
    async backOff(ms) {
      // A target that says to come back at once has an upset, and no load.
      if (ms <= 0) return pause(0)
      addedMs = Math.min(slower.most, Math.max(slower.first, addedMs * 2))
      nextAt = Math.max(nextAt, now() + Math.min(ms, holdsAllAtMostMs))
      await pause(ms)
    },
    get requests() {
      return requests
    },
    get waitedMs() {
      return waitedMs
    },
    get waitingMs() {
      return waitingMs
    },
    async enter({ racing, tidying }) {
      if (!tidying) mustNotBeSpent()
      requests += 1
      const spacingMs = (limits.requestsPerSecond ? 1000 / limits.requestsPerSecond : 0) + addedMs
      addedMs = addedMs < 1 ? 0 : addedMs * slower.kept
      if (spacingMs > 0) {
        const entered = now()
        const at = Math.max(entered, nextAt)
        nextAt = at + spacingMs
        if (at > entered) await pause(at - entered)
      }
      // The requests of a race depend on each other, so they do not queue.
      if (!racing && running >= limits.concurrency)
        await new Promise<void>((resolve) => {
          queue.push(resolve)
        })
      else running += 1
      return leave
    },
  }
}
