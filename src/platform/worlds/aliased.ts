import type { Deviation } from '../deviation.ts'
import { standardWorld } from '../world/world.ts'
import type { ServedWorld } from './world.ts'

const node = /^\/nodes\/\d+(?=\/)/
/** Another name of the same machine; hosts other than loopback have none that is known here. */
const alias = (address: string): string =>
  address.includes('//127.0.0.1')
    ? address.replace('//127.0.0.1', '//localhost')
    : address.replace('//localhost', '//127.0.0.1')

const severalAddresses: Deviation = {
  id: 'cluster-several-addresses',
  says: 'The address of a cluster is told as one of several, in turn.',
  rule: {
    cluster: {
      address: (address, told) =>
        [`${address}/`, address.replace(/^(https?:\/\/[^/]+)/, '$1/nodes/2'), `${alias(address)}/`][told % 3] ??
        address,
    },
  },
  wire: { request: (request) => ({ ...request, target: request.target.replace(node, '') }) },
}

/** One cluster under several names. */
export const aliased: ServedWorld = {
  name: 'aliased',
  says: 'Each cluster has several node addresses and host names, told in turn, some with a slash at the end.',
  variants: ['directory-long-path-only'],
  own: () => [severalAddresses],
  data: standardWorld,
  // Without addresses.base, the kit goes wherever the token response sends it.
  target: ({ addresses: { auth, directory }, ...plain }) => ({ ...plain, addresses: { auth, directory } }),
}
