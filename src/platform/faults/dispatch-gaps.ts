import type { Fault } from '../deviation.ts'
import { dispatchItemFaults } from './dispatch-items.ts'
import { dispatchOfOthersFaults } from './dispatch-others.ts'
import { dispatchRaceFaults } from './dispatch-races.ts'

/** Breaches of B-DSP in cells, races and batches that no check came to before. */
export const dispatchGapFaults: readonly Fault[] = [
  ...dispatchOfOthersFaults,
  ...dispatchRaceFaults,
  ...dispatchItemFaults,
]
