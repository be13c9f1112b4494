/** What operators need to know of a value: which kinds it is of. */
export function traitsOf(value: unknown): string[] {
  if (value === null) return ['null']
  if (typeof value === 'boolean') return [value ? 'true' : 'false']
  if (typeof value === 'number')
    return ['number', Number.isInteger(value) ? 'integer' : 'decimal', ...(value > 1e12 ? ['moment'] : [])]
  if (Array.isArray(value)) return ['array', value.length === 0 ? 'none' : value.length === 1 ? 'one' : 'many']
  if (typeof value === 'object') return ['object']
  return typeof value === 'string' ? ['text', ...textTraits(value)] : []
}

/** The same for a value that is always written as text, such as a query parameter. */
export function writtenTraits(value: string): string[] {
  return [
    'written',
    ...textTraits(value),
    ...(value === 'true' || value === 'false' ? [value] : []),
    ...(/^\d{1,15}$/.test(value) ? ['integer', ...(value.length >= 13 ? ['moment'] : [])] : []),
    ...(/^[^;,]+[;,]./.test(value) ? ['list'] : []),
  ]
}

function textTraits(value: string): string[] {
  return [
    ...(value === '' ? ['empty'] : []),
    ...(value !== value.toLowerCase() && !dateTime.test(value) ? ['upper'] : []),
    ...(value.length > longText ? ['long'] : []),
    ...(value !== value.trim() ? ['edged'] : []),
    ...(/[^\0-\x7f]/.test(value) ? ['non-ascii'] : []),
    ...(value.includes('+') ? ['plus'] : []),
    ...(dateTime.test(value) ? ['date-time', ...(/\.\d*[1-9]/.test(value) ? ['fraction'] : [])] : []),
    ...(/^https?:\/\//.test(value) ? ['address'] : []),
  ]
}

export const longText = 20
export const dateTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/
