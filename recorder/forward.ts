import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Broken } from '../src/har/recorded.ts'
import { exactNow } from '../src/exchange/exact-now.ts'
import type { HeaderList } from '../src/exchange/exchange.ts'
import { misframed } from './framing.ts'
import { pairsOf, passed } from './heads.ts'
import { passInformation } from './informational.ts'
import type { Sink } from './keep.ts'
import { passOn } from './pass-on.ts'
import { hasConnected, watchConnecting } from './reached.ts'
import { headAtMost } from './server-options.ts'
import type { Upstream } from './upstream.ts'

/** A head whose body has not come by then goes alone: else the two go together. */
const lateMs = 20

/** Methods that may be sent again where a connection that was kept open turns out to be closed (RFC 9110, 9.2.2 and 9.3.1). */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

/** What a client is told in place of an answer; why, is for whoever runs the recorder. */
const saidOf = {
  'invalid-http': 'upstream_invalid',
  'upstream-reset': 'upstream_reset',
  'upstream-unreachable': 'upstream_unreachable',
} as const
type Unanswered = keyof typeof saidOf

/** Passes one request on and its response back, in the form in which they come; tells what passed when both are over. */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { origin, agent, named }: Upstream,
  sink: Sink,
): void {
  const why = misframed(incoming)
  if (why !== undefined) {
    outgoing
      .writeHead(400, { 'Content-Type': 'application/json', Connection: 'close' })
      .end(JSON.stringify({ error: 'recorder_framing', message: `refused by the recorder: ${why}` }))
    incoming.resume()
    return
  }
  const startedAt = exactNow()
  const started = performance.now()
  // In absolute form, which is for proxies, the host is that of the upstream all the same.
  const path = (incoming.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  const base = origin.pathname.replace(/\/+$/, '')
  const sent = sink.tap()
  const got = sink.tap()
  const asked = pairsOf(incoming.rawHeaders).map((field) =>
    !named && field[0].length === 4 && field[0].toLowerCase() === 'host' ? ([field[0], origin.host] as const) : field,
  )
  // HTTP/1.0 need not name a host; what goes on is HTTP/1.1, which must.
  const seen = incoming.headers.host === undefined ? [['Host', origin.host] as const, ...asked] : asked
  const chunked = incoming.headers['transfer-encoding'] !== undefined
  const hasBody = chunked || Number(incoming.headers['content-length'] ?? 0) > 0
  let response: IncomingMessage | undefined
  let responseHeaders: HeaderList = []
  let headAt: number | undefined
  let over = false
  let [isSentWhole, isSentPartly] = [false, false]
  let late: NodeJS.Timeout | undefined

  const end = (broken?: Broken, code?: string): void => {
    if (over) return
    over = true
    clearTimeout(late)
    const now = performance.now()
    sink.told({
      startedAt,
      waitMs: (headAt ?? now) - started,
      receiveMs: now - (headAt ?? now),
      method: incoming.method ?? 'GET',
      url: `${origin.origin}${base}${path.startsWith('/') ? '' : '/'}${path}`,
      httpVersion: `HTTP/${incoming.httpVersion}`,
      requestHeaders: seen,
      requestBody: sent.passed(),
      sentWhole: isSentWhole,
      status: response?.statusCode ?? 0,
      statusText: response?.statusMessage ?? '',
      responseHeaders,
      responseBody: got.passed(),
      ...(broken ? { broken } : {}),
      ...(code ? { code } : {}),
    })
  }
  const options = {
    agent,
    method: incoming.method,
    path: `${base}${path}`,
    hostname: origin.hostname.replace(/^\[|\]$/g, ''),
    port: origin.port || (origin.protocol === 'https:' ? 443 : 80),
    setHost: false,
    maxHeaderSize: headAtMost,
  }
  const headers = [
    ...passed(seen),
    ...(chunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
  ].flat() as unknown as http.OutgoingHttpHeaders
  const send = (again: boolean): http.ClientRequest => {
    const made = (origin.protocol === 'https:' ? https : http).request({
      ...(again ? { ...(agent as https.Agent).options, ...options, agent: false as const } : options),
      headers,
    })
    made.on('socket', watchConnecting)
    made.on('information', (information) => {
      if (!over) passInformation(information, outgoing)
    })
    // 101 that nobody asked for: what follows is no HTTP.
    made.on('upgrade', (_answer, socket) => {
      socket.destroy()
      unanswered('invalid-http')
    })
    made.on('response', answered)
    made.on('error', (error: NodeJS.ErrnoException) => {
      // Of an answer that has begun its own end decides: upstream may refuse an upload before it has read it.
      if (over || response) return
      if (
        !again &&
        made.reusedSocket &&
        !hasBody &&
        repeatable.has(incoming.method ?? '') &&
        /^(?:ECONNRESET|EPIPE)$/.test(error.code ?? '')
      ) {
        request = send(true).end()
        return
      }
      const isAnswer = /^HPE_/.test(error.code ?? '')
      unanswered(isAnswer ? 'invalid-http' : hasConnected(made) ? 'upstream-reset' : 'upstream-unreachable', error.code)
    })
    return made
  }
  const unanswered = (broken: Unanswered, code?: string): void => {
    if (over) return
    end(broken, code)
    if (outgoing.headersSent) outgoing.destroy()
    else
      outgoing
        .writeHead(502, { 'Content-Type': 'application/json', Connection: 'close' })
        .end(`{"error":"recorder_${saidOf[broken]}"}`)
    incoming.resume()
  }
  const answered = (answer: IncomingMessage): void => {
    if (over) {
      answer.destroy()
      return
    }
    response = answer
    responseHeaders = pairsOf(answer.rawHeaders)
    headAt = performance.now()
    const chunkedBack = answer.headers['transfer-encoding'] !== undefined && incoming.httpVersion !== '1.0'
    try {
      outgoing.sendDate = false
      // Announced trailers in a message that can have none: Node would not send such a head.
      const kept = passed(responseHeaders).filter(([name]) => chunkedBack || name.toLowerCase() !== 'trailer')
      outgoing.writeHead(
        answer.statusCode ?? 502,
        answer.statusMessage,
        [
          ...kept,
          ...(chunkedBack ? [['Transfer-Encoding', 'chunked'] as const] : []),
        ].flat() as unknown as http.OutgoingHttpHeaders,
      )
    } catch {
      // A head that no message of ours can hold: the client sees a broken connection, as it would without us.
      end('invalid-http')
      answer.destroy()
      outgoing.destroy()
      return
    }
    answer.on('data', (chunk: Buffer) => {
      got.see(chunk)
      passOn(answer, chunk, outgoing, sink)
    })
    answer.on('error', () => undefined)
    answer.on('end', () => {
      // Node says `end` of a body that was cut off, too, where it came in chunks.
      if (!answer.complete) return
      if (answer.rawTrailers.length > 0)
        try {
          outgoing.addTrailers(pairsOf(answer.rawTrailers).map(([name, value]): [string, string] => [name, value]))
        } catch {
          /* Trailers that may not be sent. */
        }
      outgoing.end()
      end()
      // The rest of an upload that was answered before its end: read, or the client would never come to read the answer.
      incoming.resume()
    })
    answer.on('close', () => {
      if (!answer.complete) {
        end('upstream-reset')
        outgoing.destroy()
      }
    })
  }

  let request: http.ClientRequest
  try {
    request = send(false)
  } catch {
    unanswered('invalid-http')
    return
  }
  incoming.on('data', (chunk: Buffer) => {
    if (over || request.destroyed) {
      isSentPartly = true
      return
    }
    clearTimeout(late)
    sent.see(chunk)
    passOn(incoming, chunk, request, sink)
  })
  incoming.on('end', () => {
    isSentWhole = !isSentPartly
    if (request.destroyed) return
    if (chunked && incoming.rawTrailers.length > 0)
      try {
        request.addTrailers(pairsOf(incoming.rawTrailers).map(([name, value]): [string, string] => [name, value]))
      } catch {
        /* Trailers that may not be sent. */
      }
    request.end()
  })
  // A head whose body is late: upstream may have something to say about it.
  const flush = (): void => {
    if (!over && !request.destroyed) request.flushHeaders()
  }
  if (incoming.headers.expect !== undefined) flush()
  else if (hasBody) late = setTimeout(flush, lateMs)
  incoming.on('error', () => undefined)
  outgoing.on('error', () => undefined)
  outgoing.on('close', () => {
    if (outgoing.writableFinished) return
    end('client-abort')
    response?.destroy()
    request.destroy()
  })
}
