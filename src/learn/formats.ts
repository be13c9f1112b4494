import { fullFormats, type FormatName } from 'ajv-formats/dist/formats.js'

interface Recognised {
  /** How a schema says it. */
  readonly keyword: { readonly format: string } | { readonly pattern: string }
  readonly test: (text: string) => boolean
}

const byPattern = (pattern: string): Recognised => {
  const test = new RegExp(pattern, 'u')
  return { keyword: { pattern }, test: (text) => test.test(text) }
}

/** A validator has the last word: what is called a date-time here must be one to it. */
function byFormat(format: FormatName, looks?: RegExp): Recognised {
  const known = fullFormats[format]
  const validate = typeof known === 'object' && known !== null && 'validate' in known ? known.validate : known
  const test =
    validate instanceof RegExp ? (text: string) => validate.test(text) : (validate as (text: string) => boolean)
  return { keyword: { format }, test: (text) => (looks?.test(text) ?? true) && test(text) }
}

/** The first that fits all values of a field is the one that is told. */
const recognised: Readonly<Record<string, Recognised>> = {
  id: byPattern('^[0-9A-Fa-f]{32}$'),
  uuid: byFormat('uuid', /^[0-9a-f]{8}-/i),
  'date-time': byFormat('date-time'),
  // ISO 8601 has more forms than RFC 3339, which is all that the format date-time stands for.
  'iso-timestamp': byPattern(
    '^\\d{4}-?\\d{2}-?\\d{2}T\\d{2}(?::?\\d{2}(?::?\\d{2}(?:[.,]\\d{1,9})?)?)?(?:Z|[+-]\\d{2}(?::?\\d{2})?)?$',
  ),
  date: byFormat('date'),
  email: byFormat('email'),
  uri: byFormat('uri', /^https?:\/\//i),
}

const longest = 2048

/** Names of the formats that a text has. */
export const formatsOf = (text: string): readonly string[] =>
  text.length === 0 || text.length > longest
    ? []
    : Object.keys(recognised).filter((name) => recognised[name]?.test(text))

export const fits = (name: string, text: string): boolean =>
  text.length <= longest && recognised[name]?.test(text) === true

export const keywordOf = (name: string): object => recognised[name]?.keyword ?? {}

/** The name under which a schema's format or pattern was written. */
export const formatNamed = (schema: { readonly format?: unknown; readonly pattern?: unknown }): string | undefined =>
  Object.keys(recognised).find((name) => {
    const keyword: { format?: string; pattern?: string } = recognised[name]?.keyword ?? {}
    return keyword.format === undefined ? keyword.pattern === schema.pattern : keyword.format === schema.format
  })
