import { actions, ownerOf, startOf } from '../../src/dispatch/machine.ts'
import { isObject } from '../../src/exchange/json.ts'
import { check, each, eventually, must, objectOf, sameId } from '../../src/kit/index.ts'
import { clientCredentials } from '../token/client-credentials.ts'
import { validation } from '../token/requirements.ts'
import { turnedToken } from '../token/turned.ts'
import { as, actionBody, details, perform } from './acting.ts'
import { assignmentList, isListed } from './lists.ts'
import { dispatch } from './requirements.ts'
import { mustBeServed } from './served.ts'
import { inState, mustMove, mustStand, standing } from './subject.ts'

check(
  dispatch.list,
  'each-as-it-is-notified',
  { brokenBy: ['dispatch-list-third-left-out', 'dispatch-list-empty', 'dispatch-request-id-demanded'], effects: true },
  async (context) => {
    // What a list showed before is not what it shows later. An id of the request is not among the headers that are required here.
    const bare = { headers: { 'X-Request-ID': undefined } }
    must.status(await assignmentList(context, 'NOTIFIED', 'partner', bare), 200, 404)
    const all = []
    for (let count = 0; count < 5; count += 1) all.push(await inState(context, 'notified'))
    for (const subject of all)
      await eventually(
        context,
        () => isListed(context, subject, 'NOTIFIED'),
        (is) => (is ? undefined : { expected: 'each NOTIFIED activity in the list', actual: 'one is on no page' }),
        { lag: 10_000 },
      )
  },
)

check(
  dispatch['batch-accept'],
  'technicians-of-the-results',
  {
    brokenBy: ['dispatch-batch-names-one-technician', 'dispatch-result-names-technician-of-the-failed'],
    effects: true,
  },
  async (context) => {
    const items = [
      await inState(context, 'notified'),
      await inState(context, 'confirmed'),
      await inState(context, 'notified'),
    ]
    const answer = await as(context, 'partner').acceptBatch(items.map((item) => ({ ...item })))
    // Refused as a whole, it tells of no item, and what can be accepted still can.
    if (answer.status >= 400) {
      must.refused4xx(answer)
      const alone = await perform(context, 'batch-accept', 'partner', items[0]!)
      return void (await mustMove(context, alone, items[0]!, 'ACCEPTED', [201, 207]))
    }
    must.status(answer, 207)
    const { results } = objectOf(answer)
    const resources = (Array.isArray(results) ? (results as readonly unknown[]) : [])
      .filter(isObject)
      .flatMap(({ resource }) => (isObject(resource) ? [resource] : []))
    must.some('result with its resource', resources, answer)
    for (const { activityId, technicianId } of resources) {
      const item = items.find((one) => sameId(activityId, one.activityId))
      if (item && typeof technicianId === 'string')
        must.sameId('technician of the item that a result names', technicianId, item.technicianId)
    }
  },
)

check(
  dispatch.unauthorized,
  'token-in-another-letter-case',
  { needs: ['writes'], brokenBy: ['token-in-any-letter-case'] },
  async (context) => {
    await mustBeServed(context)
    const subject = { activityId: context.fresh.id(), technicianId: context.fresh.id() }
    for (const role of ['owner', 'partner'] as const) {
      const api = as(context, role)
      const token = await turnedToken(context.as(role === 'owner' ? 'crowd-owner' : 'partner'))
      if (!token) continue
      const ofRole = role === 'owner' ? (['confirm', 'notify'] as const) : (['reject', 'accept', 'release'] as const)
      await each(
        [
          ...ofRole.map((action) => () => api.act(action, actionBody(action, subject), { token })),
          ...(role === 'owner'
            ? []
            : [
                () => api.list({ token, query: { partnerDispatchingStatus: 'NOTIFIED', page: '1' } }),
                () => api.update(subject.activityId, details(subject), { token }),
                () => api.acceptBatch([subject], { token }),
              ]),
        ],
        async (send) => must.status(await send(), 401),
      )
    }
  },
)

for (const action of actions)
  check(
    validation['no-token-refused'],
    `other-scheme-on-dispatch-${action}`,
    {
      calls: ['dispatch'],
      needs: dispatch[action].needs ?? [],
      sampled: true,
      brokenBy: [`other-scheme-taken-on-dispatch-${action}`],
      effects: true,
    },
    async (context) => {
      const role = ownerOf(action)
      const options = clientCredentials(context, role === 'owner' ? 'crowd-owner' : 'partner')
      const subject = await inState(context, startOf[action])
      const before = await standing(context, subject)
      const answer = await perform(context, action, role, subject, options)
      must.refused4xx(answer)
      await mustStand(context, answer, subject, before)
    },
  )

check(
  validation['no-token-refused'],
  'other-scheme-on-dispatch-list',
  {
    calls: ['dispatch'],
    needs: dispatch.list.needs ?? [],
    sampled: true,
    brokenBy: ['other-scheme-taken-on-dispatch-list'],
  },
  async (context) => {
    await mustBeServed(context)
    must.refused4xx(await assignmentList(context, 'NOTIFIED', 'partner', clientCredentials(context, 'partner')))
  },
)
