import type { Fields } from '../data/step.ts'

export type Form = 'resource' | 'service'

const types: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}

const quoted = (name: string): string => `"${name.replace(/(["\\])/g, '\\$1')}"`
export const isAscii = (name: string): boolean => /^[\x20-\x7e]*$/.test(name)
const extended = (name: string): string =>
  `UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** RFC 6266: the plain name, or an ASCII fallback plus the name in extended notation. */
export const strictDisposition = (name: string): string =>
  `attachment; filename=${isAscii(name) ? quoted(name) : `${quoted(name.replace(/[^\x20-\x7e]/gu, '_'))}; filename*=${extended(name)}`}`

export const extendedOnly = (name: string): string => `attachment; filename*=${extended(name)}`

/** Base64 with its padding and nothing else (RFC 4648, 4). */
export const strictBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text)

/** Attachments and their content (A-ATT). */
const attachment = {
  created: (fields: Fields, _inBatch: boolean): Fields => fields,
  /** The status for content that is not base64; undefined accepts it. */
  refuses: (text: string): number | undefined => (strictBase64(text) ? undefined : 400),
  shows: (_isList: boolean): 'nothing' | 'null' | 'content' => 'nothing',
  update: (_operation: 'put' | 'patch'): 'refuse' | 'ignore' | 'metadata' | 'whole' => 'refuse',
  bytes: (bytes: Buffer, _form: Form): Buffer => bytes,
  picks: <T>(found: T, _all: () => readonly T[]): T => found,
  outlives: (_form: Form): boolean => false,
  serves: (_form: Form): boolean => true,
  type: (name: string, _form: Form): string | undefined =>
    types[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream',
  disposition: (name: string, _form: Form): string | undefined => strictDisposition(name),
  encoding: (_form: Form): string | undefined => 'identity',
}

export const attachmentRules = { attachment }
