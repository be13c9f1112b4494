import type { Answer } from './answer.ts'
import { callResource, encode, type Caller } from './caller.ts'
import type { CallOptions } from './call.ts'
import type { ContextHeader } from './context-headers.ts'
import { inReadSpelling } from './technician-spelling.ts'

/** Actions of partner dispatching, by the end of their paths. */
type DispatchAction = 'confirm' | 'notify' | 'reject' | 'accept' | 'accept/batch' | 'release'

/** Bodies that are strings are sent as they are. */
export interface DispatchApi {
  /** GET of assignment details; `query` of the options: page, partnerDispatchingStatus. */
  list(options?: CallOptions): Promise<Answer>
  /** PUT of assignment details: startDateTime, endDateTime, responsible. */
  update(activityId: string, details: unknown, options?: CallOptions): Promise<Answer>
  /** POST of an action with any body: activityId, and technicianid where the action takes one. */
  act(action: DispatchAction, body: unknown, options?: CallOptions): Promise<Answer>
  /** POST of accept/batch: items of activityId and technicianId. */
  acceptBatch(items: readonly unknown[], options?: CallOptions): Promise<Answer>
}

const dispatchContext: readonly ContextHeader[] = ['X-Account-ID', 'X-Account-Name', 'X-Company-ID', 'X-Company-Name']

export function dispatchApi(caller: Caller): DispatchApi {
  const send = (method: string, path: string, options: CallOptions = {}, body?: unknown) =>
    callResource(
      caller,
      {
        method,
        service: 'base',
        path: `${caller.target.basePaths.dispatch}${path}`,
        context: dispatchContext,
        headers: { Accept: 'application/json' },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
      options,
    )
  return {
    list: (options) => send('GET', '/api/v1/assignment-details', options),
    update: (activityId, details, options) =>
      send('PUT', `/api/v1/assignment-details/${encode(activityId)}`, options, details),
    act: (action, body, options) =>
      inReadSpelling(caller.transport, 'single', body, (spelled) =>
        send('POST', `/api/partner-dispatch/v1/${action}`, options, spelled),
      ),
    acceptBatch: (items, options) =>
      inReadSpelling(caller.transport, 'batch', items, (spelled) =>
        send('POST', '/api/partner-dispatch/v1/accept/batch', options, { items: spelled }),
      ),
  }
}
