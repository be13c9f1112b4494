import { authenticate, isRefusal, supposed, type Caller } from '../caller.ts'
import { contextFromHeaders } from '../by-headers.ts'
import { storeOf } from '../data/stores.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface } from '../interface.ts'
import type { Company } from '../world/types.ts'
import { isRunning, namedByRunning, runsFor, startJob } from './job.ts'
import { troubleInHeaders, wishIn } from './request.ts'

/** POST re-optimize: begins a job and does not wait for its end (B-OPT-04). */
function reoptimize(call: Call, house: House): PlatformResponse {
  const { optimization } = house.rules
  const malformed = (why: string, status = 400) => json(status, optimization.malformed('BAD_REQUEST', why))
  if (!optimization.served()) return json(404, { error: 'not_found' })
  const asked = contextFromHeaders(withDefaults(call, house), (header) => header)
  const isWithoutHeader = call.header('Authorization') === undefined && !optimization.takesQueryToken()
  const judged = isWithoutHeader
    ? json(401, { error: 'invalid_token', error_description: 'there is no Authorization header' })
    : authenticate(asked, house, { room: 'headers', company: false })
  const isUnauthorized = isRefusal(judged) && judged.status === 401
  const caller = isUnauthorized && !optimization.needsToken() ? supposed(asked, house, false) : judged
  if (isRefusal(caller) && isUnauthorized) return { ...caller, status: optimization.tokenStatus(401) }
  const trouble = troubleInHeaders(call.header, optimization)
  if (trouble !== undefined) return malformed(trouble, optimization.headerStatus())
  if (isRefusal(caller)) return caller
  const company = companyOf(caller, asked, house)
  if (!company) return json(403, { error: 'FORBIDDEN', error_description: 'there is no such account or company' })
  if (!optimization.isPrivileged(caller.user?.privileges))
    return json(403, { error: 'FORBIDDEN', error_description: 'the privileges of the caller do not suffice' })
  const wish = wishIn(call.request.body, optimization)
  if (typeof wish === 'string') return malformed(wish)
  const store = storeOf({ ...caller, company }, house, call.operation)
  const objection = optimization.objects(
    wish,
    (id) => store.table('Activity').byId(id),
    (name) =>
      store
        .table('Skill')
        .all()
        .some(({ fields }) => fields['name'] === name),
  )
  if (objection !== undefined) return malformed(objection)
  const requestId = call.header('X-Request-Id')
  if (
    isRunning(store, house) &&
    optimization.isExclusive(wish.activityIds, namedByRunning(store, house), runsFor(requestId, store, house))
  )
    return json(optimization.busyStatus(), {
      error: 'CONFLICT',
      error_description: 'another re-optimization is in progress',
    })
  startJob(store, wish, requestId, house)
  return json(...optimization.accepted(wish))
}

/** The company that name and id of account and company mean; ids are known to callers as their token told them, too. */
function companyOf({ account, companies }: Caller, call: Call, { rules }: House): Company | undefined {
  const isSaid = (header: string, ...known: readonly unknown[]): boolean => {
    const value = call.header(header)
    return !value || known.some((one) => String(one) === value || one === Number.parseInt(value, 10))
  }
  const isAccount =
    isSaid('X-Account-Name', account.name) && isSaid('X-Account-Id', account.id, rules.token.more()['account_id'])
  const idOf = (one: Company) => (rules.token.company(one) as { readonly id?: unknown } | undefined)?.id
  const named = companies.filter(({ name }) => isSaid('X-Company-Name', name))
  const meant = named.find((one) => isAccount && isSaid('X-Company-Id', one.id, idOf(one)))
  return meant ?? (rules.optimization.takesOtherNames() ? (named[0] ?? companies[0]) : undefined)
}

/** What stands in for a header that need not be sent. */
const withDefaults = (call: Call, { rules, world }: House): Call => ({
  ...call,
  header(name) {
    const given = call.header(name)
    if (given !== undefined) return given
    if (/^x-account-name$/i.test(name) && !rules.optimization.needs('X-Account-Name')) return world.accounts[0]?.name
    if (/^x-client-id$/i.test(name) && !rules.optimization.needs('X-Client-Id')) return 'unnamed'
    return /^x-client-version$/i.test(name) && !rules.optimization.needs('X-Client-Version') ? '0' : undefined
  },
})

/** The Re-Optimization API, at each cluster's address. */
export const optimizationInterface: Interface = {
  name: 'optimization',
  at: 'cluster',
  routes: [{ method: 'POST', path: '/optimization/api/v1/jobs/actions/re-optimize', handle: reoptimize }],
}
