import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Framing, PlatformRequest, PlatformResponse } from './message.ts'

export interface Listening {
  readonly origin: string
  readonly port: number
  close(): Promise<void>
  /** The process may end while it listens. */
  unref(): void
}

type Handle = (request: PlatformRequest) => Promise<PlatformResponse>

/** Key and certificate in PEM; if given, the server speaks HTTPS only. */
export interface Identity {
  readonly key: string
  readonly cert: string
}

const bodyLimit = 64 * 1024 * 1024

/** A thin HTTP edge on one port. */
export async function listen(
  handle: Handle,
  { port, host = '127.0.0.1', tls, now }: { port: number; host?: string; tls?: Identity; now: () => number },
): Promise<Listening> {
  const edge = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // The platform's clock, not the machine's: a caller compares lastChanged with it.
    outgoing.sendDate = false
    outgoing.setHeader('Date', new Date(now()).toUTCString())
    void answer(incoming, outgoing, handle)
  }
  const server = tls
    ? createSecureServer({ keepAliveTimeout: 60_000, ...tls }, edge)
    : createServer({ keepAliveTimeout: 60_000 }, edge)
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    else socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const bound = server.address() as AddressInfo
  return {
    origin: `${tls ? 'https' : 'http'}://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`,
    port: bound.port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
    unref: () => void server.unref(),
  }
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, handle: Handle): Promise<void> {
  try {
    const body = await collect(incoming)
    if (body === 'too-large') {
      outgoing.writeHead(413, ['Content-Length', '0', 'Connection', 'close']).end()
      return
    }
    const response = await handle(requestOf(incoming, body))
    const { status, headers, body: bytes, framing } = response
    if (framing?.hungUp) return void incoming.socket.destroy()
    if (framing?.undated) outgoing.removeHeader('Date')
    for (const interim of framing?.interim ?? [])
      if (interim === 102) outgoing.writeProcessing()
      else outgoing.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
    if (framing?.chunks) return inChunks(response, framing.chunks, outgoing)
    if (framing?.untilClose) return await untilClose(response, framing.untilClose, outgoing)
    const flat = headers.flat()
    if (!headers.some(([name]) => lengthOrCoding.test(name)) && status !== 204)
      flat.push('Content-Length', String(bytes.length))
    outgoing.writeHead(status, flat).end(bytes)
  } catch {
    // The caller disconnected, or a wire filter produced an invalid header.
    outgoing.destroy()
  }
}

const lengthOrCoding = /^(content-length|transfer-encoding)$/i

function inChunks(
  { status, headers, body }: PlatformResponse,
  { bytes, trailer: [name, value] }: Required<Framing>['chunks'],
  outgoing: ServerResponse,
): void {
  outgoing.shouldKeepAlive = false
  const others = headers.filter(([one]) => !lengthOrCoding.test(one)).flat()
  outgoing.writeHead(status, [...others, ...(status === 204 ? [] : ['Trailer', name])])
  for (let at = 0; at < body.length; at += bytes) outgoing.write(body.subarray(at, at + bytes))
  if (status !== 204) outgoing.addTrailers({ [name]: value })
  outgoing.end()
}

async function untilClose(
  { status, headers, body }: PlatformResponse,
  { bytes = Math.max(body.length, 1), lateMs = 0 }: Required<Framing>['untilClose'],
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.shouldKeepAlive = false
  outgoing.useChunkedEncodingByDefault = false
  const length = body.length === 0 && status !== 204 ? ['Content-Length', '0'] : []
  outgoing.writeHead(status, [...headers.filter(([one]) => !lengthOrCoding.test(one)).flat(), ...length])
  outgoing.flushHeaders()
  if (lateMs > 0) await new Promise((done) => void setTimeout(done, lateMs))
  for (let at = 0; at < body.length; at += bytes) outgoing.write(body.subarray(at, at + bytes))
  outgoing.end()
}

async function collect(incoming: IncomingMessage): Promise<Buffer | 'too-large'> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) return 'too-large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function requestOf(incoming: IncomingMessage, body: Buffer): PlatformRequest {
  const raw = incoming.rawHeaders
  const headers = Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? ''] as const)
  const { localAddress, localPort } = incoming.socket
  const target = (incoming.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '')
  return {
    method: incoming.method ?? 'GET',
    headers,
    body,
    target: target.startsWith('/') ? target : `/${target}`,
    origin: `${(incoming.socket as TLSSocket).encrypted ? 'https' : 'http'}://${incoming.headers.host ?? `${localAddress}:${localPort}`}`,
  }
}
