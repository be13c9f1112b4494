import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Leaves } from '../ca/leaves.ts'
import type { ConnectTarget } from './connect-target.ts'

const handshake = 0x16

/**
 * What speaks inside a CONNECT: TLS is opened with a certificate of ours, in memory; anything else is left for an HTTP parser to judge.
 */
export async function adopt(socket: Duplex, head: Buffer, { host }: ConnectTarget, leaves: Leaves): Promise<Duplex> {
  socket.pause()
  socket.unshift(head)
  if (head[0] !== handshake) return socket
  const secureContext = await leaves.contextFor(host)
  if (socket.destroyed) throw new Error('gone')
  const secure = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] })
  secure.on('error', () => secure.destroy())
  // A client that leaves right after its handshake is gone before the parser listens.
  secure.once('end', () => secure.end())
  return new Promise((resolve, reject) => {
    secure.once('secure', () => resolve(secure))
    secure.once('close', () => reject(new Error('no handshake')))
  })
}
