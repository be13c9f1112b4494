import http from 'node:http'
import https from 'node:https'
import type { WireRequest } from '../exchange/exchange.ts'
import { pathOf } from './address.ts'
import { boundOf, excessOfHead } from './answer-bound.ts'
import type { Agents } from './connections.ts'
import { headerPairs, type Sent } from './send-http.ts'
import { userAgent } from './user-agent.ts'

/** One request of a race: it sends all but the last byte, waits for the others, then all last bytes are sent together. */
export async function sendRace(
  request: WireRequest,
  deadlineMs: number,
  reached: () => Promise<void>,
  agents: Agents,
): Promise<Sent> {
  const url = new URL(request.url)
  const secure = url.protocol === 'https:'
  const body = request.body ?? new Uint8Array()
  const outgoing = (secure ? https : http).request({
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: pathOf(request.url),
    method: request.method,
    agent: secure ? agents.https : agents.http,
    headers: {
      'User-Agent': userAgent,
      ...Object.fromEntries(request.headers),
      'Accept-Encoding': 'identity',
      ...(body.length > 0 ? { 'Content-Length': String(body.length) } : {}),
    },
  })
  const answered = answerTo(outgoing, request, deadlineMs)
  if (body.length > 0)
    await Promise.race([
      answered,
      new Promise<void>((resolve) => {
        outgoing.write(body.subarray(0, -1), () => resolve())
      }),
    ])
  await reached()
  outgoing.end(body.length > 0 ? body.subarray(-1) : undefined)
  return answered
}

/** The response to an outgoing request, parsed by Node, or why there is none. */
export function answerTo(outgoing: http.ClientRequest, request: WireRequest, deadlineMs: number): Promise<Sent> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => {
      resolve({ request, failure: 'timeout' })
      outgoing.destroy()
    }, deadlineMs)
    const fail = (error: NodeJS.ErrnoException) => {
      clearTimeout(deadline)
      const excess = excessOfHead(error.code)
      resolve(
        excess === undefined
          ? { request, failure: error.code?.startsWith('HPE_') ? 'malformed' : 'connection' }
          : { request, failure: 'too-large', excess },
      )
    }
    outgoing.once('error', fail)
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = []
      const bound = boundOf()
      incoming.once('close', bound.done)
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (!bound.isOver(chunk.length)) return
        clearTimeout(deadline)
        resolve({ request, failure: 'too-large' })
        outgoing.destroy()
      })
      incoming.once('error', fail)
      incoming.once('end', () => {
        clearTimeout(deadline)
        resolve({
          request,
          response: {
            status: incoming.statusCode ?? 0,
            statusText: incoming.statusMessage ?? '',
            headers: headerPairs(incoming.rawHeaders),
            body: Buffer.concat(chunks),
          },
        })
      })
    })
  })
}
