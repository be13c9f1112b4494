import type { Fault } from '../deviation.ts'
import { batchMessageFaults } from './batch-message.ts'
import { batchSaidFaults } from './batch-said.ts'
import { batchTransactionFaults } from './batch-transaction.ts'
import { batchReachFaults } from './batch-reach.ts'
import { batchAnswerFaults } from './batch-answer.ts'

/** Faults of A-BAT: the request, its execution, the response. */
export const batchFaults: readonly Fault[] = [
  ...batchMessageFaults,
  ...batchSaidFaults,
  ...batchTransactionFaults,
  ...batchAnswerFaults,
  ...batchReachFaults,
]
