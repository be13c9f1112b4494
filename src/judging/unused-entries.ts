import { entryInWords, isAbout, isExpired, isOfOneCheck, excuses, type BaselineEntry } from '../verdict/baseline.ts'
import type { UnusedEntry, Verdict } from '../verdict/stream.ts'

/** Whether the entry excused something, or would have. */
export const isUsed = (entry: BaselineEntry, verdicts: Iterable<Verdict>): boolean => {
  for (const { check, findings, known = [] } of verdicts) {
    if (isAbout(entry, check) && [...findings, ...known].some((finding) => excuses(entry, finding))) return true
  }
  return false
}

/**
 * Entries for many checks of which none fails any more; the verdict tells those of one check. One that has not expired is left alone if it is
 * about a check that this run is without (`absent`), or has a rate: it may be right.
 */
export const entriesUnused = (
  baseline: readonly BaselineEntry[],
  verdicts: readonly Verdict[],
  now: number,
  absent: readonly string[] = [],
): readonly UnusedEntry[] =>
  baseline
    .filter((entry) => !isOfOneCheck(entry) && !isUsed(entry, verdicts))
    .filter(
      (entry) => isExpired(entry, now) || (entry.rate === undefined && !absent.some((check) => isAbout(entry, check))),
    )
    .map((entry) => ({
      entry: {
        check: entry.check,
        ...(entry.finding === undefined ? {} : { finding: entry.finding }),
        ...(entry.cause === undefined ? {} : { cause: entry.cause }),
        owner: entry.owner,
        expires: entry.expires,
      },
      expired: isExpired(entry, now),
      looked: verdicts.some(({ check, is }) => isAbout(entry, check) && (is === 'pass' || is === 'observed')),
    }))

/** Those that are red, in words: in a whole run it takes a look at one of their checks. */
export const unusedInWords = (unused: readonly UnusedEntry[]): string[] =>
  unused
    .filter(({ looked }) => looked)
    .map(({ entry, expired }) =>
      expired
        ? `${entryInWords(entry)} expired on ${entry.expires}, and none of its checks fails`
        : `${entryInWords(entry)} matches no finding any more: remove it`,
    )

export const unusedEntries = (...of: Parameters<typeof entriesUnused>): string[] => unusedInWords(entriesUnused(...of))
