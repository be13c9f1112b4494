import type http from 'node:http'
import supertest from 'supertest'
import type { Exchange, HeaderList, WireRequest } from '../exchange/exchange.ts'
import { pathOf } from './address.ts'
import { answerAtMost, boundOf, excessOfHead, tooLarge, tooLargeCode } from './answer-bound.ts'
import type { Agents } from './connections.ts'
import { userAgent } from './user-agent.ts'

export type Sent = Pick<Exchange, 'request' | 'response' | 'failure' | 'excess'>

const largeFrom = 1024 * 1024

/** The raw bytes of the body: the default parsers would consume multipart bodies and throw on bad JSON. */
type Incoming = http.IncomingMessage
const rawBytes = (response: unknown, done: (error: Error | null, body: unknown) => void): void => {
  const stream = response as Incoming
  const chunks: Buffer[] = []
  // A large body whose length is told goes to its place at once: it is never held twice.
  const length = Number(stream.headers['content-length'])
  const whole = length > largeFrom && length <= answerAtMost ? Buffer.allocUnsafeSlow(length) : undefined
  let filled = 0
  const bound = boundOf(stream)
  let isOver = false
  stream.on('data', (chunk: Buffer) => {
    if (isOver) return
    if (whole) filled += chunk.copy(whole, filled)
    else chunks.push(chunk)
    isOver = bound.isOver(chunk.length)
    if (!isOver) return
    // Told once: an error of the stream would reach superagent a second time.
    chunks.length = 0
    done(tooLarge(), undefined)
    stream.destroy()
  })
  stream.on('end', () => {
    bound.done()
    done(null, whole?.subarray(0, filled) ?? Buffer.concat(chunks))
  })
  stream.on('error', (error) => done(error, undefined))
  stream.on('close', bound.done)
}

/** supertest creates a function for every HTTP method: once per address is enough. */
const clients = new Map<string, ReturnType<typeof supertest>>()
const clientOf = (address: string): ReturnType<typeof supertest> => {
  const made = clients.get(address) ?? supertest(address)
  clients.set(address, made)
  return made
}

/** One request with supertest over a kept-alive connection: no redirects, no parsing, no retries. */
export async function sendHttp(
  request: WireRequest,
  deadlineMs: number,
  { http: plain, https: secure }: Agents,
): Promise<Sent> {
  const url = new URL(request.url)
  const agent = url.protocol === 'https:' ? secure : plain
  const path = pathOf(request.url)
  const verb = request.method.toLowerCase() as 'get'
  const test = clientOf(url.origin)
    [verb](path)
    .agent(agent)
    .redirects(0)
    .buffer(true)
    .parse(rawBytes)
    .ok(() => true)
    .timeout({ deadline: deadlineMs })
  test.set('Accept-Encoding', 'identity').set('User-Agent', userAgent)
  for (const [name, value] of request.headers) test.set(name, value)
  try {
    const answer = await (request.body === undefined
      ? test
      : test.serialize((body: unknown) => body as string).send(Buffer.from(request.body)))
    const incoming = (answer as unknown as { res: Incoming }).res
    return {
      request,
      response: {
        status: answer.status,
        statusText: incoming.statusMessage ?? '',
        headers: headerPairs(incoming.rawHeaders),
        body: answer.body as Buffer,
      },
    }
  } catch (error) {
    const { code, timeout } = error as { code?: string; timeout?: number }
    const parseError = typeof code === 'string' && code.startsWith('HPE_')
    const excess = excessOfHead(code)
    if (excess !== undefined) return { request, failure: 'too-large', excess }
    const ended = code === tooLargeCode ? 'too-large' : parseError ? 'malformed' : 'connection'
    return { request, failure: timeout ? 'timeout' : ended }
  }
}

export function headerPairs(raw: readonly string[]): HeaderList {
  const list: Array<readonly [string, string]> = []
  for (let at = 0; at + 1 < raw.length; at += 2) list.push([raw[at] as string, raw[at + 1] as string])
  return list
}
