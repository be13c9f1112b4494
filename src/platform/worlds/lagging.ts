import { standardWorld } from '../world/world.ts'
import type { ServedWorld } from './world.ts'

/** Reads by id are current; whatever lists records is not. */
export const lagging: ServedWorld = {
  name: 'lagging',
  says: 'Lists, searches, the Query API and the deleted listing are 3 s behind.',
  variants: ['lists-lag-3s'],
  data: standardWorld,
  target: (plain) => plain,
}
