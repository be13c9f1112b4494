import type { Variant } from '../deviation.ts'
import { everyAssignment, note, type Assignment } from '../dispatch/assignments.ts'
import { perHouse } from '../house.ts'
import { askedOf, withJson } from '../faults/passing.ts'
import { alone, through } from './lawful.ts'

const aheadMs = 3_600_000
const starts = perHouse(() => new WeakMap<Assignment, number>())

const confirmedMs = 300
const confirmedAt = perHouse(() => new WeakMap<Assignment, number>())

/** What an activity was last moved to, however it was planned then. */
function movedTo({ times, before }: Assignment): number | undefined {
  const start = Date.parse(String(times['startDateTime']))
  return Number.isNaN(start) ? before && movedTo(before) : start
}

/** Lawful readings of dispatching, thought up by a seventeenth reader (suites/two-readings). */
export const seventeenthDispatchVariants: readonly Variant[] = [
  through(
    'dispatch-countdown-ends-at-the-start',
    ['B-DSP-17'],
    'The countdown of a notified partner ends at the start of the activity, too; activities are planned an hour ahead, and to the time of an update.',
    (request, go, { house }) => {
      const now = house.clock.now()
      for (const assignment of everyAssignment(house)) {
        const start = movedTo(assignment) ?? starts(house).get(assignment) ?? now + aheadMs
        starts(house).set(assignment, start)
        if (assignment.status === 'NOTIFIED' && start <= now) assignment.notifiedAt = -Infinity
      }
      return go(request)
    },
  ),
  alone(
    through(
      'dispatch-confirmed-activities-are-notified',
      ['B-DSP-07', 'B-DSP-14'],
      'An automation of the crowd owner notifies each activity 300 ms after it was CONFIRMED.',
      (request, go, { house }) => {
        const now = house.clock.now()
        const known = confirmedAt(house)
        for (const assignment of everyAssignment(house)) {
          if (assignment.status !== 'CONFIRMED') {
            known.delete(assignment)
            continue
          }
          const at = known.get(assignment) ?? now
          known.set(assignment, at)
          if (now - at < confirmedMs) continue
          Object.assign(assignment, { status: 'NOTIFIED', notifiedAt: now })
          note(house, { name: 'assignment.notify', activityId: assignment.activityId, at: now })
        }
        return go(request)
      },
    ),
  ),
  alone(
    through(
      'dispatch-events-a-second-later',
      ['B-DSP-19'],
      'Business events are told a second after they were triggered.',
      async (request, go, { house }) => {
        const response = await go(request)
        const isOfEvents =
          request.method === 'GET' && /\/fieldproof\/activities\/[^/]+\/events$/.test(askedOf(request).path)
        if (!isOfEvents) return response
        const until = house.clock.now() - 1000
        return withJson(response, ({ events }) => ({
          events: (events as ReadonlyArray<{ readonly at: number }>).filter(({ at }) => at <= until),
        }))
      },
    ),
  ),
]
