import type { Answer } from './answer.ts'
import { callResource, type Caller } from './caller.ts'
import type { CallOptions } from './call.ts'

export interface CompanyApi {
  /** GET companies; `accept` undefined sends no Accept header. */
  list(accept: string | undefined, options?: CallOptions): Promise<Answer>
}

/** Calls name their company (A-AUT-06); whoever has none, or has not been said to have that of the target, cannot. */
const mayName = ({ name, identity }: Caller): boolean => identity.grant === 'password' && name !== 'companyless'

export const companyApi = (caller: Caller): CompanyApi => ({
  list: (accept, options) =>
    callResource(
      caller,
      {
        method: 'GET',
        service: 'base',
        path: `${caller.target.basePaths.company}/companies`,
        company: mayName(caller),
        headers: { Accept: accept },
      },
      options,
    ),
})
