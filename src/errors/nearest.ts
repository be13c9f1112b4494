/**
 * The candidates that a mistyped word was probably meant to be, nearest first; empty if nothing is near.
 * Near means: at most a third of the letters differ (two swapped letters count once), or the word is part of the candidate.
 */
export function nearestOf(word: string, candidates: readonly string[], atMost = 3): string[] {
  const typed = word.toLowerCase()
  if (typed === '') return []
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, away: away(typed, candidate.toLowerCase()) }))
    .filter((near) => near.away < 1)
    .sort((a, b) => a.away - b.away)
    .slice(0, atMost)
    .map(({ candidate }) => candidate)
}

/** The nearest candidate, if any. */
export const nearest = (word: string, candidates: readonly string[]): string | undefined =>
  nearestOf(word, candidates, 1)[0]

/** `did you mean x?` for an unknown word; undefined if nothing is near. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const meant = nearest(word, candidates)
  return meant === undefined ? undefined : `did you mean ${meant}?`
}

const shortest = 4

/** 0 is the same word, below 1 is near; typing errors rank before parts. */
function away(typed: string, known: string): number {
  const allowed = Math.max(1, Math.floor(Math.max(typed.length, known.length) / 3))
  const slips = distance(typed, known)
  if (slips <= allowed) return (slips / (allowed + 1)) * 0.5
  return typed.length >= shortest && known.includes(typed) ? 0.5 + 0.5 * (1 - typed.length / known.length) : 1
}

/** Edit distance: letters inserted, deleted, replaced, or swapped with a neighbour. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  const cost = (i: number, j: number): number => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          cost(i - 1, j) + 1,
          cost(i, j - 1) + 1,
          cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwap ? cost(i - 2, j - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return cost(a.length, b.length)
}
