import type { Answer } from './answer.ts'
import { callResource, encode, type Caller } from './caller.ts'
import { dtosParameterOf, type DataOptions } from './data.ts'

export interface BulkOptions extends DataOptions {
  /** Elements are found by their external ids instead of their ids. */
  readonly byExternalId?: true
}

/** Writes of many records at once, in a form that other clients are known to use: the documents show none (A-BLK-01). */
export interface BulkApi {
  put(resource: string, elements: readonly unknown[], options?: BulkOptions): Promise<Answer>
  patch(resource: string, elements: readonly unknown[], options?: BulkOptions): Promise<Answer>
  remove(resource: string, elements: readonly unknown[], options?: BulkOptions): Promise<Answer>
}

export function bulkApi(caller: Caller): BulkApi {
  const send =
    (method: string, forced: string) =>
    (resource: string, elements: readonly unknown[], options: BulkOptions = {}) =>
      callResource(
        caller,
        {
          method,
          service: 'base',
          path: `${caller.target.basePaths.data}/${encode(resource)}${options.byExternalId ? '/externalId' : ''}/bulk`,
          company: true,
          query: {
            dtos: dtosParameterOf(caller, resource, options.dtos),
            ...(options.force === undefined ? {} : { [forced]: String(options.force) }),
          },
          headers: { Accept: 'application/json' },
          body: JSON.stringify(elements),
        },
        options,
      )
  return { put: send('PUT', 'forceUpdate'), patch: send('PATCH', 'forceUpdate'), remove: send('DELETE', 'forceDelete') }
}
