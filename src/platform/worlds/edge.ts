import { setTimeout as pause } from 'node:timers/promises'
import type { Deviation } from '../deviation.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'

type Handle = (request: PlatformRequest) => Promise<PlatformResponse>

const nowhere = '/nowhere'
/** The simulator's own controls are part of no world. */
const isControl = ({ target }: PlatformRequest): boolean => target.startsWith('/fieldproof/')

/** Refuses every n-th request with 429 before it has any effect (A-GEN-09). */
export function refusingOneIn(n: number): Deviation {
  let count = 0
  const refused = new WeakSet<PlatformRequest>()
  return {
    id: 'rate-limited',
    says: `One request in ${n} is answered with 429.`,
    wire: {
      request(request) {
        if (isControl(request) || ++count % n !== 0) return request
        refused.add(request)
        return { ...request, method: 'GET', target: nowhere }
      },
      response: (response, request) =>
        refused.has(request) ? { status: 429, headers: [['Retry-After', '0']], body: Buffer.alloc(0) } : response,
    },
  }
}

/** Everything is below a path of the origin, and nothing beside it. */
export const below = (prefix: string, handle: Handle): Handle => {
  const at = (path: string) => path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`)
  return (request) =>
    handle(
      at(request.target)
        ? { ...request, target: request.target.slice(prefix.length) || '/', origin: `${request.origin}${prefix}` }
        : { ...request, target: nowhere },
    )
}

export const late = (latencyMs: number, handle: Handle): Handle =>
  latencyMs === 0
    ? handle
    : async (request) => {
        if (!isControl(request)) await pause(latencyMs)
        return handle(request)
      }
