import { authenticate, isRefusal, supposed, type Caller } from '../caller.ts'
import { contextFromHeaders } from '../by-headers.ts'
import { storeOf } from '../data/stores.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call } from '../interface.ts'
import { within, type Store } from '../store/store.ts'
import type { Action } from '../world/types.ts'

/** A call of the Service API whose token, context and permission are in order. */
export interface TreeCall {
  readonly call: Call
  readonly house: House
  readonly caller: Caller
  readonly store: Store
}

/** Why a tree is refused, or not there: an error of this platform's own form, for none is shown (B-SVC-17). */
export class TreeRefused extends Error {
  override readonly name = 'TreeRefused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const refused = (status: number, message: string): PlatformResponse =>
  json(status, { error: status === 404 ? 'not_found' : 'bad_request', message })

/** Headers that every call carries, and the deprecated forms of two of them (B-SVC-01, 02). */
const due = [
  ['X-Account-Name', 'account'],
  ['X-Company-Name', 'company'],
  ['X-Client-ID', undefined],
  ['X-Client-Version', undefined],
] as const

const lacking = ([name, old]: (typeof due)[number], call: Call): string =>
  `the header ${name} is missing${old && call.header(old) ? `: it replaces ${old}, which is deprecated` : ''}`

export async function treeCall(
  call: Call,
  house: House,
  action: Action,
  operation: (tree: TreeCall) => unknown,
): Promise<PlatformResponse> {
  const { service } = house.rules
  if (!service.served(call.operation)) return refused(404, 'there is nothing at this path')
  const read = withDefaults(withOldHeaders(call, house), house)
  const asked = contextFromHeaders(read, service.readsContext)
  const judged = authenticate(asked, house, { room: 'headers', company: false })
  const missing = due.find(([name]) => !read.header(name) && service.needs(name, call.operation))
  const unheaded = missing && refused(service.unheadedStatus(), lacking(missing, call))
  const caller = isRefusal(judged) && !service.needsToken(call.operation) ? supposed(asked, house, false) : judged
  // The token rules know a context, but not the headers that it stands in here.
  if (isRefusal(caller) && caller.status === 400 && unheaded) return unheaded
  if (isRefusal(caller)) return caller.status === 401 ? { ...caller, status: service.tokenStatus(401) } : caller
  if (service.needsRequestId() && !read.header('X-Request-ID'))
    return refused(400, 'the header X-Request-ID is missing')
  if (unheaded) return unheaded
  if (!service.isPrivileged(caller.user?.privileges, call.operation))
    return refused(403, 'the privileges of the caller do not suffice')
  const named = asked.query.get('company')
  const reached = service.reaches(caller.companies, caller.account.companies)
  const company = reached.find(({ name }) => name === named) ?? (named ? undefined : reached[0])
  if (!company) return refused(403, 'there is no such company')
  if (caller.user && caller.user.permissions('ServiceCall', action, 'service') === 'NONE')
    return refused(403, `no permission to ${action} a service call`)
  try {
    const stored = storeOf({ ...caller, company }, house, call.operation)
    const store = call.journal ? within(call.journal, stored) : stored
    const tree = operation({ call: read, house, caller, store })
    return json(
      service.status(call.operation),
      service.shown(tree as Readonly<Record<string, unknown>>, call.operation),
    )
  } catch (error) {
    if (error instanceof TreeRefused) return refused(error.status, error.message)
    throw error
  }
}

/** What stands in for a header that need not be sent. */
const withDefaults = (call: Call, { rules, world }: House): Call => ({
  ...call,
  header(name) {
    const given = call.header(name)
    const known = due.find(([header]) => header.toLowerCase() === name.toLowerCase())?.[0]
    if (given !== undefined || known === undefined || rules.service.needs(known, call.operation)) return given
    return known === 'X-Account-Name' ? world.accounts[0]?.name : known === 'X-Company-Name' ? undefined : 'unnamed'
  },
})

/** The deprecated headers stand in for the others where the target still takes them. */
const withOldHeaders = (call: Call, { rules }: House): Call =>
  rules.service.takesOldHeaders()
    ? {
        ...call,
        header: (name) => {
          const old = due.find(([header]) => header.toLowerCase() === name.toLowerCase())?.[1]
          return call.header(name) ?? (old === undefined ? undefined : call.header(old))
        },
      }
    : call
