import { objectOf } from '../../src/kit/object-of.ts'
import type { Turn } from './password-desk.ts'

export const longPassword = (start: string): string => `${start}${'kmzwt'.repeat(16)}`.slice(0, 80)

/** Passwords with all that is easily cut, folded or decoded once too often. A service need not take each: they are tried in turn. */
export const wholePasswords = (plain: string): readonly string[] => [
  longPassword(`${plain}%41+b &c=d\u00e4\u00df`),
  longPassword(`${plain}%41+b`),
  `${plain}%41+b`,
  longPassword(plain),
]

/** The first of these passwords that is taken for the new one; undefined where none is. */
export async function firstTaken(turn: Turn, wanted: readonly string[]): Promise<string | undefined> {
  for (const next of wanted) if (objectOf(await turn.changeForGood(next))['error'] === undefined) return next
  return undefined
}
