import type { End, StreamPlan } from './run-view.ts'
import { some } from './wording.ts'

/** What the run took: its requests, its time, and how much of that at least one check waited on purpose. */
export function spentInWords(end: End): string {
  const { requests, ms, side, waitedMs, waitingMs = waitedMs > ms ? 0 : waitedMs, beyondBudget = 0 } = end
  if (side) return `${some(requests, 'recorded exchange')} judged in ${seconds(ms)}`
  const waiting = waitingMs > 0 ? `; in ${seconds(waitingMs)} of it, checks waited on purpose` : ''
  const parts = beyondBudget > 0 ? ` (${requests - beyondBudget} + ${beyondBudget} to clean up)` : ''
  return `${some(requests, 'request')}${parts} in ${seconds(ms)}${waiting}`
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** By what it drew; shards may have drawn by different ones. */
export const seedInWords = ({ seed, seeds }: StreamPlan): string =>
  seeds ? `seeds ${seeds.join(', ')}` : `seed ${seed}`

/** A recording was judged: nothing was sent, and nothing drawn by a seed. */
export const isOffline = (end: End | undefined): boolean => end?.side !== undefined

/** A recording in which nothing could be judged, as where it was cut short. */
export const isBlank = (end: End | undefined): boolean => isOffline(end) && end?.requests === 0
