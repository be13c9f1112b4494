import { statementOf } from '../../verdict/statements.ts'
import type { Attempt } from '../attempt.ts'

/** Who tells a mutant, and under which statement. */
export interface Teller {
  /** The check whose attempt it was. */
  readonly check: string
  /** The check itself, or what judges its exchanges. */
  readonly by: 'check' | 'contract' | 'traffic'
  readonly statement: string
  readonly expected: string
  readonly actual: string
}

/** The first finding of an attempt that fails or warns; undefined if it is silent. */
export function tellerOf(check: string, { outcome, sights }: Attempt): Teller | undefined {
  const findings =
    outcome.is === 'breach' || outcome.is === 'blocked'
      ? outcome.findings
      : outcome.is === 'held' || outcome.is === 'observed'
        ? outcome.besides
        : undefined
  const finding = findings?.find(({ statement }) => binds(statement))
  if (finding)
    return { check, by: 'check', statement: finding.statement, expected: finding.expected, actual: finding.actual }
  for (const { by, findings: seen } of sights) {
    const found = seen.find(({ side, statement }) => side === 'server' && binds(statement))
    if (found) return { check, by, statement: found.statement, expected: found.expected, actual: found.actual }
  }
  return undefined
}

const binds = (statement: string): boolean => ['must', 'implied'].includes(statementOf(statement)?.level ?? '')
