import { isRefusal, type Caller } from '../caller.ts'
import { callerByHeaders, problem } from '../header-context.ts'
import type { House } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface, Route } from '../interface.ts'
import type { DispatchAction } from '../rulebook/dispatch.ts'
import { act, rolesOf, wasTheirs, type NotDone } from './act.ts'
import { ofCompany, type Assignment } from './assignments.ts'

const base = '/cloud-partner-dispatch-service'
const headers = ['X-Account-ID', 'X-Account-Name', 'X-Client-ID', 'X-Client-Version', 'X-Company-ID', 'X-Company-Name']

type Body = Readonly<Record<string, unknown>>

/** Who calls, or the refusal (B-DSP-01, 16, 26). */
function callerOf(call: Call, house: House): Caller | PlatformResponse {
  const { dispatch } = house.rules
  if (!dispatch.served(call.operation)) return problem(404, 'Not found', 'there is nothing at this path')
  return callerByHeaders(call, house, {
    room: 'dispatch',
    headers,
    isGiven: (name, value, operation) => dispatch.isGiven(name, value, operation),
    isPrivileged: (privileges, operation) => dispatch.isPrivileged(privileges, operation),
  })
}

function bodyOf({ request }: Call): Body | undefined {
  try {
    const body: unknown = JSON.parse(request.body.toString('utf8'))
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : undefined
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const refusedAs = (met: NotDone, action: DispatchAction, { rules }: House): PlatformResponse =>
  problem(rules.dispatch.refusalStatus(met.why, action, met), met.title, met.detail)

const done = (action: DispatchAction, { rules: { dispatch } }: House): PlatformResponse => {
  const body = dispatch.body(action)
  return body === undefined ? empty(dispatch.status(action)) : json(dispatch.status(action), body)
}

/** Whether a call is refused before its body is looked at: the role alone decides (B-DSP-13). */
function wrongRole(action: DispatchAction, caller: Caller, house: House): PlatformResponse | undefined {
  const { dispatch } = house.rules
  if (dispatch.mayAct(action, rolesOf(caller)) || dispatch.actsAnyway('role', action)) return undefined
  return problem(dispatch.refusalStatus('role', action), 'Forbidden', 'this action belongs to the other role')
}

const acting =
  (action: Exclude<DispatchAction, 'batch-accept' | 'update'>) =>
  async (call: Call, house: House): Promise<PlatformResponse> => {
    const { dispatch } = house.rules
    const caller = callerOf(call, house)
    if (isRefusal(caller)) return caller
    const refused = wrongRole(action, caller, house)
    if (refused) return refused
    const body = bodyOf(call) ?? {}
    const technicianId = dispatch.technicianOf(body, action)
    const given: Body = { ...body, technicianid: technicianId }
    const lacking = dispatch.requires(action).find((name) => !isText(given[name]))
    const activityId = String(body['activityId'])
    const asked = { action, activityId, ...(isText(technicianId) ? { technicianId } : {}) }
    if (lacking !== undefined) {
      if (dispatch.actsAnyway('body', action)) await act(asked, caller, house)
      return problem(400, 'Bad Request', `${lacking} is required`)
    }
    const why = await act(asked, caller, house)
    return why ? refusedAs(why, action, house) : done(action, house)
  }

async function acceptBatch(call: Call, house: House): Promise<PlatformResponse> {
  const { dispatch } = house.rules
  const action = 'batch-accept'
  const caller = callerOf(call, house)
  if (isRefusal(caller)) return caller
  const refused = wrongRole(action, caller, house)
  if (refused) return refused
  const given = bodyOf(call)?.['items']
  const distinct = new Set(Array.isArray(given) ? given.map((item) => JSON.stringify(item)) : []).size
  const isTaken = Array.isArray(given) && dispatch.takesItems(given.length, distinct)
  const tooMany = () => problem(400, 'Bad Request', 'items must be a list of 1 to 50')
  if (!Array.isArray(given) || !(isTaken || dispatch.actsAnyway('body', action))) return tooMany()
  const items = dispatch.items(
    (given as readonly unknown[]).slice(0, isTaken ? undefined : 50).map((item) => {
      const body = (typeof item === 'object' && item !== null ? item : {}) as Body
      return { activityId: body['activityId'], technicianId: dispatch.technicianOf(body, action) }
    }),
  )
  if (!items.every(({ activityId, technicianId }) => isText(activityId) && isText(technicianId)))
    return problem(400, 'Bad Request', 'each item needs activityId and technicianId')
  const results = []
  for (const [nth, item] of items.entries()) {
    const named = { activityId: String(item.activityId), technicianId: String(item.technicianId) }
    const why = await act({ action, ...named, nth }, caller, house)
    results.push({
      ...named,
      status: why ? dispatch.refusalStatus(why.why, action, why) : 201,
      ...(why ? { title: why.title, detail: why.detail } : {}),
    })
    if (!dispatch.goesOn(why !== undefined)) break
  }
  if (!isTaken) return tooMany()
  const failed = results.filter(({ status }) => status >= 300).length
  const told = dispatch.results(results).map(({ status, activityId, technicianId, title, detail }) => ({
    status,
    resource: { activityId, technicianId },
    ...(title === undefined ? {} : { error: { type: 'about:blank', title, detail } }),
  }))
  return json(dispatch.batchStatus(failed, results.length), {
    hasErrors: dispatch.hasErrors(failed, results),
    results: told,
  })
}

const isMoment = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value))

async function update(call: Call, house: House): Promise<PlatformResponse> {
  const { dispatch } = house.rules
  const action = 'update'
  const caller = callerOf(call, house)
  if (isRefusal(caller)) return caller
  const refused = wrongRole(action, caller, house)
  if (refused) return refused
  const { startDateTime, endDateTime, responsible } = bodyOf(call) ?? {}
  const sent: Body = { startDateTime, endDateTime, responsible }
  const isFit = (name: string) => (name === 'responsible' ? isText(sent[name]) : isMoment(sent[name]))
  const lacking = dispatch.requires(action).find((name) => !isFit(name))
  const asked = { action, activityId: call.params['activityId'] ?? '', sent } as const
  if (lacking !== undefined) {
    if (dispatch.actsAnyway('body', action)) await act(asked, caller, house)
    return problem(400, 'Bad Request', `${lacking} is required`)
  }
  const why = await act(asked, caller, house, call.journal)
  return why ? refusedAs(why, action, house) : done(action, house)
}

const shown = ({ activityId, activity, status, state, released, technicianId, times }: Assignment): unknown => ({
  activity: { id: activityId, ...activity, ...times },
  serviceAssignment: { technician: technicianId, partnerDispatchingStatus: status, state, released },
})

/** The assignments of the calling partner (B-DSP-03, 25). */
function list(call: Call, house: House): PlatformResponse {
  const { dispatch } = house.rules
  const caller = callerOf(call, house)
  if (isRefusal(caller)) return caller
  if (!dispatch.mayLook(rolesOf(caller))) return problem(403, 'Forbidden', 'only partners have assignments')
  const status = call.query.get('partnerDispatchingStatus')
  if (status !== undefined && !dispatch.takesStatus(status))
    return problem(400, 'Bad Request', 'partnerDispatchingStatus is NOTIFIED or ACCEPTED')
  const page = Number(call.query.get('page') ?? dispatch.firstPage())
  if (!Number.isInteger(page) || page < 0 || !dispatch.takesPage(page))
    return problem(400, 'Bad Request', 'page is a whole number of at most 1000')
  const all = ofCompany(house, caller, call.operation).filter((one) =>
    dispatch.lists(
      {
        ...one,
        own: one.partner === caller.user?.id,
        former: one.before?.partner === caller.user?.id,
        wasTheirs: wasTheirs(one, caller),
        now: house.clock.now(),
      },
      status,
    ),
  )
  const size = dispatch.pageSize()
  const start = dispatch.pageOf(page, dispatch.firstPage()) * size
  return json(
    200,
    dispatch.listed(
      dispatch
        .ordered(all)
        .slice(start, start + size)
        .map(shown),
      all.length,
      size,
    ),
  )
}

const business = (path: string, handle: Route['handle']): Route => ({
  method: 'POST',
  path: `${base}/api/partner-dispatch/v1/${path}`,
  handle,
})

/** Partner dispatching, at each cluster's address. */
export const dispatchInterface: Interface = {
  name: 'dispatch',
  at: 'cluster',
  routes: [
    { method: 'GET', path: `${base}/api/v1/assignment-details`, handle: list },
    { method: 'PUT', path: `${base}/api/v1/assignment-details/:activityId`, handle: update },
    business('confirm', acting('confirm')),
    business('notify', acting('notify')),
    business('reject', acting('reject')),
    business('accept', acting('accept')),
    business('accept/batch', acceptBatch),
    business('release', acting('release')),
  ],
}
