import type { Arbitrary } from 'fast-check'
import { announce, type Check, type Head } from './check.ts'
import type { Context } from './context.ts'
import { explore, type Exploration, type FastCheck } from './explore.ts'
import { Breach } from './mismatch.ts'
import type { Testable } from './requirements.ts'

/**
 * A check over generated values. `values` builds the generator (fast-check is loaded when the first property runs);
 * `holds` is a check of one value: every run, shrink steps included, has a namespace of its own.
 */
export function property<T>(
  requirement: Testable<'must' | 'implied'>,
  situation: string,
  head: Head & Partial<Exploration>,
  values: (fc: FastCheck) => Arbitrary<T>,
  holds: (context: Context, value: T) => Promise<void>,
): Check {
  return announce('property', requirement, situation, head, async (context) => {
    const fc = await import('fast-check')
    await explore(fc, context, values(fc), { runs: 10, ...head }, async (own, value) => {
      try {
        await holds(own, value)
      } catch (error) {
        throw error instanceof Breach && error.trace === undefined
          ? new Breach(error.mismatch, { relied: error.relied, trace: { value } })
          : error
      }
    })
  })
}
