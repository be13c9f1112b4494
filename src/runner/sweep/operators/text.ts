import { dateTime, longText } from '../traits.ts'

/** Ways to misread a text; each applies to values that have the trait. */
export const misreadings: ReadonlyArray<readonly [operator: string, trait: string, change: (value: string) => string]> =
  [
    ['case-folded', 'upper', (value) => (dateTime.test(value) ? value : value.toLowerCase())],
    ['cut', 'long', (value) => value.slice(0, longText)],
    ['trimmed', 'edged', (value) => value.trim()],
    ['read-as-latin-1', 'non-ascii', (value) => Buffer.from(value, 'utf8').toString('latin1')],
    ['plus-as-blank', 'plus', (value) => value.replaceAll('+', ' ')],
    ['hour-shifted', 'date-time', (value) => shifted(value)],
    ['fraction-cut', 'fraction', (value) => value.replace(/(T\d\d:\d\d:\d\d)\.\d+/g, '$1')],
  ]

/** A time zone taken for another one. */
const shifted = (value: string): string =>
  value.replace(new RegExp(dateTime, 'g'), (text) => {
    const moment = Date.parse(text)
    return Number.isNaN(moment) ? text : new Date(moment + 3_600_000).toISOString()
  })
