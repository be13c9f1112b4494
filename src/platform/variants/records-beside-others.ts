import type { Variant } from '../deviation.ts'

/** Lawful elements of `data` that tell the record from what stands beside it by the name of its resource alone. */
export const recordsBesideOthersVariants: readonly Variant[] = [
  {
    id: 'envelope-meta-first',
    leaves: ['A-REC-08'],
    says: 'Elements of data have a member $meta before the record, with an id and a lastChanged of its own.',
    rule: { shown: { element: (key, dto) => ({ $meta: { id: '0', lastChanged: 0, type: key }, [key]: dto }) } },
  },
]
