import type { Deviation } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'

const isJob = ({ target }: PlatformRequest): boolean => target.includes('/actions/re-optimize')

/** While a job runs, which takes so long, every start is answered 409 without a body, malformed ones included. */
export function busyJob(takesMs: () => number): Deviation['seam'] {
  const jobs = perHouse(() => ({ until: 0 }))
  return {
    passage: {
      through: async (request, go, { house }) => {
        if (!isJob(request)) return go(request)
        const job = jobs(house)
        const probe = await go({ ...request, body: Buffer.from('{}') })
        if (probe.status === 400 && house.clock.now() < job.until) return empty(409)
        const answer = await go(request)
        if (answer.status === 202) job.until = house.clock.now() + takesMs()
        return answer.status === 409 ? empty(409) : answer
      },
    },
  }
}
