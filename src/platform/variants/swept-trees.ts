import type { Variant } from '../deviation.ts'
import { uuidIn } from '../faults/tree-edits.ts'
import { activitiesIn } from '../faults/tree-wire.ts'

/** Lawful servers that a whole wire sweep of the Service API found accused. */
export const sweptTreesVariants: readonly Variant[] = [
  {
    id: 'service-activity-ids-in-small-letters-as-read',
    leaves: ['A-REC-01', 'B-SVC-08'],
    says: 'In a service call that is read the ids of its activities are written in small letters.',
    rule: {
      service: {
        shown: (tree, operation) =>
          operation === 'service-get'
            ? {
                ...tree,
                activities: activitiesIn(tree).map((one) => ({
                  ...one,
                  id: { uuid: String(uuidIn(one['id'])).toLowerCase() },
                })),
              }
            : tree,
      },
    },
  },
]
