import type { Variant } from '../deviation.ts'
import { creatingInstead } from '../faults/left-over-access.ts'
import { through } from './lawful.ts'

/** Lawful servers of the Data API. */
export const leftOverDataVariants: readonly Variant[] = [
  {
    ...through(
      'attachments-created-by-a-put',
      ['A-DAT-06', 'A-ATT-01'],
      'A PUT of an attachment that is not there creates it, with its content.',
      (request, go) => creatingInstead(request, go),
    ),
    // It looks first whether the attachment is there.
    excludes: ['every-25th-call-429'],
  },
]
