import { connect } from 'node:net'
import { Unreachable } from '../target/unreachable.ts'
import type { Target } from '../target/target.ts'

const patienceMs = 5000

/** Looks whether anybody listens at the target's addresses, so that a run against nobody says so in one line. */
export async function reachable(target: Target): Promise<void> {
  const addresses = new Map(Object.entries(target.addresses).map(([name, address]) => [new URL(address).origin, name]))
  for (const [origin, name] of addresses) {
    const { hostname, port, protocol } = new URL(origin)
    const host = hostname.replace(/^\[|\]$/g, '')
    await new Promise<void>((resolve, reject) => {
      const refuse = (why: string) => reject(new Unreachable(`cannot connect to addresses.${name} (${origin}): ${why}`))
      const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80), timeout: patienceMs })
      socket.once('connect', () => {
        socket.destroy()
        resolve()
      })
      socket.once('timeout', () => {
        socket.destroy()
        refuse(`no connection within ${patienceMs / 1000} s`)
      })
      socket.once('error', (error: NodeJS.ErrnoException) => refuse(error.code ?? error.message))
    })
  }
}
