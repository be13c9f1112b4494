import type { Answer } from './answer.ts'
import { callResource, encode, type Caller } from './caller.ts'
import type { CallOptions } from './call.ts'

export interface DirectoryApi {
  /** GET accounts/{accountName}; the name is encoded here. */
  account(name: string, options?: CallOptions): Promise<Answer>
}

export const directoryApi = (caller: Caller): DirectoryApi => ({
  account: (name, options) =>
    callResource(
      caller,
      {
        method: 'GET',
        service: 'directory',
        path: `${caller.target.basePaths.directory}/accounts/${encode(name)}`,
        headers: { Accept: 'application/json' },
      },
      options,
    ),
})
