/**
 * How a batch is spelled: independent switches. The first value of each is canonical, so that a shrunk case names only
 * what matters. tiers.ts says how lawful a value is. Sources: A-BAT-01..06, RFC 2046 5.1, RFC 9112.
 */
export const switches = {
  // The message
  boundary: ['plain', 'one character', 'seventy characters', 'specials', 'inner blank', 'leading dashes'],
  boundaryQuotes: ['as needed', 'always'],
  boundaryName: ['boundary', 'BOUNDARY', 'Boundary'],
  mediaType: ['multipart/mixed', 'Multipart/MIXED'],
  moreParameters: ['none', 'before', 'after'],
  blankAfterSemicolon: ['blank', 'none'],
  preamble: ['none', 'text', 'boundary within a line'],
  leadingLineEnd: ['none', 'CRLF'],
  padding: ['none', 'blank', 'tab'],
  epilogue: ['none', 'text'],
  lastLineEnd: ['CRLF', 'none'],
  // Each part
  partType: ['application/http', 'Application/HTTP', 'application/http; msgtype=request'],
  partHeaderOrder: ['type first', 'id first'],
  partHeaderCase: ['usual', 'lower', 'upper'],
  partHeaderBlank: ['blank', 'none'],
  partHeaders: ['none', 'Content-Transfer-Encoding', 'unknown'],
  partHeaderFolding: ['none', 'folded'],
  version: ['HTTP/1.1', 'HTTP/1.0'],
  innerLength: ['given', 'omitted'],
  innerHost: ['none', 'given'],
} as const

export type BatchForm = { readonly [Name in keyof typeof switches]: (typeof switches)[Name][number] }

export const canonical: BatchForm = Object.fromEntries(
  Object.entries(switches).map(([name, values]) => [name, values[0]]),
) as unknown as BatchForm

/** The differences from the canonical form, as text: `padding: blank, partHeaderCase: lower`. */
export const formInWords = (form: BatchForm): string =>
  Object.entries(form)
    .filter(([name, value]) => value !== canonical[name as keyof BatchForm])
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ') || 'canonical'
