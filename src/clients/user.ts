import { writtenExactly } from '../exchange/json.ts'
import type { Answer } from './answer.ts'
import { callResource, encode, type Caller } from './caller.ts'
import type { CallOptions } from './call.ts'

export interface UserApi {
  /** GET of a page of users. */
  list(query?: Readonly<Record<string, string | readonly string[]>>, options?: CallOptions): Promise<Answer>
  /** The same at the other path that the documents write. */
  listAtOtherPath(options?: CallOptions): Promise<Answer>
  /** POST; `query.company` names one company, without it the user is created for all. A string is sent as it is. */
  create(body: unknown, options?: CallOptions): Promise<Answer>
  get(id: string, options?: CallOptions): Promise<Answer>
  replace(id: string, body: unknown, options?: CallOptions): Promise<Answer>
  /** A body is sent only if there is one; no document shows any. */
  remove(id: string, options?: CallOptions & { readonly body?: unknown }): Promise<Answer>
  /** PUT of several users to the address of the list, which no document shows. */
  replaceAll(bodies: readonly unknown[], options?: CallOptions): Promise<Answer>
}

export function userApi(caller: Caller): UserApi {
  const at = caller.target.basePaths.user
  const send = (
    method: string,
    path: string,
    { body, query, ...options }: CallOptions & { readonly body?: unknown } = {},
  ) =>
    callResource(
      caller,
      {
        method,
        service: 'base',
        path,
        headers: { Accept: 'application/json' },
        // B-USR-21 lists 409 for updates and does not say when.
        mayConflict: method === 'PUT',
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : writtenExactly(body) }),
      },
      { ...options, ...(query ? { query } : {}) },
    )
  return {
    list: (query, options) => send('GET', at, { ...options, query: { ...query, ...options?.query } }),
    listAtOtherPath: (options) => send('GET', '/api/users', options),
    create: (body, options) => send('POST', at, { ...options, body }),
    get: (id, options) => send('GET', `${at}/${encode(id)}`, options),
    replace: (id, body, options) => send('PUT', `${at}/${encode(id)}`, { ...options, body }),
    remove: (id, options) => send('DELETE', `${at}/${encode(id)}`, options),
    replaceAll: (bodies, options) => send('PUT', at, { ...options, body: bodies }),
  }
}
