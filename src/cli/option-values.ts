import { InvalidArgumentError } from 'commander'

/** Digits alone, and no more than can be counted: NaN for anything else. */
const whole = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : NaN)

/** Parsers of option values: each refuses with what it takes. */
export const positive = (text: string): number => {
  const value = whole(text)
  if (!(value >= 1)) throw new InvalidArgumentError('It takes a whole number, 1 or more.')
  return value
}

export const count = (text: string): number => {
  const value = whole(text)
  if (!(value >= 0)) throw new InvalidArgumentError('It takes a whole number, 0 or more.')
  return value
}

export const seed = (text: string): number => {
  const value = whole(text)
  if (!(value <= 0x7fffffff)) throw new InvalidArgumentError('It takes a whole number from 0 to 2147483647.')
  return value
}

export const port = (text: string): number => {
  const value = whole(text)
  if (!(value <= 65535)) throw new InvalidArgumentError('It takes a port from 0 (any free one) to 65535.')
  return value
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const hoursAtMost = 500

/** 90s, 10m, 1h: milliseconds. No time at all is none, and a timer cannot count more than 24 days. */
export const duration = (text: string): number => {
  const [, digits = '', unit] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? []
  const value = unit === undefined ? NaN : whole(digits) * units[unit as keyof typeof units]
  if (!(value >= 1 && value <= hoursAtMost * units.h))
    throw new InvalidArgumentError(`It takes a time such as 90s, 10m or 1h; ${hoursAtMost}h at most.`)
  return value
}

export const shard = (text: string): { index: number; of: number } => {
  const match = /^(\d+)\/(\d+)$/.exec(text)
  const index = Number(match?.[1])
  const of = Number(match?.[2])
  if (!match || index < 1 || of < 1 || index > of)
    throw new InvalidArgumentError('It takes i/n, such as 1/4: the first of four.')
  return { index, of }
}

export const commaList = (text: string, earlier: readonly string[] = []): string[] => {
  const named = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  // As where a variable of CI is not set.
  if (named.length === 0) throw new InvalidArgumentError('It takes names with commas between them, and this is none.')
  return [...earlier, ...named]
}

/** For options that may be repeated. */
export const collectOption = (text: string, earlier: string[] = []): string[] => [...earlier, text]
