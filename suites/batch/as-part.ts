import type { BatchRequest } from '../../src/batch/request.ts'
import type { Answer } from '../../src/clients/answer.ts'
import type { Context } from '../../src/kit/index.ts'

/** What belongs to the connection, or is inherited from the batch (A-BAT-06). */
const ofTheBatch = new Set(['authorization', 'host', 'connection', 'content-length', 'accept-encoding'])

/** A call that was answered outside, as a part: without what the address of its cluster, one of several, has before the path of the interface. */
export function asPart({ exchange: { request } }: Answer, { target }: Context): BatchRequest {
  const { pathname, search } = new URL(request.url)
  const begins = Object.values(target.basePaths).flatMap((path) => {
    const at = pathname.indexOf(path)
    return at < 0 ? [] : [at]
  })
  return {
    method: request.method,
    path: `${pathname.slice(begins.length > 0 ? Math.min(...begins) : 0)}${search}`,
    // It is a request of its own: one that was heard may be refused (B-USR-01).
    headers: request.headers
      .filter(([name]) => !ofTheBatch.has(name.toLowerCase()))
      .map(([name, value]) => [name, /^x-request-id$/i.test(name) ? crypto.randomUUID() : value] as const),
  }
}
