import type { Fault } from '../deviation.ts'
import { unheardAccessFaults } from './unheard-access.ts'
import { unheardBatchFaults } from './unheard-batch.ts'
import { unheardReadFaults } from './unheard-reads.ts'
import { unheardRecordFaults } from './unheard-records.ts'

/** Quiet breaches that somebody who saw only the documents thought up. */
export const unheardFaults: readonly Fault[] = [
  ...unheardAccessFaults,
  ...unheardRecordFaults,
  ...unheardReadFaults,
  ...unheardBatchFaults,
]
