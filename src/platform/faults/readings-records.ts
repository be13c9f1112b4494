import type { Fault } from '../deviation.ts'

/** Quiet breaches of A-REC and A-DAT, thought up from their sentences alone. */
export const readingsRecordFaults: readonly Fault[] = [
  {
    id: 'lastchanged-local-zone',
    breaks: ['A-REC-03', 'A-REC-04'],
    says: 'lastChanged is an hour ahead, as in a local time.',
    rule: { record: { lastChanged: (start) => start + 3_600_000 } },
  },
  {
    id: 'forcedelete-false-forces',
    breaks: ['A-DAT-23', 'A-DAT-20'],
    says: 'forceDelete=false forces the deletion.',
    rule: {
      lock: { forced: (flag, { operation }) => flag === 'true' || (operation === 'delete' && flag === 'false') },
    },
  },
]
