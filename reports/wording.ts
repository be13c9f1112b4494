import type { Counts, VerdictWord } from '../src/verdict/stream.ts'

/** The verdicts as reports print them, in table order. */
export const spoken: Readonly<Record<VerdictWord, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warned',
  observed: 'observed',
  'not-applicable': 'not applicable',
  blocked: 'blocked',
  'not-exercised': 'not exercised',
  known: 'known',
  stale: 'stale',
  'kit-error': 'kit error',
}

export const verdictOrder = Object.keys(spoken) as readonly VerdictWord[]

export const noCounts = (): Counts => Object.fromEntries(verdictOrder.map((word) => [word, 0])) as Counts

export const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Such as 2026-01-02 03:04, of an ISO time. */
export const day = (at: string): string => at.slice(0, 16).replace('T', ' ')

export const seenHere = 'this shard saw it fail; another shard judges it'

/** Gives the second of a name and those after it a number, for readers that keep one case of a name. */
export function namesOnce(): (name: string) => string {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}/${count}`
  }
}
