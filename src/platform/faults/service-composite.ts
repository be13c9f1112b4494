import type { Fault } from '../deviation.ts'
import { serviceFault } from './service-fault.ts'

/** Faults of B-SVC that show only where a target takes PATCH and lists of trees. */
export const serviceCompositeFaults: readonly Fault[] = [
  serviceFault(
    'patched-address-kept',
    ['B-SVC-12'],
    'Another address sent by PATCH does not take the place of an own one.',
    {
      patchedAddress: (former, sent) => former ?? sent,
    },
  ),
  serviceFault(
    'patched-address-merged',
    ['B-SVC-12'],
    'Another address sent by PATCH changes the city of an own one only.',
    {
      patchedAddress: (former, sent) => (former ? { ...former, city: sent['city'] } : sent),
    },
  ),
  serviceFault('patch-not-kept', ['B-SVC-31'], 'A PATCH is answered with the changed tree, which is not stored.', {
    keeps: (operation) => operation !== 'service-patch',
  }),
  serviceFault(
    'second-in-bulk-not-kept',
    ['B-SVC-31'],
    'Of a list of service calls only the first is stored, and all are answered.',
    {
      keeps: (operation, position) => operation !== 'service-bulk-create' || position === 0,
    },
  ),
]
