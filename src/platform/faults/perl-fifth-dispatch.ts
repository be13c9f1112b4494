import type { Fault } from '../deviation.ts'
import { assignmentOf, timeoutMs } from '../dispatch/assignments.ts'
import { json } from '../http/answers.ts'
import { dispatchRules, type DispatchAction } from '../rulebook/dispatch.ts'
import { dispatchFault } from './fifth-dispatch.ts'
import { askedOf, jsonIn, passing } from './passing.ts'

const { dispatch } = dispatchRules

const paths: Readonly<Partial<Record<DispatchAction, RegExp>>> = {
  release: /\/api\/partner-dispatch\/v1\/release$/,
  update: /\/api\/v1\/assignment-details\/([^/]+)$/,
}

/** The countdown of a notification goes on behind its acceptance, and keeps an action out. */
const tooLate = (action: 'release' | 'update', statement: string): Fault =>
  passing(
    `dispatch-${action}-too-late`,
    [statement],
    `The ${action} of an accepted activity is refused when the time of its notification is over.`,
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const found = paths[action]?.exec(path)
      const activityId = found && (found[1] ?? jsonIn(request)?.['activityId'])
      const { status, notifiedAt = 0 } = assignmentOf(house, String(activityId)) ?? {}
      return method !== 'GET' && status === 'ACCEPTED' && house.clock.now() - notifiedAt > timeoutMs
        ? json(404, { title: 'Not found', detail: 'the partner was too late' })
        : go(request)
    },
  )

const dayOf = (time: unknown): string => String(time).slice(0, 10)

/** One of the times of an update is moved to the day of the other. */
const onTheDayOf = (name: 'startDateTime' | 'endDateTime', other: 'startDateTime' | 'endDateTime') =>
  dispatchFault(
    `update-${name === 'endDateTime' ? 'ends-on-the-day-of-its-start' : 'starts-on-the-day-of-its-end'}`,
    'B-DSP-04',
    `An update stores ${name} with the date of ${other}.`,
    {
      updates: (sent, before, technicianId) => {
        const stored = dispatch.updates(sent, before, technicianId)
        return { ...stored, [name]: `${dayOf(stored[other])}${String(stored[name]).slice(10)}` }
      },
    },
  )

/** Breaches of what an accepted activity goes through, as a fifth look at a server in Perl found them. */
export const perlFifthDispatchFaults: readonly Fault[] = [
  tooLate('release', 'B-DSP-12'),
  tooLate('update', 'B-DSP-04'),
  onTheDayOf('endDateTime', 'startDateTime'),
  onTheDayOf('startDateTime', 'endDateTime'),
]
