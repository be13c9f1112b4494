import { gzipSync } from 'node:zlib'
import type { Variant } from '../deviation.ts'
import { strictBase64, strictDisposition } from '../rulebook/attachment.ts'

/** Lawful servers of A-ATT and A-DEL, thought up from their sentences alone. */
export const readingsAttachmentVariants: readonly Variant[] = [
  {
    id: 'att-whitespace-base64',
    leaves: ['A-ATT-01', 'A-ATT-07'],
    says: 'Line ends in base64 are ignored.',
    rule: { attachment: { refuses: (text) => (strictBase64(text.replace(/\s/g, '')) ? undefined : 400) } },
  },
  {
    id: 'att-inline',
    leaves: ['A-ATT-03'],
    says: 'Content is to be shown inline.',
    rule: { attachment: { disposition: (name) => strictDisposition(name).replace(/^attachment/, 'inline') } },
  },
  {
    id: 'att-gzip',
    leaves: ['A-ATT-08', 'A-ATT-10'],
    says: 'Content is compressed, and says so.',
    rule: { attachment: { bytes: (bytes) => gzipSync(bytes), encoding: () => 'gzip' } },
  },
  {
    id: 'del-own-marked',
    leaves: ['A-DEL-02', 'A-DEL-05'],
    says: 'Entries of the deleted listing have more fields.',
    rule: {
      deleted: {
        entry: ({ id, externalId }) => ({
          id,
          ...(externalId === null ? {} : { externalId }),
          deletedBy: 'somebody',
          deletedAt: 1,
        }),
      },
    },
  },
  {
    id: 'del-paged',
    leaves: ['A-DEL-08'],
    says: 'A deleted listing has at most twenty entries.',
    rule: { deleted: { order: (entries) => entries.slice(0, 20) } },
  },
]
