import type { Fault } from '../deviation.ts'

/** Ways past a permission of None to read that show no record (B-USR-25). */
export const unreadLinkFaults: readonly Fault[] = [
  {
    id: 'permission-none-filtered-by',
    breaks: ['B-USR-25'],
    says: 'A permission of None to read is not looked at where a query compares a field of a linked record.',
    rule: {
      permission: {
        right: (right, _resource, action, way, operation) =>
          action === 'read' && way === 'data' && operation === 'linked-filter' ? 'ALL' : right,
      },
    },
  },
  {
    id: 'permission-none-filtered-by-in-a-batch',
    breaks: ['B-USR-25'],
    says: 'A permission of None to read is not looked at where a query in a batch compares a field of a linked record.',
    rule: {
      permission: {
        right: (right, _resource, action, way, operation) =>
          action === 'read' && way === 'batch' && operation === 'linked-filter' ? 'ALL' : right,
      },
    },
  },
  {
    id: 'permission-none-reads-by-external-id',
    breaks: ['B-USR-25'],
    says: 'A permission of None to read is not looked at in reads by external id.',
    rule: {
      permission: {
        right: (right, _resource, action, way, operation) =>
          action === 'read' && way === 'data' && operation === 'data-get-by-external-id' ? 'ALL' : right,
      },
    },
  },
]
