import type { Agent } from 'undici'
import type { WireRequest } from '../exchange/exchange.ts'
import { pathOf } from './address.ts'
import { boundOf, excessOfHead, tooLarge, tooLargeCode } from './answer-bound.ts'
import { headerPairs, type Sent } from './send-http.ts'
import { usualHeaders } from './usual-headers.ts'

const unsaidOf = ({ headers }: WireRequest): string[] =>
  usualHeaders.filter(([name]) => !headers.some(([given]) => given.toLowerCase() === name.toLowerCase())).flat()

/**
 * One request with undici, for the calls that a run makes by the hundred: half the cost of supertest (npm run bench).
 * No redirects, no parsing, no retries.
 */
export async function sendPooled(request: WireRequest, deadlineMs: number, agent: Agent): Promise<Sent> {
  const { origin } = new URL(request.url)
  const started = performance.now()
  let timer: NodeJS.Timeout | undefined
  const bound = boundOf()
  try {
    const answer = await agent.request({
      origin,
      path: pathOf(request.url),
      method: request.method,
      headers: unsaidOf(request).concat(request.headers.flat()),
      responseHeaders: 'raw',
      headersTimeout: deadlineMs,
      bodyTimeout: deadlineMs,
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    // undici's own timeouts apply to the headers and to each pause in the body: a trickling body never hits them.
    timer = setTimeout(
      () => answer.body.destroy(Object.assign(new Error('deadline'), { code: 'TIMEOUT' })),
      deadlineMs - (performance.now() - started),
    )
    const chunks: Buffer[] = []
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      if (bound.isOver(chunk.length)) throw tooLarge()
    }
    const body = Buffer.concat(chunks)
    return {
      request,
      response: {
        status: answer.statusCode,
        statusText: answer.statusText ?? '',
        headers: headerPairs(answer.headers as unknown as string[]),
        body,
      },
    }
  } catch (error) {
    const { code = '', name } = error as { code?: string; name: string }
    const excess = excessOfHead(code)
    if (excess !== undefined) return { request, failure: 'too-large', excess }
    return {
      request,
      failure: code.includes('TIMEOUT')
        ? 'timeout'
        : code === tooLargeCode
          ? 'too-large'
          : name === 'HTTPParserError'
            ? 'malformed'
            : 'connection',
    }
  } finally {
    clearTimeout(timer)
    bound.done()
  }
}
