import { rowMatches, type Row } from './evaluate.ts'
import { parse } from './parse.ts'
import { allReadings, type Reading } from './readings.ts'

/** A query that readings answer differently, and what it distinguishes. */
export interface Separator {
  readonly what: string
  readonly query: string
}

/** What a target listed for a separator; undefined if it refused it. */
export interface Observation {
  readonly query: string
  readonly listed: ReadonlySet<Row> | undefined
}

/** Each question uses several operators: a target may read them differently, and then nothing is narrowed. */
export const separators: readonly Separator[] = [
  { what: 'unset values under != (text)', query: 'remarks != "second"' },
  { what: 'unset values under != (date)', query: 'startDateTime != "2026-03-01T10:00:00Z"' },
  { what: 'unset values under ! of =', query: '!(remarks = "second")' },
  { what: 'unset values under ! of like', query: '!(remarks like "sec%")' },
  { what: 'unset values under ! of in', query: '!(remarks in ("second"))' },
  { what: 'unset values under ! of <', query: '!(startDateTime < "2026-03-01T10:00:00Z")' },
  { what: 'letter case of =', query: 'subject = "aBC"' },
  { what: 'letter case of !=', query: 'subject != "aBC"' },
  { what: 'letter case of in', query: 'subject in ("aBC")' },
  { what: '%% with =', query: 'subject = "abc%%"' },
  { what: '%% with in', query: 'subject in ("abc%%")' },
  { what: '_ in like', query: 'subject like "a_c"' },
  { what: '_ in ilike', query: 'subject ilike "A_C"' },
  { what: 'OR before AND', query: 'subject = "9" OR subject = "10" AND chargeableEfforts = true' },
  { what: 'AND before OR', query: 'chargeableEfforts = true AND subject = "10" OR subject = "9"' },
]

/** The readings that explain all observations; all readings if none does, or if nothing was answered. */
export function narrow(
  observations: readonly Observation[],
  rows: readonly Row[],
  readings: readonly Reading[] = allReadings,
): readonly Reading[] {
  const left = readings.filter((reading) =>
    observations.every(({ query, listed }) => {
      const parsed = parse(query)
      if (!listed || !('ast' in parsed)) return true
      const verdict = rowMatches(parsed.ast, [reading])
      return rows.every((row) => verdict(row) === listed.has(row))
    }),
  )
  return left.length > 0 ? left : readings
}

/** Describes what the remaining readings have in common. */
export function readingsInWords(readings: readonly Reading[]): string {
  const [first] = readings
  if (!first) return 'no reading explains it'
  const names = (Object.keys(first) as Array<keyof Reading>).filter((name) => name !== 'beyond')
  const settled = names
    .filter((name) => readings.every((reading) => reading[name] === first[name]))
    .map((name) => `${name} ${String(first[name])}`)
  return settled.length > 0 ? settled.join(', ') : 'nothing is settled'
}
