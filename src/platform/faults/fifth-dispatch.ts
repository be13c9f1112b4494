import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { perHouse } from '../house.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { dispatchRules, type Past } from '../rulebook/dispatch.ts'
import { objectSent } from '../variants/turned-away.ts'
import { askedOf, headerIn, isWell, passing } from './passing.ts'

const { dispatch } = dispatchRules

export const dispatchFault = (id: string, breaks: string, says: string, rules: Partial<typeof dispatch>): Fault => ({
  id: `dispatch-${id}`,
  breaks: [breaks],
  says,
  rule: { dispatch: rules },
})

export const keyOf = (request: PlatformRequest): string => headerIn(request, 'Authorization') ?? ''
export const activityIn = (value: unknown): string => String(value).toUpperCase()
export const isAct = (request: PlatformRequest, name: string): boolean =>
  request.method === 'POST' && askedOf(request).path.endsWith(`/partner-dispatch/v1/${name}`)

/** Who did something to an activity, by activity. */
const lastActor = perHouse(() => new Map<string, string>())
const notifiers = perHouse(() => new Map<string, string>())
const notified = perHouse(() => new Map<string, number>())

/** Whether something was so in this round or one before. */
const ever = (past: Past, was: (one: Past) => boolean): boolean =>
  was(past) || (past.before !== undefined && ever(past.before, was))

const rounds: readonly Fault[] = [
  dispatchFault('reject-leaves-confirmed', 'B-DSP-08', 'After a reject the status is CONFIRMED.', {
    alters: (action, past) =>
      action === 'reject' ? { status: 'CONFIRMED', unassigned: true } : dispatch.alters(action, past),
  }),
  dispatchFault(
    'second-reject-keeps-partner',
    'B-DSP-08',
    'A second reject leaves the activity planned to the partner.',
    {
      alters: (action, past) =>
        action === 'reject' && past.rejectedBy.length > 0 ? { status: null } : dispatch.alters(action, past),
    },
  ),
  dispatchFault('accept-by-who-rejected', 'B-DSP-21', 'A partner who rejected an activity accepts it from another.', {
    actsOn: (action, planned, nth, wasTheirs) =>
      (action === 'accept' && wasTheirs === true) || dispatch.actsOn(action, planned, nth),
  }),
  dispatchFault('list-of-who-rejected', 'B-DSP-25', 'A list of NOTIFIED shows what the partner rejected once.', {
    lists: (one, asked) =>
      dispatch.lists(asked === 'NOTIFIED' ? { ...one, own: one.own || one.wasTheirs } : one, asked),
  }),
  dispatchFault(
    'update-by-who-rejected-403',
    'B-DSP-05',
    'An update of another’s is answered 403 to who rejected it once.',
    {
      refusalStatus: (why, action, met) =>
        why === 'foreign' && action === 'update' && met?.wasTheirs ? 403 : dispatch.refusalStatus(why, action),
    },
  ),
  dispatchFault('update-of-what-was-accepted-once', 'B-DSP-21', 'What was accepted in a round before can be updated.', {
    startsFrom: (action, status, past) =>
      (action === 'update' && ever(past, ({ acceptedBy }) => acceptedBy !== undefined)) ||
      dispatch.startsFrom(action, status, past),
  }),
  dispatchFault(
    'release-of-what-was-released-once',
    'B-DSP-14',
    'What was released before is released from NOTIFIED, too.',
    {
      startsFrom: (action, status, past) =>
        (action === 'release' && status === 'NOTIFIED' && ever(past, ({ released }) => released)) ||
        dispatch.startsFrom(action, status, past),
    },
  ),
  dispatchFault(
    'list-of-notified-keeps-accepted-in-batches',
    'B-DSP-25',
    'What a batch accepted stays in the list of NOTIFIED.',
    {
      lists: (one, asked) =>
        dispatch.lists(one, asked) || (one.own && asked === 'NOTIFIED' && one.acceptedBy === 'batch-accept'),
    },
  ),
  passing(
    'dispatch-notify-by-who-acted-last',
    ['B-DSP-13'],
    'Who acted last on an activity may notify its partner.',
    async (request, go, { house }) => {
      const response = await go(request)
      const id = activityIn(objectSent(request)['activityId'])
      if (
        ['confirm', 'notify', 'reject', 'accept', 'release'].some((name) => isAct(request, name)) &&
        isWell(response)
      ) {
        if (!isAct(request, 'confirm')) lastActor(house).set(id, keyOf(request))
        return response
      }
      const found = assignmentOf(house, id)
      const isMeant = isAct(request, 'notify') && response.status === 403 && lastActor(house).get(id) === keyOf(request)
      if (!isMeant || found?.status !== 'CONFIRMED') return response
      Object.assign(found, { status: 'NOTIFIED', notifiedAt: house.clock.now() })
      return empty(202)
    },
  ),
  passing(
    'dispatch-owner-rejects-what-he-notified',
    ['B-DSP-13'],
    'The crowd owner may reject what he notified the partner of.',
    async (request, go, { house }) => {
      const response = await go(request)
      const id = activityIn(objectSent(request)['activityId'])
      if (isAct(request, 'notify') && isWell(response)) notifiers(house).set(id, keyOf(request))
      const found = assignmentOf(house, id)
      const isMeant = isAct(request, 'reject') && response.status === 403 && notifiers(house).get(id) === keyOf(request)
      if (!isMeant || found?.status !== 'NOTIFIED') return response
      Object.assign(found, { status: null, partner: undefined })
      return empty(202)
    },
  ),
  passing(
    'dispatch-second-notify-200',
    ['B-DSP-07'],
    'A second notification of an activity is answered 200.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isAct(request, 'notify') || !isWell(response)) return response
      const id = activityIn(objectSent(request)['activityId'])
      const before = notified(house).get(id) ?? 0
      notified(house).set(id, before + 1)
      return before > 0 ? { ...response, status: 200 } : response
    },
  ),
]

const nobodys: readonly Fault[] = (['confirm', 'batch-accept'] as const).map((meant) => {
  const name = meant === 'confirm' ? 'confirm' : 'batch'
  const does = { confirm: 'confirm an activity', batch: 'accept activities in a batch' }[name]
  return dispatchFault(`${name}-needs-no-privileges`, 'B-DSP-16', `A user without any privileges may ${does}.`, {
    isPrivileged: (privileges, operation) =>
      operation === `dispatch-${meant}` || dispatch.isPrivileged(privileges, operation),
    mayAct: (action, roles) => (action === meant && roles.length === 0) || dispatch.mayAct(action, roles),
  })
})

const releases: readonly Fault[] = [
  passing(
    'dispatch-release-after-batch-keeps-stage',
    ['B-DSP-12'],
    'The release of what a batch accepted leaves the executionStage.',
    async (request, go, { house }) => {
      const found = isAct(request, 'release')
        ? assignmentOf(house, activityIn(objectSent(request)['activityId']))
        : undefined
      const stage = found?.activity.executionStage
      const response = await go(request)
      if (found?.acceptedBy === 'batch-accept' && isWell(response) && stage !== undefined)
        found.activity = { ...found.activity, executionStage: stage }
      return response
    },
  ),
  passing(
    'dispatch-release-after-update-clears-status',
    ['B-DSP-12'],
    'The release of what was updated clears the status.',
    async (request, go, { house }) => {
      const response = await go(request)
      const found = isAct(request, 'release')
        ? assignmentOf(house, activityIn(objectSent(request)['activityId']))
        : undefined
      if (found && isWell(response) && Object.keys(found.times).length > 0) found.status = null
      return response
    },
  ),
]

/** Quiet breaches of the rounds of an activity in B-DSP that a fifth reader thought up (suites/two-readings). */
export const fifthDispatchFaults: readonly Fault[] = [...rounds, ...nobodys, ...releases]
