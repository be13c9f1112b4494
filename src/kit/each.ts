import { currentScope } from '../target/scope.ts'
import { Breach, type Mismatch } from './mismatch.ts'

/** Judges every case in turn. What several of them break is one finding: the first hides none of the others. */
export async function each<T>(cases: readonly T[], judge: (one: T) => Promise<unknown> | void): Promise<void> {
  const broken: Mismatch[] = []
  for (const one of cases) {
    try {
      await judge(one)
    } catch (error) {
      // A setup step that fails ends the check, unless there is something to tell by then.
      if (!(error instanceof Breach) || error.relied !== undefined) {
        if (broken.length === 0) throw error
        break
      }
      broken.push(error.mismatch)
      currentScope()?.reading.clear()
    }
  }
  // A difference that is known of real systems does not make those beside it less than they are.
  const unknown = broken.filter(({ seenInTheWild }) => seenInTheWild === undefined)
  const told = unknown.length > 0 ? unknown : broken
  const [first, ...more] = told
  if (!first) return
  throw new Breach(
    more.length === 0
      ? first
      : {
          ...first,
          expected: told.map(({ expected }) => expected).join('; and '),
          actual: told.map(({ actual }) => actual).join('; and '),
          exchanges: [...new Set(told.flatMap(({ exchanges = [] }) => exchanges))],
        },
  )
}
