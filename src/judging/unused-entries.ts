import { entryInWords, isAbout, isExpired, isOfOneCheck, excuses, type BaselineEntry } from '../verdict/baseline.ts'
import type { Verdict } from '../verdict/stream.ts'

/** Whether the entry excused something, or would have. */
export const isUsed = (entry: BaselineEntry, verdicts: Iterable<Verdict>): boolean => {
  for (const { check, findings, known = [] } of verdicts) {
    if (isAbout(entry, check) && [...findings, ...known].some((finding) => excuses(entry, finding))) return true
  }
  return false
}

/** Entries for many checks of which none fails any more, in words; the verdict tells those of one check. */
export const unusedEntries = (
  baseline: readonly BaselineEntry[],
  verdicts: readonly Verdict[],
  now: number,
): string[] =>
  baseline
    .filter((entry) => !isOfOneCheck(entry) && entry.rate === undefined && !isUsed(entry, verdicts))
    .filter((entry) => verdicts.some(({ check, is }) => isAbout(entry, check) && (is === 'pass' || is === 'observed')))
    .map((entry) =>
      isExpired(entry, now)
        ? `${entryInWords(entry)} expired on ${entry.expires}, and none of its checks fails`
        : `${entryInWords(entry)} matches no finding any more: remove it`,
    )
