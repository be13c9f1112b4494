import type { Variant } from '../deviation.ts'

/** Lawful readings of a server written by the document alone. */
export const documentOnlyVariants: readonly Variant[] = [
  {
    id: 'crowd-update-of-a-deleted-one-makes-it-anew',
    leaves: ['B-CRW-05', 'B-CRW-04'],
    says: 'An update of a technician that was deleted makes one anew under its external id, and is answered 201.',
    rule: { crowd: { updateMakesAnew: () => true } },
    excludes: ['crowd-update-of-nobody-creates'],
  },
]
