import { compositeBulkPath } from '../target/base-paths.ts'
import type { Answer } from './answer.ts'
import { callResource, encode, type Caller, type ResourceCall } from './caller.ts'
import type { CallOptions } from './call.ts'

export interface TreeOptions extends CallOptions {
  /** Left out if undefined. */
  readonly autoCreateActivity?: boolean
}

export interface ServiceApi {
  /** POST of a service call with its activities and sub-resources; a string is sent as it is. */
  create(tree: unknown, options?: TreeOptions): Promise<Answer>
  get(serviceCall: string, options?: CallOptions): Promise<Answer>
  activity(serviceCall: string, activity: string, options?: CallOptions): Promise<Answer>
  /** PATCH of a service call: what its tree holds is changed. The form is that of known clients; the documents show none (B-SVC-19). */
  patch(serviceCall: string, tree: unknown, options?: CallOptions): Promise<Answer>
  /** POST or PATCH of a list of trees, likewise in a form of known clients. */
  bulk(method: 'POST' | 'PATCH', trees: readonly unknown[], options?: CallOptions): Promise<Answer>
}

export function serviceApi(caller: Caller): ServiceApi {
  const send = (method: string, path: string, more: Partial<ResourceCall>, options?: CallOptions) =>
    callResource(
      caller,
      {
        method,
        service: 'base',
        path: `${caller.target.basePaths.service}${path}`,
        headers: { Accept: 'application/json' },
        context: ['X-Account-Name', 'X-Company-Name'],
        ...more,
      },
      options,
    )
  return {
    create: (tree, { autoCreateActivity, ...options } = {}) =>
      send(
        'POST',
        '',
        {
          query: { autoCreateActivity: autoCreateActivity?.toString() },
          body: typeof tree === 'string' ? tree : JSON.stringify(tree),
        },
        options,
      ),
    get: (serviceCall, options) => send('GET', `/${encode(serviceCall)}`, {}, options),
    activity: (serviceCall, activity, options) =>
      send('GET', `/${encode(serviceCall)}/activities/${encode(activity)}`, {}, options),
    patch: (serviceCall, tree, options) =>
      send('PATCH', `/${encode(serviceCall)}`, { body: JSON.stringify(tree) }, options),
    bulk: (method, trees, options) =>
      send(
        method,
        '',
        { path: compositeBulkPath(caller.target.basePaths.service), body: JSON.stringify(trees) },
        options,
      ),
  }
}
