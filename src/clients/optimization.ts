import type { Answer } from './answer.ts'
import { callResource, type Caller } from './caller.ts'
import type { CallOptions } from './call.ts'

export interface OptimizationApi {
  /** POST re-optimize; a string is sent as it is. The ids of account and company are those of fixtures.optimization. */
  reoptimize(body: unknown, options?: CallOptions): Promise<Answer>
}

export const optimizationApi = (caller: Caller): OptimizationApi => ({
  reoptimize: (body, options) => {
    const { accountId, companyId } = caller.target.fixtures.optimization ?? {}
    return callResource(
      caller,
      {
        method: 'POST',
        service: 'base',
        path: `${caller.target.basePaths.optimization}/jobs/actions/re-optimize`,
        context: ['X-Account-Name', 'X-Company-Name'],
        headers: {
          Accept: 'application/json',
          // Both ids of the sample are letters and digits only.
          'X-Client-ID': caller.identity.client.id.replace(/[^A-Za-z0-9]/g, ''),
          'X-Account-Id': accountId?.toString(),
          'X-Company-Id': companyId?.toString(),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      options,
    )
  },
})
