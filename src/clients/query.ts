import type { Answer } from './answer.ts'
import { callResource, type Caller } from './caller.ts'
import type { CallOptions } from './call.ts'
import { sqlWordsInCapitals } from './sql-words.ts'

interface QueryOptions extends CallOptions {
  /** The dtos parameter, such as ServiceCall.27. */
  readonly dtos: string
}

export interface QueryApi {
  /** POST with the select statement as `query`, and every parameter and header that the documents show. */
  select(statement: string, options: QueryOptions): Promise<Answer>
}

export const queryApi = (caller: Caller): QueryApi => ({
  select: (statement, { dtos, ...options }) =>
    callResource(
      caller,
      {
        method: 'POST',
        service: 'base',
        path: caller.target.basePaths.query,
        company: true,
        query: { clientIdentifier: caller.identity.client.id, dtos },
        headers: { Accept: 'application/json' },
        body: JSON.stringify({ query: sqlWordsInCapitals(statement) }),
      },
      options,
    ),
})
