import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { objectSent, turningAway } from '../variants/turned-away.ts'
import { headerIn, isWell, jsonIn, passing } from './passing.ts'
import { withSent } from './serving.ts'
import { uuidIn } from './tree-edits.ts'
import { isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'
import { isStartOfJob } from './wish-wire.ts'

const plain = (id: unknown): string => String(id).replaceAll('-', '').toUpperCase()

const memory = perHouse(() => ({
  activitiesOf: new Map<string, readonly unknown[]>(),
  /** Until when a start is refused, in milliseconds since the epoch. */
  busyUntil: 0,
  lengths: new Set<number>(),
}))

const malformed = (why: string) => json(400, { error: 'BAD_REQUEST', error_description: why })
const busy = json(409, { error: 'CONFLICT', error_description: 'another re-optimization is in progress' })
/** Quiet breaches of B-OPT, thought up by a fifth reader of the documents (suites/two-readings). */
export const fifthJobFaults: readonly Fault[] = [
  passing(
    'optimization-refused-start-occupies',
    ['B-OPT-08'],
    'A start that is refused as malformed keeps the next one from starting.',
    async (request, go, { house }) => {
      if (!isStartOfJob(request.target)) return go(request)
      const known = memory(house)
      const response = await go(request)
      if (response.status === 400) known.busyUntil = house.clock.now() + house.rules.optimization.takesMs()
      return response.status === 202 && house.clock.now() < known.busyUntil ? busy : response
    },
  ),
  passing(
    'optimization-service-calls-expanded',
    ['B-OPT-10'],
    'A service call among the activityIds stands for its activities.',
    async (request, go, { house }) => {
      const { activitiesOf } = memory(house)
      if (isTreePost(request)) {
        const response = await go(request)
        const tree = isWell(response) ? (jsonIn(response) ?? {}) : {}
        activitiesOf.set(
          plain(uuidIn(tree['id'])),
          activitiesIn(tree).map(({ id }) => uuidIn(id)),
        )
        return response
      }
      const wish = isStartOfJob(request.target) ? objectSent(request) : {}
      const { activityIds } = wish
      return go(
        Array.isArray(activityIds)
          ? withSent(request, {
              ...wish,
              activityIds: (activityIds as unknown[]).flatMap((id) => activitiesOf.get(plain(id)) ?? [id]),
            })
          : request,
      )
    },
  ),
  {
    id: 'optimization-first-of-two-skills',
    breaks: ['B-OPT-11'],
    says: 'An activity or technician with two of the skills is one of the first.',
    rule: { optimization: { isOfOne: (matching) => matching > 0 } },
  },
  {
    id: 'optimization-user-id-needs-name',
    breaks: ['B-OPT-01'],
    says: 'X-User-Id without X-User-Name is refused.',
    wire: turningAway(
      (request) =>
        isStartOfJob(request.target) &&
        headerIn(request, 'X-User-Id') !== undefined &&
        headerIn(request, 'X-User-Name') === undefined,
      malformed('X-User-Name is missing'),
    ),
  },
  passing(
    'optimization-unknown-token-403',
    ['B-OPT-07'],
    'A token in the form of those that are issued, which was not issued, gets 403.',
    async (request, go, { house }) => {
      if (!isStartOfJob(request.target)) return go(request)
      const { lengths } = memory(house)
      const { length } = headerIn(request, 'Authorization') ?? ''
      const response = await go(request)
      if (response.status === 202) lengths.add(length)
      return response.status === 401 && lengths.has(length) ? { ...response, status: 403 } : response
    },
  ),
]
