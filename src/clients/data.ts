import { dtoPair } from '../target/dto-pair.ts'
import type { Answer } from './answer.ts'
import { callResource, encode, type Caller, type ResourceCall } from './caller.ts'
import type { CallOptions } from './call.ts'

/** A record by its id, or by its external id. */
export type Ref = string | { readonly externalId: string }

export interface DataOptions extends CallOptions {
  /** dtos parameter; default: the target file's version of the resource. 'older' takes its older version; null omits the parameter. */
  readonly dtos?: string | null
  /** forceUpdate or forceDelete. */
  readonly force?: boolean
}

export interface DataApi {
  create(resource: string, body: unknown, options?: DataOptions): Promise<Answer>
  get(resource: string, ref: Ref, options?: DataOptions): Promise<Answer>
  list(resource: string, options?: DataOptions): Promise<Answer>
  put(resource: string, ref: Ref, body: unknown, options?: DataOptions): Promise<Answer>
  patch(resource: string, ref: Ref, body: unknown, options?: DataOptions): Promise<Answer>
  /** DELETE; `lastChanged` goes into the query, undefined omits it. */
  remove(resource: string, ref: Ref, lastChanged: number | undefined, options?: DataOptions): Promise<Answer>
  /** GET deleted; times in milliseconds, undefined omits one; dtos defaults to DeletedObjects.2. */
  deleted(
    resource: string,
    interval: { readonly from?: number | string; readonly to?: number | string },
    options?: DataOptions,
  ): Promise<Answer>
  /** The bytes of an attachment. */
  content(id: string, options?: DataOptions): Promise<Answer>
  /** The same by the older form of the URL. */
  contentOldForm(id: string, options?: CallOptions): Promise<Answer>
}

/** ServiceCall -> serviceCall: the key of a record in a `data` element. */
export const keyOf = (resource: string): string => resource.charAt(0).toLowerCase() + resource.slice(1)

export function dataApi(caller: Caller): DataApi {
  const calls = dataCalls(caller)
  return Object.fromEntries(
    Object.entries(calls).map(([name, make]) => [
      name,
      (...given: never[]) => {
        const { call, options } = (make as (...all: never[]) => DataCall)(...given)
        return callResource(caller, call, options)
      },
    ]),
  ) as unknown as DataApi
}

/** A call that is not sent yet: a batch can take it as a part. */
interface DataCall {
  readonly call: ResourceCall
  readonly options: CallOptions
}

type Calls = { readonly [Name in keyof DataApi]: (...given: Parameters<DataApi[Name]>) => DataCall }

export function dataCalls(caller: Caller): Calls {
  const make = (
    method: string,
    resource: string,
    path: string,
    own: Readonly<Record<string, string | undefined>>,
    body: unknown,
    options: DataOptions = {},
  ): DataCall => ({
    call: {
      method,
      service: 'base',
      path: `${caller.target.basePaths.data}/${encode(resource)}${path}`,
      company: true,
      query: { dtos: dtosParameterOf(caller, resource, options.dtos), ...own },
      headers: { Accept: 'application/json' },
      // A string is sent as is: that is how checks send malformed bodies.
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
    options,
  })
  const forced = (name: 'forceUpdate' | 'forceDelete', { force }: DataOptions = {}) =>
    force === undefined ? {} : { [name]: String(force) }
  return {
    create: (resource, body, options) => make('POST', resource, '', forced('forceUpdate', options), body, options),
    get: (resource, ref, options) => make('GET', resource, pathOf(ref), {}, undefined, options),
    list: (resource, options) => make('GET', resource, '', {}, undefined, options),
    put: (resource, ref, body, options) =>
      make('PUT', resource, pathOf(ref), forced('forceUpdate', options), body, options),
    patch: (resource, ref, body, options) =>
      make('PATCH', resource, pathOf(ref), forced('forceUpdate', options), body, options),
    remove: (resource, ref, lastChanged, options) =>
      make(
        'DELETE',
        resource,
        pathOf(ref),
        { lastChanged: lastChanged === undefined ? undefined : String(lastChanged), ...forced('forceDelete', options) },
        undefined,
        options,
      ),
    deleted: (resource, { from, to }, options) =>
      make('GET', resource, '/deleted', { from: from?.toString(), to: to?.toString() }, undefined, {
        dtos: 'DeletedObjects.2',
        ...options,
      }),
    content: (id, options) => {
      const made = make('GET', 'Attachment', `/${encode(id)}/content`, {}, undefined, {
        ...options,
        headers: { Accept: undefined, ...options?.headers },
      })
      return { ...made, call: { ...made.call, mayBeElsewhere: true } }
    },
    contentOldForm: (id, options = {}) => ({
      call: {
        method: 'GET',
        service: 'base',
        path: caller.target.basePaths.attachmentService,
        company: true,
        query: { guid: id, operation: 'download' },
        mayBeElsewhere: true,
      },
      options,
    }),
  }
}

const pathOf = (ref: Ref): string =>
  typeof ref === 'string' ? `/${encode(ref)}` : `/externalId/${encode(ref.externalId)}`

/** `Resource.version` from the target file, unless the call gives another or none. */
export function dtosParameterOf({ target }: Caller, resource: string, dtos: DataOptions['dtos']): string | undefined {
  if (dtos === null) return undefined
  if (dtos === 'older') return dtoPair(target, resource, 'older')
  return dtos ?? dtoPair(target, resource)
}
