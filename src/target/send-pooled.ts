import { Agent } from 'undici'
import type { WireRequest } from '../exchange/exchange.ts'
import { pathOf } from './address.ts'
import { pairs, type Sent } from './send-http.ts'

export const pooled = (ca?: string): Agent =>
  new Agent({ connections: 64, pipelining: 1, ...(ca ? { connect: { ca } } : {}) })

/**
 * One request by undici: for the calls that a run makes by the hundred, at half of what supertest costs (npm run bench).
 * Nothing followed, nothing parsed, nothing sent again.
 */
export async function sendPooled(request: WireRequest, deadlineMs: number, agent: Agent): Promise<Sent> {
  const { origin } = new URL(request.url)
  const started = performance.now()
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = await agent.request({
      origin,
      path: pathOf(request.url),
      method: request.method,
      headers: request.headers.flat(),
      responseHeaders: 'raw',
      headersTimeout: deadlineMs,
      bodyTimeout: deadlineMs,
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    // undici's own limits are for the head, and for each pause of the body: one that trickles keeps both.
    timer = setTimeout(
      () => answer.body.destroy(Object.assign(new Error('deadline'), { code: 'TIMEOUT' })),
      deadlineMs - (performance.now() - started),
    )
    const body = Buffer.from(await answer.body.arrayBuffer())
    return {
      request,
      response: {
        status: answer.statusCode,
        statusText: answer.statusText ?? '',
        headers: pairs(answer.headers as unknown as string[]),
        body,
      },
    }
  } catch (error) {
    const { code = '', name } = error as { code?: string; name: string }
    return {
      request,
      failure: code.includes('TIMEOUT') ? 'timeout' : name === 'HTTPParserError' ? 'malformed' : 'connection',
    }
  } finally {
    clearTimeout(timer)
  }
}
