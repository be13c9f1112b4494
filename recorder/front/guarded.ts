import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { forward } from '../forward.ts'
import type { Sink } from '../keep.ts'
import { refuseUnread, serverOptions } from '../server-options.ts'
import type { Upstream } from '../upstream.ts'
import { connectTarget } from './connect-target.ts'
import { challenge, mayPass, withoutCredentials } from './credentials.ts'
import type { Front } from './front.ts'
import { listening, type Listening } from './listening.ts'
import { refuse } from './refuse.ts'
import { isSelf } from './self.ts'

export interface GuardedOptions {
  readonly listen: string
  readonly port: number
  readonly password?: string
}

/** Reverse mode at another address than the usual one; where others than this machine can reach it, only who brings the password is passed on. */
export async function guardedReverse(
  upstream: Upstream,
  { listen, port, password }: GuardedOptions,
  sink: Sink,
): Promise<Front> {
  let own: Listening | undefined
  const { host, protocol } = upstream.origin
  const target = connectTarget(host, protocol === 'https:' ? 443 : 80)
  const server = createServer(serverOptions, pass)
  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const answer = (status: number, headers: readonly string[] = ['Connection', 'close', 'Content-Length', '0']) => {
      outgoing.writeHead(status, [...headers]).end()
      incoming.resume()
    }
    if (!mayPass(incoming, password)) {
      answer(407, challenge)
      return
    }
    withoutCredentials(incoming)
    if (own && target && isSelf(target, own)) {
      answer(508)
      return
    }
    if (/websocket/i.test(incoming.headers.upgrade ?? '')) {
      answer(501)
      return
    }
    forward(incoming, outgoing, upstream, sink)
  }
  // What a client expects is for the upstream to answer, not for us.
  server.on('checkContinue', pass).on('checkExpectation', pass)
  server.on('clientError', refuseUnread(sink))
  server.on('connect', (_request, socket) => refuse(socket, 405))
  own = await listening(server, listen, port)
  const { address, port: bound, close } = own
  return {
    address,
    port: bound,
    tunnelled: () => new Map(),
    async close() {
      await close()
      upstream.agent.destroy()
    },
  }
}
