import type { Fault } from '../deviation.ts'
import { inParts } from './passing.ts'
import { treePath } from './tree-wire.ts'

/** Breaches of batches whose parts come to other interfaces. */
export const leftOverBatchFaults: readonly Fault[] = [
  inParts(
    'batch-trees-committed-by-themselves',
    ['A-BAT-08'],
    'A tree that a part creates is stored at once, whatever becomes of the transaction.',
    (request, go, { journal }) =>
      request.method === 'POST' && request.target.includes(treePath)
        ? go(request, { start: journal.start, add: () => undefined })
        : go(request),
  ),
]
