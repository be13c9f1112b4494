import type { Fault } from '../deviation.ts'
import type { PlatformRequest, PlatformResponse, WireFilter } from '../http/message.ts'
import { answering, withStatus } from './edits.ts'

/** A call without a token passes with the one of the call before. */
function lastToken(at: string, change: (response: PlatformResponse) => PlatformResponse): WireFilter {
  let last: readonly [string, string] | undefined
  const lent = new WeakSet<PlatformRequest>()
  return {
    request(request) {
      const sent = request.headers.find(([name]) => name.toLowerCase() === 'authorization')
      if (!request.target.includes(at)) return request
      if (sent) last = sent
      if (sent || !last) return request
      lent.add(request)
      return { ...request, headers: [...request.headers, last] }
    },
    response: (response, request) => (lent.has(request) ? change(response) : response),
  }
}

/** Tokens that are not looked at below a path. */
export const borrowedTokenFaults = (
  name: string,
  at: string,
  breaks: { headers: string; status: string },
): readonly Fault[] => [
  {
    id: `${name}-authorization-not-required`,
    breaks: [breaks.headers],
    says: 'A call without a token is served as if it were of the one that called last.',
    wire: lastToken(at, (response) => response),
  },
  {
    id: `${name}-authorization-missing-yet-done`,
    breaks: [breaks.headers],
    says: 'A call without a token is refused, and done as if it were of the one that called last.',
    wire: lastToken(at, () => withStatus(401, { title: 'Unauthorized' })),
  },
  {
    id: `${name}-any-token-taken`,
    breaks: [breaks.status],
    says: 'A read is answered to any token.',
    wire: answering(
      ({ path, method }, { status }) => method === 'GET' && path.includes(at) && status === 401,
      () => withStatus(200, { results: [] }),
    ),
  },
  {
    id: `${name}-any-token-400`,
    breaks: [breaks.status],
    says: 'A read with a token that was never issued is answered 400.',
    wire: answering(
      ({ path, method }, { status }) => method === 'GET' && path.includes(at) && status === 401,
      () => withStatus(400, { title: 'Bad Request' }),
    ),
  },
]

/** A call without a header is refused, and done: the rule that demands it is off, and the answer is another. */
export const refusedYetDone = (at: string, header: string): WireFilter =>
  answering(
    ({ path, header: sent }, { status }) => path.includes(at) && status < 300 && !sent(header),
    () => withStatus(400, { title: 'Bad Request', detail: `the header ${header} is required` }),
  )
