import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface } from '../interface.ts'
import { assignmentOf, everyAssignment, eventsOf, plan, timeoutMs, withdraw, type Assignment } from './assignments.ts'

const wrong = (why: string): PlatformResponse => json(400, { error: 'invalid_request', error_description: why })
const missing = (): PlatformResponse => json(404, { error: 'not_found', error_description: 'no such activity' })

/** Plans an activity to the user named, or to nobody: anew, or an activity that there is already. */
function prepare({ request }: Call, house: House): PlatformResponse {
  let body: { plannedTo?: unknown; activityId?: unknown; status?: unknown; company?: unknown; plannedAs?: unknown }
  try {
    body = JSON.parse(request.body.toString('utf8')) as typeof body
  } catch {
    return wrong('the body must be JSON')
  }
  const { plannedTo, activityId, status = null, company: named, plannedAs } = body
  const [accountName, userName] = typeof plannedTo === 'string' ? plannedTo.split('/') : []
  const account = house.world.accounts.find(({ name }) => name === accountName) ?? house.world.accounts[0]
  const company = account?.companies.find(({ name }) => name === named) ?? account?.companies[0]
  const user = account?.users.find(({ name }) => name === userName)
  if (!account || !company || (typeof plannedTo === 'string' && !user)) return wrong('plannedTo names no user')
  const statuses: ReadonlyArray<Assignment['status']> = [null, 'CONFIRMED', 'NOTIFIED', 'ACCEPTED']
  const found = statuses.find((one) => one === status)
  if (found === undefined) return wrong('there is no such status')
  const planned = plan(house, {
    account: account.id,
    company: company.id,
    partner: user && String(user.id),
    status: found,
    ...(typeof activityId === 'string' ? { activityId } : {}),
    ...(typeof plannedAs === 'string' ? { plannedAs } : {}),
  })
  return json(201, { activityId: planned.activityId, technicianId: planned.technicianId })
}

/** Takes back what was planned under a name, if anything was. */
function forget({ query }: Call, house: House): PlatformResponse {
  const name = query.get('plannedAs')
  if (name === undefined) return wrong('plannedAs names what to take back')
  for (const { plannedAs, activityId } of everyAssignment(house)) if (plannedAs === name) withdraw(house, activityId)
  return json(200, {})
}

function show({ params }: Call, house: House): PlatformResponse {
  const found = assignmentOf(house, params['id'] ?? '')
  if (!found) return missing()
  const { activity, status, state, released, times, technicianId, notifiedAt } = found
  const isLate = status === 'NOTIFIED' && house.clock.now() - notifiedAt >= timeoutMs
  return json(200, {
    assignment: {
      partnerDispatchingStatus: house.rules.dispatch.told(status, isLate),
      state,
      released,
      technicianId,
      startDateTime: null,
      endDateTime: null,
      responsible: null,
      ...times,
    },
    activity,
  })
}

/** Controls of this simulator, not an interface of the documents. */
export const dispatchControl: Interface = {
  name: 'dispatch-control',
  at: 'origin',
  routes: [
    { method: 'POST', path: '/fieldproof/activities', handle: prepare },
    { method: 'DELETE', path: '/fieldproof/activities', handle: forget },
    { method: 'GET', path: '/fieldproof/activities/:id', handle: show },
    {
      method: 'DELETE',
      path: '/fieldproof/activities/:id',
      handle: ({ params }, house) => (withdraw(house, params['id'] ?? '') ? json(200, {}) : missing()),
    },
    {
      method: 'GET',
      path: '/fieldproof/activities/:id/events',
      handle: ({ params }, house) => json(200, { events: eventsOf(house, params['id'] ?? '') }),
    },
  ],
}
