import type { Fault } from '../deviation.ts'
import { crowdParts } from './crowd-parts.ts'

const { fault } = crowdParts

/** Quiet breaches of batches of addresses: by what fails in them, and where. */
export const crowdBatchFaults: readonly Fault[] = [
  fault(
    'batch-undone-only-from-the-failure',
    'B-CRW-25',
    'Of a failed transaction what stands before the failure stays.',
    { undoes: (_operation, position, _of, failedAt) => position >= failedAt },
  ),
  ...(['CREATE', 'DELETE'] as const).map((failing) =>
    fault(
      `batch-failed-${failing.toLowerCase()}-undoes-nothing`,
      'B-CRW-25',
      `A transaction of which a ${failing} fails stays as far as it came.`,
      { undoes: (_operation, _position, _of, _failedAt, failed) => failed !== failing },
    ),
  ),
  fault('batch-address-needs-no-id', 'B-CRW-28', 'An UPDATE without an id changes the first address.', {
    namesAddress: (operation, id, known) => id ?? (operation === 'UPDATE' ? known[0] : undefined),
  }),
  fault('batch-deletion-without-id-takes-the-last', 'B-CRW-28', 'A DELETE without an id takes the last address.', {
    namesAddress: (operation, id, known) => id ?? (operation === 'DELETE' ? known.at(-1) : undefined),
  }),
]
