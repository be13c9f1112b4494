import { standardWorld } from '../world/world.ts'
import type { ServedWorld } from './world.ts'

/** One cluster under several names. */
export const aliased: ServedWorld = {
  name: 'aliased',
  says: 'Each cluster has several node addresses and host names, told in turn, some with a slash at the end.',
  variants: ['cluster-several-addresses'],
  data: standardWorld,
  // Without addresses.base, the kit goes wherever the token response sends it.
  target: ({ addresses: { auth, directory }, ...plain }) => ({ ...plain, addresses: { auth, directory } }),
}
