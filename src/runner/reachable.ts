import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Unreachable } from '../target/unreachable.ts'
import type { Target } from '../target/target.ts'

const usualMs = 5000
/** After the time limit of a command so long: a target that answers late is still told from one that never does. */
const graceMs = 1000

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
}

const isName = (host: string): boolean => isIP(host) === 0

/**
 * Connects to the target's addresses (TLS for https). If one is unreachable or its certificate is not trusted, throws Unreachable with one line;
 * within the time that the command has, if that is limited.
 */
export async function reachable(target: Target, doneBy?: number): Promise<void> {
  const { auth, directory, base } = target.addresses
  const addresses = new Map(
    Object.entries({ auth, directory, base }).flatMap(([name, address]) =>
      address === undefined ? [] : [[new URL(address).origin, name] as const],
    ),
  )
  for (const [origin, name] of addresses) {
    const { hostname, port, protocol } = new URL(origin)
    const host = hostname.replace(/^\[|\]$/g, '')
    const isTls = protocol === 'https:'
    const patienceMs = Math.min(usualMs, Math.max(0, (doneBy ?? Infinity) - Date.now()) + graceMs)
    const at = { host, port: Number(port) || (isTls ? 443 : 80), timeout: patienceMs }
    await new Promise<void>((resolve, reject) => {
      const refuse = (why: string) => reject(new Unreachable(`cannot connect to addresses.${name} (${origin}): ${why}`))
      const { ca } = target.tls ?? {}
      const socket = isTls
        ? connectTls({ ...at, ...(isName(host) ? { servername: host } : {}), ...(ca ? { ca } : {}) })
        : connect(at)
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        socket.destroy()
        resolve()
      })
      socket.once('timeout', () => {
        socket.destroy()
        refuse(`no connection within ${Math.round(patienceMs / 100) / 10} s`)
      })
      socket.once('error', (error: NodeJS.ErrnoException) => {
        const { code = '' } = error
        refuse(
          words[code] ??
            (/CERT|SELF_SIGNED|ISSUER|VERIFY|ALTNAME/.test(code)
              ? `its certificate is not trusted (${code}); put the certificate of its authority (PEM) into tls.ca of the target file`
              : code || error.message),
        )
      })
    })
  }
}
