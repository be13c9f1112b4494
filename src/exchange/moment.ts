const form = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?$/i

export const isMoment = (text: string): boolean => /^\d{4}-?\d\d-?\d\dT\d\d/i.test(text)

/**
 * The moment that a date-time names, in ms since 1970; NaN for what is none. ISO 8601 has more forms than JavaScript reads: a decimal comma, no
 * dashes and colons, hours or minutes alone, an offset of hours.
 */
export function momentOf(text: unknown): number {
  if (typeof text !== 'string') return Number.NaN
  const parts = form.exec(text)
  if (!parts) return Date.parse(text)
  const [, year, month, day, hour, minute = '00', second = '00', fraction = '0', utc, offset, offsetMinute = '00'] =
    parts
  const zone = utc ? 'Z' : offset ? `${offset}:${offsetMinute}` : ''
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${zone}`)
}

/** A date-time as the documents have a caller write it, whichever form it was shown in; any other text as it is. */
export const inUtc = (text: string): string =>
  !isMoment(text) || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) || Number.isNaN(momentOf(text))
    ? text
    : new Date(momentOf(text)).toISOString()
