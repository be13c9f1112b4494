import type { Finding } from '../verdict/finding.ts'
import { fingerprint } from '../verdict/fingerprint.ts'
import { symptomOf } from '../verdict/symptom.ts'
import type { Outcome } from '../verdict/outcome.ts'
import { citationOf } from '../verdict/statements.ts'
import { differingStatus } from '../verdict/differing-part.ts'
import { inFull } from './finding-of.ts'
import type { SeenFinding, Sight } from './sight.ts'
import type { ContractCheck } from './derived-checks.ts'

const shownAtMost = 3
/** Per check: a recording may contain the same breach in a thousand forms. */
const findingsAtMost = 100

/** Equal for what is one finding of a check, whatever the ids and times in it. */
export const printOf = (check: string, { statement, expected, actual, path }: SeenFinding): string =>
  fingerprint({ check, statement, expected, actual: typeof path === 'string' ? path : actual })

export interface DerivedFold {
  add(sight: Sight): void
  outcome(check: ContractCheck): Outcome
  /** Findings so far, each cause once. */
  found(): number
}

/** Folds what the contract and the monitors saw, exchange by exchange, into the outcomes of their checks. */
export function derivedFold(
  checks: readonly ContractCheck[],
  rerun: (check: string, seeded: boolean, during?: string) => string,
): DerivedFold {
  const owners = new Map<string, ContractCheck[]>()
  const kept = new Map<ContractCheck, { readonly findings: Map<string, Finding>; readonly saw: string[] }>()
  const keyOf = (by: string, isClient: boolean, statement: string) => `${by} ${isClient} ${statement}`
  for (const check of checks) {
    kept.set(check, { findings: new Map(), saw: [] })
    for (const statement of check.statements) {
      const key = keyOf(check.by, check.requirement.side === 'client', statement)
      owners.set(key, [...(owners.get(key) ?? []), check])
    }
  }
  return {
    add(sight) {
      for (const found of sight.findings) {
        for (const check of owners.get(keyOf(sight.by, found.side === 'client', found.statement)) ?? []) {
          const findings = kept.get(check)?.findings as Map<string, Finding>
          const shown = found.exchanges ?? [sight.exchange]
          const print = printOf(check.id, found)
          const earlier = findings.get(print)
          if (earlier) {
            // What a check that is in every run shows, too, does not come and go with the seed.
            const { drawn, ...rest } = earlier
            const still = drawn && sight.during?.drawn ? earlier : rest
            findings.set(
              print,
              earlier.exchanges.length < shownAtMost
                ? { ...still, exchanges: [...new Set([...earlier.exchanges, ...shown])] }
                : still,
            )
          } else if (findings.size < findingsAtMost) {
            const differs = found.path === undefined ? differingStatus(found.expected, found.actual) : undefined
            findings.set(print, {
              ...citationOf(found.statement),
              requirement: check.requirement.id,
              rule: check.requirement.says,
              expected: inFull(found.expected),
              actual: inFull(found.actual),
              ...(differs ? { differs } : {}),
              symptom: symptomOf({
                operation: sight.operation,
                requirement: check.requirement.id,
                expected: found.path === undefined ? found.expected : `${found.path}: ${found.expected}`,
                actual: found.actual,
              }),
              ...(sight.operation === undefined ? {} : { operation: sight.operation }),
              exchanges: shown,
              rerun: rerun(check.id, sight.during?.seeded ?? false, sight.during?.check),
              ...(sight.during?.drawn ? { drawn: true as const } : {}),
              fingerprint: print,
              ...(found.side === 'client' ? { side: 'client' } : {}),
              ...(found.seenInTheWild === undefined ? {} : { seenInTheWild: found.seenInTheWild }),
            })
          }
        }
      }
      if (sight.line === '') return
      for (const [isClient, statements] of [[false, sight.asserted] as const, [true, sight.asked ?? []] as const]) {
        for (const statement of statements) {
          for (const check of owners.get(keyOf(sight.by, isClient, statement)) ?? []) {
            const { saw } = kept.get(check) as { saw: string[] }
            if (saw.length < shownAtMost && saw.at(-1) !== sight.line) saw.push(sight.line)
          }
        }
      }
    },
    found: () => [...kept.values()].reduce((sum, { findings }) => sum + findings.size, 0),
    outcome(check) {
      const { findings, saw } = kept.get(check) as { findings: Map<string, Finding>; saw: string[] }
      if (findings.size > 0) return { is: 'breach', findings: [...findings.values()] }
      if (saw.length > 0)
        return {
          is: check.requirement.level === 'must' || check.requirement.level === 'implied' ? 'held' : 'observed',
          saw: [...saw],
        }
      return {
        is: 'not-exercised',
        because: `no exchange in this run exercised ${check.statements.join(', ')}`,
      }
    },
  }
}
