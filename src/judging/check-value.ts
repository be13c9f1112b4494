import type { Check } from '../kit/check.ts'
import { checkTable } from './check-table.ts'

type Valued = Pick<Check, 'id' | 'kind' | 'requirement'>

export interface CheckValue {
  /** Faults that it tells beyond those of the checks before it, in the order that tells most per request. */
  readonly tells: number
  /** Requests that it sends to a target that conforms. */
  readonly requests: number
  /** Objects that it creates there. */
  readonly creates: number
  /** Nothing was measured: a guess by its level and its kind. */
  readonly isGuess: boolean
}

/** What a check that was never measured is taken to find: something of its own, where the documents say more than nothing. */
const guessed = { must: 1, implied: 0.5, variant: 0, unshown: 0, advice: 0 } as const
const usual = { requests: 6, creates: 2 }
/** A generated test sends many requests. */
const generated = { requests: 120, creates: 40 }

/** What a check costs and finds, by the table or, where it does not know the check, by a guess. */
export function checkValueOf({ id, kind, requirement }: Valued): CheckValue {
  const known = Object.hasOwn(checkTable, id) ? checkTable[id] : undefined
  if (known) return { tells: known[0], requests: Math.max(1, known[1]), creates: known[2], isGuess: false }
  const cost = kind === 'property' || kind === 'model' ? generated : usual
  return { tells: kind === 'observation' ? 0 : guessed[requirement.level], ...cost, isGuess: true }
}
