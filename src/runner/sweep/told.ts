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
  if (outcome.is === 'breach' || outcome.is === 'blocked') {
    const finding = outcome.findings?.find(({ statement }) => binds(statement))
    if (finding)
      return { check, by: 'check', statement: finding.statement, expected: finding.expected, actual: finding.actual }
  }
  for (const { by, findings } of sights) {
    const found = findings.find(({ side, statement }) => side === 'server' && binds(statement))
    if (found) return { check, by, statement: found.statement, expected: found.expected, actual: found.actual }
  }
  return undefined
}

const binds = (statement: string): boolean => ['must', 'implied'].includes(statementOf(statement)?.level ?? '')
