import type { Fault } from '../deviation.ts'

/** Ways past a permission of None to read that show no record (B-USR-25). */
export const permissionNoneFaults: readonly Fault[] = [
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
