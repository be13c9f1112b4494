import type { Variant } from '../deviation.ts'
import { extendedOnly, isAscii, strictDisposition } from '../rulebook/attachment.ts'

const named = (id: string, says: string, spell: (name: string) => string): Variant => ({
  id,
  leaves: ['A-ATT-10'],
  says,
  rule: { attachment: { disposition: spell } },
})

/** Lawful other forms of A-ATT and A-DEL. */
export const attachmentVariants: readonly Variant[] = [
  named('attachment-name-extended', 'File names are sent in the extended notation only.', extendedOnly),
  named('attachment-name-encoded-word', 'Non-ASCII file names are sent as encoded words.', (name) =>
    isAscii(name)
      ? strictDisposition(name)
      : `attachment; filename="=?UTF-8?B?${Buffer.from(name).toString('base64')}?="`,
  ),
  named(
    'attachment-name-raw',
    'Non-ASCII file names are sent as raw UTF-8.',
    (name) => `attachment; filename="${Buffer.from(name.replace(/(["\\])/g, '\\$1')).toString('latin1')}"`,
  ),
  {
    id: 'attachment-encoding-absent',
    leaves: ['A-ATT-08'],
    says: 'Content has no Content-Encoding.',
    rule: { attachment: { encoding: () => undefined } },
  },
  {
    id: 'attachment-type-octet-stream',
    leaves: ['A-ATT-10'],
    says: 'Content is always application/octet-stream.',
    rule: { attachment: { type: () => 'application/octet-stream' } },
  },
  {
    id: 'attachment-content-null',
    leaves: ['A-ATT-02'],
    says: 'fileContent is shown as null.',
    rule: { attachment: { shows: () => 'null' } },
  },
  {
    id: 'attachment-metadata-updatable',
    leaves: ['A-ATT-09'],
    says: 'Name, description and reference of an attachment may be updated.',
    rule: { attachment: { update: () => 'metadata' } },
  },
  {
    id: 'attachment-update-ignored',
    leaves: ['A-ATT-09', 'A-ATT-10'],
    says: 'An update of an attachment is answered with 201 and changes nothing.',
    rule: { attachment: { update: () => 'ignore' } },
  },
  {
    id: 'deleted-first-version-objects',
    leaves: ['A-DEL-08'],
    says: 'DeletedObjects.1 lists objects with an id.',
    rule: { deleted: { first: (entries) => ({ data: entries.map(({ id }) => ({ id })) }) } },
  },
  {
    id: 'deleted-first-version-bare',
    leaves: ['A-DEL-08'],
    says: 'DeletedObjects.1 is answered with a bare array of ids.',
    rule: { deleted: { first: (entries) => entries.map(({ id }) => id) } },
  },
  {
    id: 'deleted-ids-in-one-text',
    leaves: ['A-DEL-03', 'A-DEL-08'],
    says: 'DeletedObjects.1 has the ids in one text, with commas between them.',
    rule: {
      deleted: {
        first: (entries) => ({ cloudIds: { count: entries.length, ids: entries.map(({ id }) => id).join(',') } }),
      },
    },
  },
  {
    id: 'deleted-newest-first',
    leaves: ['A-DEL-08'],
    says: 'The deleted listing starts with the most recent deletion.',
    rule: { deleted: { order: (entries) => entries.toReversed() } },
  },
]
