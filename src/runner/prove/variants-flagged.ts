import type { Check } from '../../kit/check.ts'
import type { ContractCheck } from '../../judging/derived-checks.ts'
import { areApart } from '../../platform/apart.ts'
import { replacedBy } from '../../platform/compose.ts'
import type { Variant } from '../../platform/deviation.ts'
import { allVariants } from '../../platform/deviations.ts'
import { allWorlds } from '../../platform/worlds/named.ts'
import type { Outcome } from '../../verdict/outcome.ts'
import type { BenchSubject, Trial } from './bench.ts'
import { flaggedBy } from './flagged-by.ts'
import { pairwise } from './pairwise.ts'
import { fewReaders, someReaders } from './some-readers.ts'
import { smallest } from './smallest.ts'
import { rowsToChoose } from './some-rows.ts'

export type Run = (check: Check, subject: BenchSubject) => Promise<Trial>

/** A check that was run, and whose it is to flag what it met: its own, or the contract's and monitors'. */
interface Alarm {
  readonly check: Check
  readonly by: readonly string[]
}

interface HowMuch {
  /** Every check on every variant, all pairs of variants, eight seeds. */
  readonly deep: boolean
  /** Every check with every variant and in every row that it meets; otherwise with some of them. */
  readonly everyRow: boolean
}

const isSilent = (outcome: Outcome): boolean =>
  // A variant may lack what a check needs, and its target file then says so.
  outcome.is === 'not-applicable' ||
  // One that asserted no exchange is an error of the kit.
  ((outcome.is === 'held' || outcome.is === 'observed') && outcome.besides === undefined && outcome.saw.length > 0) ||
  // A check that says so passes nothing: on the embedded platform it must not, which is shown before.
  outcome.is === 'not-exercised' ||
  // What real systems are known to do is told as a warning, and flagged nowhere.
  (outcome.is === 'breach' && outcome.findings.every(({ seenInTheWild }) => seenInTheWild !== undefined)) ||
  // A lawful server on which others write what a check looks at cannot be judged by it, and it was shown to be so.
  (outcome.is === 'blocked' && outcome.disturbed === true)

/** A variant that this share of the checks meets is combined with others: alone, each would cost as much as all together. */
const widelyMet = 0.03

/**
 * Runs the checks that read a variant's rules; variants that many checks meet are combined pairwise, and an alarm is traced to the fewest that raise it.
 * Returns the checks that flag a variant, by its id.
 */
export async function variantsFlagged(
  all: readonly Check[],
  contract: readonly ContractCheck[],
  base: ReadonlyMap<Check, Trial>,
  run: Run,
  { deep, everyRow }: HowMuch,
  tell: (what: string, newlyFlagged: number) => void,
): Promise<Map<string, Set<string>>> {
  // What a check that flags the plain platform says of a variant means nothing.
  const checks = all.filter((check) => isSilent((base.get(check) as Trial).attempt.outcome))
  const flagged = new Map<string, Set<string>>()
  const tryAll = async (
    subset: readonly Check[],
    variants: readonly string[],
    seed?: number,
    isUnjudged: (position: number) => boolean = () => false,
  ): Promise<Alarm[]> => {
    const raised = await Promise.all(
      subset.map(async (check, position) => {
        const unjudged = isUnjudged(position)
        const { attempt } = await run(check, { variants, ...(seed ? { seed } : {}), ...(unjudged ? { unjudged } : {}) })
        const found = attempt.sights.filter(({ findings }) => findings.length > 0)
        const by = [
          ...(isSilent(attempt.outcome) ? [] : [check.id]),
          ...(found.length > 0 ? contract.filter((judged) => flaggedBy(judged, found)).map(({ id }) => id) : []),
        ]
        return by.length > 0 ? [{ check, by }] : []
      }),
    )
    return raised.flat()
  }
  const alarms = async (subset: readonly Check[], variants: readonly string[], seed?: number): Promise<string[]> => [
    ...new Set((await tryAll(subset, variants, seed)).flatMap(({ by }) => by)),
  ]
  const note = (variant: string, raised: readonly string[]) => {
    if (raised.length > 0) flagged.set(variant, new Set([...(flagged.get(variant) ?? []), ...raised]))
  }
  const counted = new Set<string>()
  const newlyFlagged = (variants: readonly string[]): number => {
    const found = variants.filter((id) => flagged.has(id) && !counted.has(id))
    for (const id of found) counted.add(id)
    return found.length
  }
  const metBy = new Map(
    allVariants.map((variant) => [
      variant,
      variant.wire
        ? checks
        : checks.filter((check) => replacedBy(variant).some((name) => base.get(check)?.rulesRead.has(name))),
    ]),
  )
  const readersOf = (variant: Variant): readonly Check[] => {
    const met = metBy.get(variant) ?? []
    return everyRow ? met : someReaders(variant, met)
  }
  const readers = new Map(allVariants.map((variant) => [variant.id, new Set(readersOf(variant))]))
  // The variants of the worlds are combined as well: a world is a composition of them.
  const worldly = new Set(allWorlds.flatMap(({ variants }) => variants))
  const everywhere = allVariants.filter(
    (variant) => worldly.has(variant.id) || (metBy.get(variant)?.length ?? 0) > checks.length * widelyMet,
  )
  const single = allVariants
    .filter((variant) => deep || !everywhere.includes(variant))
    .map(async (variant) => {
      note(variant.id, await alarms(deep ? checks : [...(readers.get(variant.id) ?? [])], [variant.id]))
      tell(variant.id, newlyFlagged([variant.id]))
    })
  // Rows are not sent through sockets: each variant that changes bytes goes through one alone.
  const throughSockets = (deep ? [] : everywhere.filter(({ wire }) => wire)).map(async (variant) =>
    note(variant.id, await alarms(fewReaders(variant, metBy.get(variant) ?? []), [variant.id])),
  )
  const pool = deep ? allVariants : everywhere
  const rows = pairwise(
    pool.map(({ id }) => id),
    (a, b) => excluded(a, b),
  ).filter((row) => row.length > 0)
  const meets = new Map(checks.map((check) => [check, [] as string[]]))
  for (const { id } of pool) for (const check of readers.get(id) ?? []) meets.get(check)?.push(id)
  const chooses = rowsToChoose(rows)
  const rowsOf = new Map<Check, ReadonlySet<number>>()
  for (const check of checks) {
    const met = meets.get(check) ?? []
    rowsOf.set(check, new Set(everyRow ? chooses.all(met) : chooses.some(check.id, met)))
    // For thousands of checks this takes seconds, in which the hands of the crew would wait for what is next.
    await otherWork()
  }
  const tracing = new Map<Check, Promise<void>>()
  const together = rows.map(async (row, position) => {
    const meeting = checks.filter((check) => rowsOf.get(check)?.has(position))
    for (const seed of deep ? [1, 2, 3, 4, 5, 6, 7, 8] : [position + 1]) {
      // Many checks send a row the same requests: the contract and the monitors look at those of every other one.
      const found = await tryAll(deep ? checks : meeting, row, seed, (at) => !everyRow && (at + position) % 2 === 1)
      await Promise.all(
        found.map(({ check, by }) => {
          const trace = async () => {
            const isFlagged = async (variants: readonly string[]) => (await alarms([check], variants, seed)).length > 0
            // What is known to raise it, and then what is found to, is taken out until nothing does: others of the row may raise it, too.
            let left = row.filter((id) => !by.some((one) => flagged.get(id)?.has(one)))
            for (
              let first = left.length === row.length;
              left.length > 0 && (first || (await isFlagged(left)));
              first = false
            ) {
              const fewest = await smallest(left, isFlagged)
              for (const id of fewest) note(id, by)
              left = left.filter((id) => !fewest.includes(id))
            }
          }
          // One row after the other: what one shows need not be found in the next again.
          const traced = (tracing.get(check) ?? Promise.resolve()).then(trace)
          tracing.set(check, traced)
          return traced
        }),
      )
    }
    tell(row.join('+'), newlyFlagged(row))
  })
  await Promise.all([...single, ...throughSockets, ...together])
  return flagged
}

const otherWork = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

const byId = new Map(allVariants.map((variant) => [variant.id, variant]))

const excluded = (a: string, b: string): boolean => areApart(byId.get(a) as Variant, byId.get(b) as Variant)
