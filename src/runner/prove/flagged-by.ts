import type { ContractCheck } from '../../judging/derived-checks.ts'
import type { Sight } from '../../judging/sight.ts'

/** What a contract's or monitor's check finds against the server in these sights, in words; undefined if nothing. */
export const flaggedBy = (check: ContractCheck, sights: readonly Sight[]): string | undefined => {
  const found = sights
    .filter(({ by }) => by === check.by)
    .flatMap((sight) => sight.findings.map((finding) => ({ sight, finding })))
    .find(({ finding }) => finding.side === 'server' && check.statements.includes(finding.statement))
  return found
    ? `${found.finding.statement}: expected ${found.finding.expected}; got ${found.finding.actual} at ${found.sight.line}`
    : undefined
}
