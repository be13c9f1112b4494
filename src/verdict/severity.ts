import type { Level } from './level.ts'
import type { VerdictWord } from './stream.ts'

/** What a finding of a requirement of this level weighs (design law 1). */
export function severityOf(
  level: Level,
  { strict, seenInTheWild }: { strict: boolean; seenInTheWild?: string | undefined },
): VerdictWord & ('fail' | 'warn' | 'observed') {
  if (level === 'must') return seenInTheWild ? 'warn' : 'fail'
  if (level === 'implied') return strict && !seenInTheWild ? 'fail' : 'warn'
  return 'observed'
}
