import type { Session } from '../kit/session.ts'
import type { Finding } from '../verdict/finding.ts'
import { fingerprint } from '../verdict/fingerprint.ts'
import type { Outcome } from '../verdict/outcome.ts'
import type { Sight } from './attempt.ts'
import type { ContractCheck } from './contract-checks.ts'

const shownAtMost = 3

/** Folds what the contract saw in all exchanges into the outcome of one contract check. */
export function foldContract(check: ContractCheck, sights: readonly Sight[], rerun: Session['rerun']): Outcome {
  const findings = new Map<string, Finding>()
  const saw: string[] = []
  for (const sight of sights) {
    if (sight.by !== check.by) continue
    for (const found of sight.findings) {
      if ((found.side === 'client') !== (check.requirement.side === 'client') || !check.statements.includes(found.statement)) continue
      const print = fingerprint({ check: check.id, statement: found.statement, expected: found.expected, actual: typeof found.path === 'string' ? found.path : found.actual })
      const earlier = findings.get(print)
      if (earlier) {
        if (earlier.exchanges.length < shownAtMost) findings.set(print, { ...earlier, exchanges: [...new Set([...earlier.exchanges, ...(found.exchanges ?? [sight.exchange])])] })
      } else {
        findings.set(print, {
          statement: found.statement, requirement: check.requirement.id, rule: check.requirement.says, expected: found.expected, actual: found.actual,
          exchanges: found.exchanges ?? [sight.exchange], rerun: rerun(check.id, false), fingerprint: print,
        })
      }
    }
    if (saw.length < shownAtMost && sight.line !== '' && sight.asserted.some((statement) => check.statements.includes(statement))) saw.push(sight.line)
  }
  if (findings.size > 0) return { is: 'breach', findings: [...findings.values()] }
  if (saw.length > 0) return { is: check.requirement.level === 'must' || check.requirement.level === 'implied' ? 'held' : 'observed', saw }
  return { is: 'not-exercised', because: `no exchange of this run showed ${check.statements.join(', ')}` }
}
