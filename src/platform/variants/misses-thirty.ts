import type { Variant } from '../deviation.ts'
import { contentForOthers } from '../faults/misses-thirty-data.ts'
import { refused } from '../faults/passing.ts'
import { elementsIn, refusing, sentWith } from '../faults/people-kinds.ts'

/** Lawful readings that stand near what is no longer overlooked. */
export const missesThirtyVariants: readonly Variant[] = [
  {
    id: 'scim-two-emails-at-most',
    leaves: ['B-SCM-12', 'B-SCM-17'],
    says: 'A user with more than two e-mails is refused with 400.',
    seam: {
      people: {
        scim: (asked, handle) =>
          /^user-p(?:ost|ut)$/.test(asked.operation) && elementsIn(sentWith(asked)['emails']).length > 2
            ? refusing(400)
            : handle(asked),
      },
    },
  },
  {
    id: 'attachment-content-forbidden-to-others',
    leaves: ['A-AUT-13'],
    says: 'The content of an attachment is refused with 403 to users other than the one who uploaded it.',
    seam: { passage: { through: contentForOthers(() => refused(403, 'the content of another user')) } },
  },
  {
    id: 'user-sort-by-name-ignored',
    leaves: ['B-USR-06', 'B-USR-36'],
    says: 'A list is not sorted by name: a Sort of it is ignored, like that of any unknown property.',
    rule: { user: { sorts: (all) => all.filter((sort) => /^\s*(?:id|email|firstName|lastName)\b/.test(sort)) } },
  },
]
