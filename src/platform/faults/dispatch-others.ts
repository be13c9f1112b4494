import type { Fault } from '../deviation.ts'
import { assignmentOf, timeoutMs, type Assignment } from '../dispatch/assignments.ts'
import { perHouse, type House } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { objectSent } from '../variants/turned-away.ts'
import { dispatchFault, isAct, keyOf } from './fifth-dispatch.ts'
import { itemsIn } from './fifth-dispatch-calls.ts'
import { askedOf, isWell, passing, reshaping } from './passing.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'

const { dispatch } = dispatchRules

type Taken = 'reject' | 'accept' | 'batch-accept'

const named = (request: PlatformRequest, action: Taken): unknown =>
  action === 'batch-accept' ? itemsIn(request)[0]?.['activityId'] : objectSent(request)['activityId']

/** What was refused as another partner's is carried out, where the assignment is as told. */
const ofOthers = (
  when: 'again' | 'late',
  says: (action: Taken) => string,
  meets: (one: Assignment, house: House) => boolean,
): readonly Fault[] =>
  (['reject', 'accept', 'batch-accept'] as const).map((action) =>
    passing(`dispatch-${action}-of-others-${when}`, ['B-DSP-21'], says(action), async (request, go, { house }) => {
      const response = await go(request)
      if (!isAct(request, action === 'batch-accept' ? 'accept/batch' : action)) return response
      const found = assignmentOf(house, String(named(request, action)))
      const isForeign = response.body.toString('utf8').includes('planned to another partner')
      if (!found || !isForeign || !meets(found, house)) return response
      found.status = action === 'reject' ? null : 'ACCEPTED'
      return empty(201)
    }),
  )

const updated = /\/api\/v1\/assignment-details\/([^/]+)$/
/** The activity that each caller updated last. */
const lastUpdated = perHouse(() => new Map<string, string>())

/** A partner reaches what is planned to another, in the states of an assignment that it is nobody's turn in. */
export const dispatchOfOthersFaults: readonly Fault[] = [
  ...ofOthers(
    'again',
    (action) => `A partner can ${action} what another has accepted.`,
    ({ status, partner }) => status === 'ACCEPTED' && partner !== undefined,
  ),
  ...ofOthers(
    'late',
    (action) => `A partner can ${action} what another let the time pass of.`,
    ({ status, notifiedAt }, { clock }) => status === 'NOTIFIED' && clock.now() - notifiedAt >= timeoutMs,
  ),
  dispatchFault('accept-of-what-another-rejected', 'B-DSP-21', 'A partner can accept what another has rejected.', {
    actsOn: (action, planned, nth) =>
      (action === 'accept' && planned === 'none') || dispatch.actsOn(action, planned, nth),
    startsFrom: (action, status, past) =>
      (action === 'accept' && status === null && past.rejectedBy.length > 0) ||
      dispatch.startsFrom(action, status, past),
  }),
  dispatchFault('update-reaches-others', 'B-DSP-28', 'An update sets the times of all that the partner accepted.', {
    reachesOthers: (action) => action === 'update',
  }),
  passing(
    'dispatch-update-of-the-one-before',
    ['B-DSP-28'],
    'An update changes the activity that its caller updated before.',
    async (request, go, { house }) => {
      const [, id] = updated.exec(askedOf(request).path) ?? []
      if (request.method !== 'PUT' || id === undefined) return go(request)
      const before = lastUpdated(house).get(keyOf(request)) ?? id
      const response = await go({ ...request, target: request.target.replace(id, before) })
      if (isWell(response)) lastUpdated(house).set(keyOf(request), id)
      return response
    },
  ),
  reshaping(
    'dispatch-released-shown-empty',
    ['B-DSP-12'],
    'State and released of an assignment are empty, before a release and after it.',
    ({ method, path }) => method === 'GET' && /\/fieldproof\/activities\/[^/]+$/.test(path),
    ({ assignment, ...more }) => ({ ...more, assignment: { ...(assignment as object), state: null, released: null } }),
  ),
]
