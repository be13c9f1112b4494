import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { forward } from './forward.ts'
import type { Sink } from './keep.ts'
import { isOwnAddress } from './own-address.ts'
import { refuseUnread, serverOptions } from './server-options.ts'
import type { Upstream } from './upstream.ts'

export interface Recording {
  readonly port: number
  close(): Promise<void>
}

/** Serves one upstream on a port of loopback: a client just changes its base address. */
export async function reverse(upstream: Upstream, port: number, sink: Sink): Promise<Recording> {
  let own = 0
  const sockets = new Set<Socket>()
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // Another protocol is not recorded; an offer of a newer HTTP, as some clients always make, is passed over.
    if (/websocket/i.test(incoming.headers.upgrade ?? '')) {
      outgoing.writeHead(501, { Connection: 'close', 'Content-Length': '0' }).end()
      incoming.resume()
      return
    }
    // A recorder that is its own upstream would call itself for ever.
    if (isOwnAddress(upstream.origin, own)) {
      outgoing.writeHead(508, { 'Content-Type': 'application/json' }).end('{"error":"recorder_loop"}')
      return
    }
    forward(incoming, outgoing, upstream, sink)
  }
  const server = createServer(serverOptions, pass)
  // What a client expects is for the upstream to answer, not for us.
  server.on('checkContinue', pass).on('checkExpectation', pass)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('clientError', refuseUnread(sink))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const bound = (server.address() as AddressInfo).port
  own = bound
  return {
    port: bound,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const late = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, 2000)
      await closed
      clearTimeout(late)
      upstream.agent.destroy()
    },
  }
}
