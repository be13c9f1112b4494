import type { Fault } from '../deviation.ts'
import { readingsBatchAnswerFaults } from './readings-batch-answer.ts'
import { readingsBatchLimitFaults } from './readings-batch-limit.ts'
import { readingsBatchMessageFaults } from './readings-batch-message.ts'
import { readingsBatchUndoFaults } from './readings-batch-undo.ts'
import { readingsBatchWorkFaults } from './readings-batch-work.ts'

/** Quiet breaches of A-BAT, thought up from its sentences alone. */
export const readingsBatchFaults: readonly Fault[] = [
  ...readingsBatchMessageFaults,
  ...readingsBatchWorkFaults,
  ...readingsBatchUndoFaults,
  ...readingsBatchAnswerFaults,
  ...readingsBatchLimitFaults,
]
