import type { Variant } from '../deviation.ts'
import { creatingInstead } from '../faults/left-over-access.ts'
import { refused } from '../faults/passing.ts'
import { treePath } from '../faults/tree-wire.ts'
import { through } from './lawful.ts'

/** Lawful servers of the Data API and the Batch API. */
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
  {
    id: 'batch-transactions-take-no-trees',
    leaves: ['A-BAT-08', 'A-BAT-19'],
    says: 'A part of a transaction that creates a tree is refused with 400.',
    seam: {
      passage: {
        part: (request, go, { transactional }) =>
          transactional && request.method === 'POST' && request.target.includes(treePath)
            ? Promise.resolve(refused(400, 'trees are created outside of transactions'))
            : go(request),
      },
    },
  },
]
