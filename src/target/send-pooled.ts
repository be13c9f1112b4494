import { Agent } from 'undici'
import type { WireRequest } from '../verdict/exchange.ts'
import { pairs, type Sent } from './send-http.ts'

export const pooled = (ca?: string): Agent => new Agent({ connections: 64, pipelining: 1, ...(ca ? { connect: { ca } } : {}) })

/**
 * One request by undici: for the calls that a run makes by the hundred, at half of what supertest costs (npm run bench).
 * Nothing followed, nothing parsed, nothing sent again.
 */
export async function sendPooled(request: WireRequest, deadlineMs: number, agent: Agent): Promise<Sent> {
  const { origin } = new URL(request.url)
  try {
    const answer = await agent.request({
      origin, path: request.url.slice(origin.length) || '/', method: request.method as 'GET',
      headers: request.headers.flat(), responseHeaders: 'raw', headersTimeout: deadlineMs, bodyTimeout: deadlineMs,
      ...(request.body === undefined ? {} : { body: request.body as Buffer }),
    })
    const body = Buffer.from(await answer.body.arrayBuffer())
    return { request, response: { status: answer.statusCode, statusText: answer.statusText ?? '', headers: pairs(answer.headers as unknown as string[]), body } }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    return { request, failure: code.includes('TIMEOUT') ? 'timeout' : code.startsWith('HPE_') ? 'malformed' : 'connection' }
  }
}
