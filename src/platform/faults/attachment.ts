import type { Fault } from '../deviation.ts'
import { isAscii, strictBase64, strictDisposition } from '../rulebook/attachment.ts'

const large = 1024 * 1024

const loses = (field: string) => ({
  attachment: {
    created: (fields: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field)),
  },
})

/** Faults of A-ATT. */
export const attachmentFaults: readonly Fault[] = [
  {
    id: 'attachment-description-lost',
    breaks: ['A-ATT-01'],
    says: 'The description of an attachment is not stored.',
    rule: loses('description'),
  },
  {
    id: 'attachment-reference-lost',
    breaks: ['A-ATT-01'],
    says: 'The object reference of an attachment is not stored.',
    rule: { attachment: { created: (fields) => ({ ...fields, object: { objectId: null, objectType: null } }) } },
  },
  {
    id: 'attachment-name-lost',
    breaks: ['A-ATT-01'],
    says: 'Every attachment is named "file".',
    rule: { attachment: { created: (fields) => ({ ...fields, fileName: 'file' }) } },
  },
  {
    id: 'attachment-file-content-returned',
    breaks: ['A-ATT-02'],
    says: 'fileContent holds the content in responses.',
    rule: { attachment: { shows: () => 'content' } },
  },
  {
    id: 'attachment-file-content-listed',
    breaks: ['A-ATT-02'],
    says: 'fileContent holds the content in lists.',
    rule: { attachment: { shows: (isList) => (isList ? 'content' : 'nothing') } },
  },
  {
    id: 'attachment-bytes-as-text',
    breaks: ['A-ATT-03'],
    says: 'Content is treated as UTF-8 text.',
    rule: { attachment: { bytes: (bytes) => Buffer.from(bytes.toString('utf8'), 'utf8') } },
  },
  {
    id: 'attachment-cut-at-nul',
    breaks: ['A-ATT-03'],
    says: 'Content is cut at its first NUL byte.',
    rule: { attachment: { bytes: (bytes) => (bytes.includes(0) ? bytes.subarray(0, bytes.indexOf(0)) : bytes) } },
  },
  {
    id: 'attachment-newline-added',
    breaks: ['A-ATT-03'],
    says: 'A line feed is appended to the content.',
    rule: { attachment: { bytes: (bytes) => Buffer.concat([bytes, Buffer.from('\n')]) } },
  },
  {
    id: 'attachment-line-ends-changed',
    breaks: ['A-ATT-03'],
    says: 'CRLF in content becomes LF.',
    rule: {
      attachment: { bytes: (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') },
    },
  },
  {
    id: 'attachment-large-cut',
    breaks: ['A-ATT-03'],
    says: 'Content is truncated to 1 MiB.',
    rule: { attachment: { bytes: (bytes) => bytes.subarray(0, large) } },
  },
  {
    id: 'attachment-still-base64',
    breaks: ['A-ATT-03'],
    says: 'Content is returned as base64.',
    rule: { attachment: { bytes: (bytes) => Buffer.from(bytes.toString('base64')) } },
  },
  {
    id: 'attachment-of-another',
    breaks: ['A-ATT-03'],
    says: 'The content of another attachment is returned.',
    rule: { attachment: { picks: (found, all) => all().find((other) => other !== found) ?? found } },
  },
  {
    id: 'attachment-type-missing',
    breaks: ['A-ATT-03'],
    says: 'Content has no Content-Type.',
    rule: { attachment: { type: () => undefined } },
  },
  {
    id: 'attachment-disposition-missing',
    breaks: ['A-ATT-03'],
    says: 'Content has no Content-Disposition.',
    rule: { attachment: { disposition: () => undefined } },
  },
  {
    id: 'attachment-name-other',
    breaks: ['A-ATT-03'],
    says: 'Every content download is named "download".',
    rule: { attachment: { disposition: () => 'attachment; filename="download"' } },
  },
  {
    id: 'attachment-name-mangled',
    breaks: ['A-ATT-03'],
    says: 'Non-ASCII characters in a file name become question marks.',
    rule: {
      attachment: {
        disposition: (name) => strictDisposition(isAscii(name) ? name : name.replace(/[^\x20-\x7e]/gu, '?')),
      },
    },
  },
  {
    id: 'attachment-old-form-missing',
    breaks: ['A-ATT-04'],
    says: 'The older content address finds nothing.',
    rule: { attachment: { serves: (form) => form === 'resource' } },
  },
  {
    id: 'attachment-old-form-other-bytes',
    breaks: ['A-ATT-04'],
    says: 'The older content address returns base64.',
    rule: {
      attachment: { bytes: (bytes, form) => (form === 'service' ? Buffer.from(bytes.toString('base64')) : bytes) },
    },
  },
  {
    id: 'attachment-old-form-no-headers',
    breaks: ['A-ATT-04'],
    says: 'The older content address returns neither file name nor type.',
    rule: {
      attachment: {
        disposition: (name, form) => (form === 'service' ? undefined : strictDisposition(name)),
        type: (_name, form) => (form === 'service' ? undefined : 'application/octet-stream'),
      },
    },
  },
  {
    id: 'attachment-put-changes-content',
    breaks: ['A-ATT-05'],
    says: 'PUT replaces the content.',
    rule: { attachment: { update: (operation) => (operation === 'put' ? 'whole' : 'refuse') } },
  },
  {
    id: 'attachment-patch-changes-content',
    breaks: ['A-ATT-05'],
    says: 'PATCH replaces the content.',
    rule: { attachment: { update: (operation) => (operation === 'patch' ? 'whole' : 'refuse') } },
  },
  {
    id: 'attachment-content-outlives',
    breaks: ['A-ATT-06'],
    says: 'The content of a deleted attachment is still returned.',
    rule: { attachment: { outlives: () => true } },
  },
  {
    id: 'attachment-old-form-outlives',
    breaks: ['A-ATT-06'],
    says: 'The older content address still returns the content of a deleted attachment.',
    rule: { attachment: { outlives: (form) => form === 'service' } },
  },
  {
    id: 'attachment-bad-base64-accepted',
    breaks: ['A-ATT-07'],
    says: 'Content that is not base64 is accepted.',
    rule: { attachment: { refuses: () => undefined } },
  },
  {
    id: 'attachment-bad-base64-crashes',
    breaks: ['A-ATT-07'],
    says: 'Content that is not base64 is answered with 500.',
    rule: { attachment: { refuses: (text) => (strictBase64(text) ? undefined : 500) } },
  },
  {
    id: 'attachment-encoding-untrue',
    breaks: ['A-ATT-03', 'A-ATT-08'],
    says: 'Content is labelled as compressed, but is not.',
    rule: { attachment: { encoding: () => 'gzip' } },
  },
]
