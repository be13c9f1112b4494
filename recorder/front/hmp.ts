import { createServer, Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import { Proxy } from 'http-mitm-proxy'
import type { Leaves } from '../ca/leaves.ts'
import { forward } from '../forward.ts'
import type { Sink } from '../keep.ts'
import { refuseUnread, serverOptions } from '../server-options.ts'
import { alsoTrusting } from '../upstream.ts'
import { adopt } from './adopt.ts'
import { connectTarget, inAddress, type ConnectTarget } from './connect-target.ts'
import { challenge, mayPass, withoutCredentials } from './credentials.ts'
import type { Front } from './front.ts'
import { listening, type Listening } from './listening.ts'
import { refuse } from './refuse.ts'
import { requestTarget } from './request-target.ts'
import { isSelf } from './self.ts'
import { createTally } from './tally.ts'
import { tunnel } from './tunnel.ts'
import { unrecorded } from './unrecorded.ts'

export interface ForwardOptions {
  readonly listen: string
  readonly port: number
  /** Whether what passes to and from this host is recorded; all else passes unseen. */
  readonly records: (host: string) => boolean
  readonly leaves: Leaves
  readonly password?: string
  /** PEM of authorities that upstreams may be signed by, beside the public ones. */
  readonly ca?: string
  /** For the first byte after CONNECT, and the handshake that it begins. */
  readonly firstByteMs?: number
}

/**
 * http-mitm-proxy, for CONNECT and its hooks. What else it does is overridden: its RSA authority and files, its server per host and its hop
 * over TCP to it, its way of passing requests on (which ends broken bodies as whole ones and lower-cases heads), its prints.
 */
export async function forwardProxy(
  { listen, port, records, leaves, password, ca, firstByteMs = 15_000 }: ForwardOptions,
  sink: Sink,
): Promise<Front> {
  const targets = new WeakMap<Duplex, ConnectTarget & { readonly secure: boolean }>()
  const timers = new WeakMap<Duplex, NodeJS.Timeout>()
  const unseen = createTally()
  const agents = {
    http: new Agent({ keepAlive: true, maxSockets: 256 }),
    https: new SecureAgent({ keepAlive: true, maxSockets: 256, ...alsoTrusting(ca) }),
  }
  let own: Listening = { host: listen, port, address: '', close: () => Promise.resolve() }
  const server = createServer(serverOptions)

  class Hardened extends Proxy {
    override _onError(): void {
      /* A connection that broke is no news, and no text of ours belongs into a body. */
    }
    override _onSocketError(): void {
      /* The same. */
    }

    override _onHttpServerConnect(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      // The package answers CONNECT only when nothing came with it.
      if (head.length > 0) socket.unshift(head)
      super._onHttpServerConnect(request, socket, Buffer.alloc(0))
    }

    override _onHttpServerConnectData(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const target = connectTarget(request.url ?? '') as ConnectTarget
      adopt(socket, head, target, leaves)
        .then(
          (stream) => {
            targets.set(stream, { ...target, secure: stream !== socket })
            server.emit('connection', stream)
            if (stream === socket) stream.resume()
          },
          () => socket.destroy(),
        )
        .finally(() => clearTimeout(timers.get(socket)))
    }

    override _onHttpServerRequest(_secure: boolean, incoming: IncomingMessage, outgoing: ServerResponse): void {
      const answer = (status: number, headers: readonly string[] = ['Connection', 'close', 'Content-Length', '0']) => {
        outgoing.writeHead(status, [...headers]).end()
        incoming.resume()
      }
      const tunnelled = targets.get(incoming.socket)
      if (!tunnelled && !mayPass(incoming, password)) {
        answer(407, challenge)
        return
      }
      withoutCredentials(incoming)
      const target = requestTarget(incoming, tunnelled)
      if (typeof target === 'number') {
        answer(target)
        return
      }
      if (isSelf(target, own)) {
        answer(508)
        return
      }
      // Other protocols than HTTP are not recorded; those that merely offer a newer HTTP go on with this one.
      if (/websocket/i.test(incoming.headers.upgrade ?? '')) {
        answer(501)
        return
      }
      const seen = records(target.host)
      if (!seen) unseen.add(target.host)
      incoming.url = target.path
      const scheme = target.secure ? 'https' : 'http'
      forward(
        incoming,
        outgoing,
        { origin: new URL(`${scheme}://${inAddress(target.host)}:${target.port}`), agent: agents[scheme], named: true },
        seen ? sink : unrecorded,
      )
    }
  }

  const proxy = new Hardened()
  proxy.onConnect((request, socket, head, next) => {
    const target = targets.has(socket) ? undefined : connectTarget(request.url ?? '')
    if (!mayPass(request, password)) refuse(socket, 407, challenge)
    else if (!target) refuse(socket, 400)
    else if (isSelf(target, own)) refuse(socket, 508)
    else if (!records(target.host)) {
      unseen.add(target.host)
      tunnel(socket, head, target)
    } else {
      const timer = setTimeout(() => socket.destroy(), firstByteMs)
      timers.set(socket, timer)
      socket.once('close', () => clearTimeout(timer))
      // Left half open, it would stay for ever: nobody reads here.
      socket.once('end', () => socket.end())
      next()
    }
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    proxy._onHttpServerConnect(request, socket, head)
  })
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    proxy._onHttpServerRequest(false, incoming, outgoing)
  // What a client expects is for the upstream to answer, not for us.
  server.on('request', pass).on('checkContinue', pass).on('checkExpectation', pass)
  server.on('clientError', refuseUnread(sink))
  own = await listening(server, listen, port)
  return {
    address: own.address,
    port: own.port,
    tunnelled: unseen.counts,
    async close() {
      await own.close()
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
