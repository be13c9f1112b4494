import type { ContractFacts } from '../../contract/index.ts'
import { match } from '../../contract/match.ts'
import type { PlatformRequest } from '../../platform/http/message.ts'

export interface Addressed {
  readonly operation: string
  /** Path parameters as sent, undecoded. */
  readonly path: Readonly<Record<string, string>>
}

/** The operation that a request addresses, as its method, host and path say; undefined for what the contract does not know. */
export function operationOf({ method, origin, target }: PlatformRequest, facts: ContractFacts): Addressed | undefined {
  const found = match(method, `${origin}${target}`, facts)
  return found && { operation: found.operation.id, path: found.path }
}

export const batchOperation = 'batch/send'
/** Before the id of an operation within a batch. */
export const partMark = 'part '
