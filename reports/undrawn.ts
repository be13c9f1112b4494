import type { RunView } from './run-view.ts'
import { some } from './wording.ts'

/** What the seed did not draw: without this sentence, a run of half a table would look like all of it. */
export function undrawnLines({ plan }: RunView): string[] {
  const counts = Object.entries(plan?.undrawn ?? {})
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return []
  return [
    `${some(total, 'check')} of sampled tables ${total === 1 ? 'was' : 'were'} not drawn this time (${counts.map(([name, count]) => `${name} ${count}`).join(', ')}); another --seed draws others, --heavy takes all`,
  ]
}
