import { isLoopbackHost } from '../src/exchange/loopback.ts'

/** Whether an address, however it spells loopback, is that of a port of this machine's own loopback. */
export const isOwnAddress = ({ hostname, port, protocol }: URL, ownPort: number): boolean =>
  isLoopbackHost(hostname) && Number(port || (protocol === 'https:' ? 443 : 80)) === ownPort
