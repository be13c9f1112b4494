/**
 * What stands in place of a secret. Its characters need no escape anywhere: headers, addresses, forms, JSON, XML and base64 tokens all hold
 * the same text, so equal secrets are told as equal wherever they stand, and an address stays a valid address.
 */
const current = 'redacted-[0-9a-f]{8}'
/** Recordings of earlier versions; in an address it may be percent-encoded. */
const [before, after] = ['(?:<|%3[Cc])redacted(?::|%3[Aa])', '(?:>|%3[Ee])']

/** Source of a pattern that a placeholder matches, of this version or an earlier one; for use inside other patterns. */
export const placeholderPattern = `(?:${current}|${before}[0-9a-f]{8}${after})`
/** Characters of the longest spelling. */
export const longestPlaceholder = '%3Credacted%3A01234567%3E'.length

const whole = new RegExp(`^${placeholderPattern}$`)
const anywhere = new RegExp(placeholderPattern)
const all = new RegExp(placeholderPattern, 'g')
const allEarlier = new RegExp(`${before}([0-9a-f]{8})${after}`, 'g')

/** Of a keyed hash, so that nothing can be turned back; 32 bits tell some thousand secrets apart. */
export const placeholderOf = (hash: Buffer): string => `redacted-${hash.toString('hex', 0, 4)}`

export const isPlaceholder = (text: string): boolean => whole.test(text)

export const holdsPlaceholder = (text: string): boolean => text.includes('redacted') && anywhere.test(text)

/** The text with something else in place of each placeholder. */
export const replacePlaceholders = (text: string, instead: string): string =>
  text.includes('redacted') ? text.replace(all, instead) : text

/** The text with placeholders of earlier versions as they are written now. */
export const inCurrentForm = (text: string): string =>
  text.includes('redacted') ? text.replace(allEarlier, 'redacted-$1') : text
