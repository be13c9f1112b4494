import { networkInterfaces } from 'node:os'
import type { ConnectTarget } from './connect-target.ts'

const loopback =
  /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|::1?|::ffff:(?:127\.\d+\.\d+\.\d+|7f[0-9a-f]{2}:[0-9a-f]{1,4}))$/

/** Whether this is a way back to a server that listens here: it would call itself for ever. */
export function isSelf(
  { host, port }: ConnectTarget,
  listening: { readonly host: string; readonly port: number },
): boolean {
  if (port !== listening.port) return false
  return (
    loopback.test(host) ||
    host === listening.host ||
    Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === host))
  )
}
