import { storeAt } from '../data/stores.ts'
import type { Variant } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { isRunning, startJob } from '../optimization/job.ts'
import { through } from './lawful.ts'

const isBuild = /^\/api\/reporting\/v1(?:\/build)?(?:\?|$)/

const buildMs = 20_000
const freeAt = perHouse(() => ({ at: 0 }))

const everyMs = 40_000
const runsMs = 4000
const runs = perHouse(({ clock }) => ({ from: clock.now(), turns: new Map<object, number>() }))

/** Lawful readings of reports and re-optimization, thought up by a thirteenth reader (suites/two-readings). */
export const thirteenthJobVariants: readonly Variant[] = [
  through(
    'report-blanks-while-queued',
    ['B-RPT-14'],
    'Builds stand in one queue; of one that waits and is made a blank comes each second, then the answer.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (request.method !== 'POST' || !isBuild.test(request.target) || response.status !== 200) return response
      const queue = freeAt(house)
      const now = house.clock.now()
      queue.at = Math.max(now, queue.at) + buildMs
      const waits = queue.at - now
      house.clock.advance(waits)
      return {
        ...response,
        headers: [...response.headers, ['Transfer-Encoding', 'chunked']],
        body: Buffer.concat([Buffer.alloc(waits / 1000, ' '), response.body]),
      }
    },
  ),
  through(
    'optimization-jobs-of-the-platform',
    ['B-OPT-08'],
    'Every 40 seconds the platform runs a job of its own in each company for four seconds; a start is refused with 409 then.',
    (request, go, { house }) => {
      const { from, turns } = runs(house)
      const age = house.clock.now() - from
      const turn = Math.floor(age / everyMs)
      const left = runsMs - (age % everyMs)
      for (const account of house.world.accounts)
        for (const company of account.companies) {
          const store = storeAt({ account, company }, house)
          if (left <= 0 || turns.get(store) === turn) continue
          turns.set(store, turn)
          const wish = { activityIds: [], start: Number.NaN, end: Number.NaN, skills: undefined }
          if (!isRunning(store, house)) startJob(store, wish, undefined, house, left)
        }
      return go(request)
    },
  ),
]
