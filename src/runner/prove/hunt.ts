import type { Check } from '../../kit/check.ts'
import type { ContractCheck } from '../../judging/derived-checks.ts'
import type { Sight } from '../../judging/sight.ts'
import { replacedBy } from '../../platform/compose.ts'
import type { Fault } from '../../platform/deviation.ts'
import type { Trial } from './bench.ts'
import { flaggedBy } from './flagged-by.ts'
import type { Run } from './variants-flagged.ts'

/** A check that names the fault must fail with a finding; a contract check is driven by the checks whose traffic exercises its statements. */
export async function hunt(
  fault: Fault,
  checks: readonly Check[],
  contract: readonly ContractCheck[],
  base: ReadonlyMap<Check, Trial>,
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
    const drivers = [...base].filter(
      ([, { attempt, rulesRead }]) =>
        mayMeet(fault, rulesRead) &&
        attempt.sights.some(
          (sight) => sight.by === check.by && sight.asserted.some((statement) => check.statements.includes(statement)),
        ),
    )
    let found = flaggedBy(check, seen)
    for (const driver of found ? [] : likeliest(fault, check.requirement.interface, drivers)) {
      const { attempt } = await run(driver, { faults: [fault.id] })
      found = flaggedBy(check, attempt.sights)
      if (found) break
    }
    ;(found ? by : survived).push(check.id)
  }
  return { by, survived }
}

/**
 * Checks of what the fault breaks first, then those of its interface, then one of each way through the platform: of what everything meets,
 * hundreds would be tried in vain.
 */
function likeliest(fault: Fault, where: string, drivers: ReadonlyArray<readonly [Check, Trial]>): Check[] {
  const ways = new Set<string>()
  const ranked = drivers
    .toSorted(([, a], [, b]) => a.requests - b.requests)
    .map(([check, { rulesRead }]) => {
      const way = [...rulesRead].sort().join()
      const isNew = !ways.has(way)
      ways.add(way)
      const isNear = fault.breaks.some((statement) => check.requirement.sources.includes(statement))
      return { check, rank: isNear ? 0 : check.requirement.interface === where ? 1 : isNew ? 2 : 3 }
    })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ check }) => check)
}

/** A check that reads no rule that the fault replaces sees the plain platform again: it cannot kill the fault. */
const mayMeet = (fault: Fault, rulesRead: ReadonlySet<string>): boolean =>
  fault.wire !== undefined || replacedBy(fault).some((name) => rulesRead.has(name))
