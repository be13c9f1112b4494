import { standardWorld } from '../world/world.ts'
import type { ServedWorld } from './world.ts'

/** Reads by id are current; whatever lists records is not. */
export const lagging: ServedWorld = {
  name: 'lagging',
  says: 'Lists, searches, the Query API and the deleted listing are 3 s behind.',
  variants: [],
  data: { ...standardWorld, listsBehindMs: 3000 },
  target: (plain) => plain,
}
