import type { Variant } from '../deviation.ts'
import { elementsIn, sending, sentWith } from '../faults/people-kinds.ts'
import { scimRules } from '../rulebook/scim.ts'

const { scim } = scimRules

/** Lawful servers of SCIM that show less than was sent, by a developer who had the document alone. */
export const shorterScimVariants: readonly Variant[] = [
  {
    id: 'scim-lists-show-few-attributes',
    leaves: ['B-SCM-17'],
    says: 'The list of users shows their ids and user names; all else is shown where one is read by its id.',
    rule: {
      scim: {
        user: (dto, operation) =>
          operation === 'user-list'
            ? { schemas: dto['schemas'], id: dto['id'], userName: dto['userName'] }
            : scim.user(dto, operation),
      },
    },
  },
  {
    id: 'scim-emails-in-lower-case',
    leaves: ['B-SCM-17', 'B-SCM-18'],
    says: 'E-mails are stored in lower case (RFC 7643, 4.1.2).',
    seam: {
      people: {
        scim: (asked, handle) => {
          if (asked.operation !== 'user-post' && asked.operation !== 'user-put') return handle(asked)
          const sent = sentWith(asked)
          if (!Array.isArray(sent['emails'])) return handle(asked)
          const emails = elementsIn(sent['emails']).map((one) =>
            typeof one?.['value'] === 'string' ? { ...one, value: one['value'].toLowerCase() } : one,
          )
          return handle(sending(asked, { ...sent, emails }))
        },
      },
    },
  },
]
