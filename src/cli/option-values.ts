import { InvalidArgumentError } from 'commander'

/** Parsers of option values: each refuses with what it takes. */
export const positive = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('it takes a whole number from 1.')
  return value
}

export const seed = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0 || value > 0x7fffffff)
    throw new InvalidArgumentError('it takes a whole number from 0 to 2147483647.')
  return value
}

export const port = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0 || value > 65535)
    throw new InvalidArgumentError('it takes a port from 0 (any free one) to 65535.')
  return value
}

/** 90s, 10m, 1h: milliseconds. */
export const duration = (text: string): number => {
  const match = /^(\d+)(ms|s|m|h)$/.exec(text)
  if (!match) throw new InvalidArgumentError('it takes a time such as 90s, 10m or 1h.')
  return Number(match[1]) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match[2] as 'ms' | 's' | 'm' | 'h']
}

export const shard = (text: string): { index: number; of: number } => {
  const match = /^(\d+)\/(\d+)$/.exec(text)
  const index = Number(match?.[1])
  const of = Number(match?.[2])
  if (!match || index < 1 || of < 1 || index > of)
    throw new InvalidArgumentError('it takes i/n, such as 1/4: the first of four.')
  return { index, of }
}

export const commaList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** For options that may be repeated. */
export const collect = (text: string, earlier: string[] = []): string[] => [...earlier, text]
