import type { PlatformRequest, PlatformResponse } from '../../../platform/http/message.ts'
import type { Behind } from '../mutant.ts'

/** Which answer a request gets. One of these is made for each edge. */
export interface OrderOperator {
  readonly name: string
  /** Only for requests that change nothing. */
  readonly reads: boolean
  /** Told each time that an answer is another one. */
  make(changed: () => void): (request: PlatformRequest, behind: Behind) => Promise<PlatformResponse>
}

const cachedFor = (name: string, ms: number): OrderOperator => ({
  name,
  reads: true,
  make(changed) {
    const kept = new Map<string, { at: number; response: PlatformResponse }>()
    return async (request, behind) => {
      const key = `${request.method} ${request.target} ${JSON.stringify(request.headers.filter(([header]) => /^(authorization|accept|x-client)/i.test(header)))} ${request.body.toString('latin1')}`
      const before = kept.get(key)
      if (before && behind.now() - before.at < ms) {
        changed()
        return before.response
      }
      const response = await behind.forward(request)
      kept.set(key, { at: behind.now(), response })
      return response
    }
  },
})

export const orderOperators: readonly OrderOperator[] = [
  cachedFor('first-answer-for-ever', Number.POSITIVE_INFINITY),
  cachedFor('answer-of-2-s-ago', 2000),
  {
    name: 'answer-of-the-simultaneous-one',
    reads: false,
    make(changed) {
      let open = 0
      let waiting: ((response: PlatformResponse) => void) | undefined
      let held: PlatformResponse | undefined
      return async (request, behind) => {
        open += 1
        const mine = await behind.forward(request)
        if (waiting && held) {
          const other = held
          changed()
          waiting(mine)
          waiting = held = undefined
          open -= 1
          return other
        }
        if (open < 2) {
          open -= 1
          return mine
        }
        held = mine
        const given = await new Promise<PlatformResponse>((resolve) => {
          waiting = resolve
          // The other one may have gone another way.
          setTimeout(() => {
            if (waiting !== resolve) return
            waiting = held = undefined
            resolve(mine)
          }, 200)
        })
        open -= 1
        return given
      }
    },
  },
]
