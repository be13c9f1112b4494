import type { Check } from '../../kit/check.ts'
import type { ContractCheck } from '../../judging/derived-checks.ts'
import type { Sight } from '../../judging/sight.ts'
import { replacedBy } from '../../platform/compose.ts'
import type { Fault } from '../../platform/deviation.ts'
import type { Trial } from './bench.ts'
import { flaggedBy } from './flagged-by.ts'
import type { Run } from './variants-flagged.ts'

/** The checks whose traffic on the plain platform exercises the statements of a contract's or monitor's check. */
type Drivers = (check: ContractCheck) => ReadonlyArray<readonly [Check, Trial]>

/** Told once for each: many faults are hunted by the same one, and the traffic of all checks is much to look through. */
export function driversIn(base: ReadonlyMap<Check, Trial>): Drivers {
  const known = new Map<ContractCheck, ReadonlyArray<readonly [Check, Trial]>>()
  return (check) => {
    const statements = new Set<string>(check.statements)
    const found =
      known.get(check) ??
      [...base].filter(([, { attempt }]) =>
        attempt.sights.some(({ by, asserted }) => by === check.by && asserted.some((one) => statements.has(one))),
      )
    known.set(check, found)
    return found
  }
}

/** A check that names the fault must fail with a finding; a contract check is driven by the checks whose traffic exercises its statements. */
export async function hunt(
  fault: Fault,
  checks: readonly Check[],
  contract: readonly ContractCheck[],
  drivers: Drivers,
  run: Run,
): Promise<{ by: string[]; survived: string[] }> {
  const by: string[] = []
  const survived: string[] = []
  const seen: Sight[] = []
  const named = checks.filter(({ brokenBy }) => brokenBy.includes(fault.id))
  const judging = contract.filter(({ brokenBy }) => brokenBy.includes(fault.id))
  const tried = await Promise.all(
    named.map((check) => run(check, { faults: [fault.id], unjudged: judging.length === 0 })),
  )
  for (const [at, { attempt }] of tried.entries()) {
    seen.push(...attempt.sights)
    ;(attempt.outcome.is === 'breach' ? by : survived).push((named[at] as Check).id)
  }
  for (const check of judging) {
    let found = flaggedBy(check, seen)
    const trying = found ? [] : drivers(check).filter(([, { rulesRead }]) => mayMeet(fault, rulesRead))
    for (const driver of likeliest(fault, check.requirement.interface, trying)) {
      const { attempt } = await run(driver, { faults: [fault.id] })
      found = flaggedBy(check, attempt.sights)
      if (found) break
    }
    ;(found ? by : survived).push(check.id)
  }
  return { by, survived }
}

/**
 * Checks whose names say the most of what the fault's name says; among them those of what it breaks first, then those of its interface, then one of each
 * way through the platform: of what everything meets, hundreds would be tried in vain.
 */
function likeliest(fault: Fault, where: string, drivers: ReadonlyArray<readonly [Check, Trial]>): Check[] {
  const met = new Set<string>()
  const said = wordsOf(fault.id)
  const ranked = drivers
    .toSorted(([, a], [, b]) => a.requests - b.requests)
    .map(([check, { rulesRead }]) => {
      const way = wayOf(rulesRead)
      const isNew = !met.has(way)
      met.add(way)
      const isNear = fault.breaks.some((statement) => check.requirement.sources.includes(statement))
      const rank = isNear ? 0 : check.requirement.interface === where ? 1 : isNew ? 2 : 3
      const words = wordsOf(check.id)
      return { check, rank, alike: said.filter((word) => words.includes(word)).length }
    })
  return ranked.toSorted((a, b) => b.alike - a.alike || a.rank - b.rank).map(({ check }) => check)
}

/** Words of an id, in the singular. */
const wordsOf = (id: string): readonly string[] => id.split(/[-/]/).map((word) => word.replace(/s$/, ''))

const ways = new WeakMap<ReadonlySet<string>, string>()
function wayOf(rulesRead: ReadonlySet<string>): string {
  const way = ways.get(rulesRead) ?? [...rulesRead].sort().join()
  ways.set(rulesRead, way)
  return way
}

/** A check that reads no rule that the fault replaces sees the plain platform again: it cannot kill the fault. */
const mayMeet = (fault: Fault, rulesRead: ReadonlySet<string>): boolean =>
  fault.wire !== undefined || replacedBy(fault).some((name) => rulesRead.has(name))
