import type { Answer } from './answer.ts'
import { callResource, type Caller } from './caller.ts'
import type { CallOptions } from './call.ts'

export interface CompanyApi {
  /** GET companies; `accept` undefined sends no Accept header. */
  list(accept: string | undefined, options?: CallOptions): Promise<Answer>
}

export const companyApi = (caller: Caller): CompanyApi => ({
  list: (accept, options) =>
    callResource(
      caller,
      {
        method: 'GET',
        service: 'base',
        path: `${caller.target.basePaths.company}/companies`,
        headers: { Accept: accept },
      },
      options,
    ),
})
