import type { Variant } from '../deviation.ts'

/** Other lawful readings of a permission of None to read: the sentences speak of what is read and expanded. */
export const permissionNoneVariants: readonly Variant[] = [
  {
    id: 'permission-none-filters-by-linked-records',
    leaves: ['B-USR-25'],
    says: 'Queries and orders compare fields of linked records, whoever may read those.',
    rule: {
      permission: {
        right: (right, _resource, action, _way, operation) =>
          action === 'read' && /^linked-/.test(operation) ? 'ALL' : right,
      },
    },
  },
]
