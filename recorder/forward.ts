import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Broken, Recorded } from '../src/har/recorded.ts'
import type { HeaderList } from '../src/verdict/exchange.ts'
import { createTap } from './tap.ts'

export interface Upstream {
  readonly origin: URL
  readonly agent: http.Agent | https.Agent
  /** The client named the upstream itself: its Host field stays as it is. */
  readonly named?: true
}

export const upstreamAt = (address: string, ca?: string): Upstream => {
  const origin = new URL(address)
  const options = { keepAlive: true, maxSockets: 256, ...(ca ? { ca } : {}) }
  return { origin, agent: origin.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options) }
}

/** Fields that hold between two neighbours only (RFC 9110, 7.6.1). */
const hop = new Set(['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'transfer-encoding', 'upgrade'])

export const pairsOf = (raw: readonly string[]): HeaderList => Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? ''] as const)

function passed(headers: HeaderList): HeaderList {
  const named = new Set(headers.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => value.split(',').map((one) => one.trim().toLowerCase())))
  return headers.filter(([name]) => !hop.has(name.toLowerCase()) && !named.has(name.toLowerCase()))
}

/** Passes one request on and its response back, in the form in which they come; tells what passed when both are over. */
export function forward(incoming: IncomingMessage, outgoing: ServerResponse, { origin, agent, named }: Upstream, told: (recorded: Recorded) => void): void {
  const startedAt = Date.now()
  const started = performance.now()
  const path = incoming.url ?? '/'
  const base = origin.pathname.replace(/\/+$/, '')
  const sent = createTap()
  const got = createTap()
  const seen = pairsOf(incoming.rawHeaders)
  const atUpstream = (list: HeaderList): HeaderList => list.map(([name, value]) => (name.toLowerCase() === 'host' && !named ? [name, origin.host] as const : [name, value] as const))
  const headers = atUpstream(passed(seen))
  const chunked = incoming.headers['transfer-encoding'] !== undefined
  let response: IncomingMessage | undefined
  let headAt = started
  let over = false

  const end = (broken?: Broken): void => {
    if (over) return
    over = true
    const now = performance.now()
    told({
      startedAt, waitMs: headAt - started, receiveMs: now - headAt, method: incoming.method ?? 'GET', url: `${origin.origin}${base}${path}`, httpVersion: `HTTP/${incoming.httpVersion}`,
      requestHeaders: atUpstream(seen), requestBody: sent.captured(), status: response?.statusCode ?? 0, statusText: response?.statusMessage ?? '',
      responseHeaders: response ? pairsOf(response.rawHeaders) : [], responseBody: got.captured(), ...(broken ? { broken } : {}),
    })
  }

  const options = { agent, method: incoming.method, path: `${base}${path}`, hostname: origin.hostname.replace(/^\[|\]$/g, ''), port: origin.port || (origin.protocol === 'https:' ? 443 : 80), setHost: false }
  const request = (origin.protocol === 'https:' ? https : http).request({ ...options, headers: [...headers, ...(chunked ? [['Transfer-Encoding', 'chunked'] as const] : [])].flat() as unknown as http.OutgoingHttpHeaders })
  request.on('information', (info) => { if (info.statusCode === 103) outgoing.writeEarlyHints({ link: info.headers['link'] as string }) })
  request.on('response', (answer) => {
    response = answer
    headAt = performance.now()
    try {
      outgoing.sendDate = false
      const kept = passed(pairsOf(answer.rawHeaders))
      const lengths = answer.headers['transfer-encoding'] !== undefined ? [['Transfer-Encoding', 'chunked'] as const] : []
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, [...kept, ...lengths].flat() as unknown as http.OutgoingHttpHeaders)
    } catch {
      // A head that no message of ours can hold: the client sees a broken connection, as it would without us.
      end('invalid-http')
      answer.destroy()
      outgoing.destroy()
      return
    }
    answer.on('data', (chunk: Buffer) => {
      got.see(chunk)
      if (!outgoing.write(chunk)) { answer.pause(); outgoing.once('drain', () => answer.resume()) }
    })
    answer.on('end', () => {
      // Node says `end` of a body that was cut off, too, where it came in chunks.
      if (!answer.complete) return
      if (answer.rawTrailers.length > 0) try { outgoing.addTrailers(pairsOf(answer.rawTrailers).map(([name, value]): [string, string] => [name, value])) } catch { /* Trailers that may not be sent. */ }
      outgoing.end()
      end()
    })
    answer.on('close', () => { if (!answer.complete) { end('upstream-reset'); outgoing.destroy() } })
  })
  request.on('error', () => {
    if (over) return
    const reached = response !== undefined
    end(reached ? 'upstream-reset' : 'upstream-unreachable')
    if (reached || outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502, { 'Content-Type': 'application/json', Connection: 'close' }).end('{"error":"recorder_upstream_unreachable"}')
  })

  incoming.on('data', (chunk: Buffer) => {
    sent.see(chunk)
    if (!request.write(chunk)) { incoming.pause(); request.once('drain', () => incoming.resume()) }
  })
  incoming.on('end', () => request.end())
  incoming.on('error', () => undefined)
  outgoing.on('error', () => undefined)
  outgoing.on('close', () => {
    if (outgoing.writableFinished) return
    end('client-abort')
    response?.destroy()
    request.destroy()
  })
}
