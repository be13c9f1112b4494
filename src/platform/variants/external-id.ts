import { attachmentRules } from '../rulebook/attachment.ts'
import type { Variant } from '../deviation.ts'

/** Lawful other readings of external ids, older DTOs and the size of attachments. */
export const externalIdVariants: readonly Variant[] = [
  {
    id: 'data-external-id-ignores-case',
    leaves: ['A-DAT-14', 'A-DAT-24'],
    says: 'External ids in paths are matched case-insensitively.',
    rule: { data: { externalIdsMeant: (segment) => [segment, segment.toLowerCase(), segment.toUpperCase()] } },
  },
  {
    id: 'data-external-id-plain-only',
    leaves: ['A-DAT-13'],
    says: 'An external id with other characters than letters, digits, dashes and dots is refused.',
    rule: { data: { takesExternalId: (externalId) => /^[\w.-]*$/.test(externalId) } },
  },
  {
    id: 'dtos-older-shows-writer',
    leaves: ['A-GEN-05', 'A-PAR-03', 'A-REC-05'],
    says: 'Older DTO versions have lastChangedBy, too.',
    rule: { dtos: { carriesLastChangedBy: () => true } },
  },
  {
    id: 'attachment-large-refused',
    leaves: ['A-ATT-01'],
    says: 'An attachment of more than a megabyte and a half is answered with 413.',
    rule: {
      attachment: { refuses: (text) => (text.length > 2_000_000 ? 413 : attachmentRules.attachment.refuses(text)) },
    },
  },
  {
    id: 'attachment-of-forty-kilobytes-refused',
    leaves: ['A-ATT-01'],
    says: 'An attachment of more than 40,000 bytes is answered with 413.',
    rule: {
      attachment: { refuses: (text) => (text.length > 53_336 ? 413 : attachmentRules.attachment.refuses(text)) },
    },
  },
]
