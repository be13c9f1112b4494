import { standardWorld } from '../world/world.ts'
import { refusingOneIn } from './edge.ts'
import type { ServedWorld } from './world.ts'

/** A cluster that others use at the same time. */
export const busy: ServedWorld = {
  name: 'busy',
  says: 'One request in 40 is answered with 429, each takes 300 ms, and two other clients write meanwhile.',
  variants: ['list-newest-first', 'record-unset-omitted'],
  own: () => [refusingOneIn(40)],
  data: { ...standardWorld, foreign: 200 },
  latencyMs: 300,
  neighbours: 2,
  target: (plain) => ({ ...plain, limits: { ...plain.limits, concurrency: 16 } }),
}
