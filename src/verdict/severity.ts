import type { Level } from './level.ts'
import type { VerdictWord } from './stream.ts'

/** The verdict for a finding at this level (design law 1). */
export function severityOf(
  level: Level,
  { strict, seenInTheWild }: { strict: boolean; seenInTheWild?: string | undefined },
): VerdictWord & ('fail' | 'warn' | 'observed') {
  if (level === 'must') return seenInTheWild ? 'warn' : 'fail'
  if (level === 'implied') return strict && !seenInTheWild ? 'fail' : 'warn'
  return 'observed'
}
