import { writtenExactly } from '../exchange/json.ts'
import type { Answer } from './answer.ts'
import { callResource, encode, type Caller } from './caller.ts'
import type { CallOptions } from './call.ts'

/** One kind of resource of the SCIM API. Bodies that are strings are sent as they are. */
interface ScimResources {
  list(options?: CallOptions): Promise<Answer>
  get(id: string, options?: CallOptions): Promise<Answer>
  create(body: unknown, options?: CallOptions): Promise<Answer>
  replace(id: string, body: unknown, options?: CallOptions): Promise<Answer>
  patch(id: string, body: unknown, options?: CallOptions): Promise<Answer>
  /** A body is sent only if there is one; no document shows any. */
  remove(id: string, options?: CallOptions, body?: unknown): Promise<Answer>
}

export interface ScimApi {
  readonly users: ScimResources
  readonly groups: ScimResources
}

const mediaType = 'application/scim+json'

export function scimApi(caller: Caller): ScimApi {
  const resources = (name: string): ScimResources => {
    const at = `${caller.target.basePaths.scim}/${name}`
    const send = (method: string, path: string, options: CallOptions | undefined, body?: unknown) =>
      callResource(
        caller,
        {
          method,
          service: 'base',
          path,
          headers: { Accept: mediaType, 'Content-Type': mediaType },
          // No status of the SCIM API is shown (B-SCM-17): what a redirection leads to may answer.
          mayBeElsewhere: true,
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : writtenExactly(body) }),
        },
        options,
      )
    return {
      list: (options) => send('GET', at, options),
      get: (id, options) => send('GET', `${at}/${encode(id)}`, options),
      create: (body, options) => send('POST', at, options, body),
      replace: (id, body, options) => send('PUT', `${at}/${encode(id)}`, options, body),
      patch: (id, body, options) => send('PATCH', `${at}/${encode(id)}`, options, body),
      remove: (id, options, body) => send('DELETE', `${at}/${encode(id)}`, options, body),
    }
  }
  return { users: resources('Users'), groups: resources('Groups') }
}
