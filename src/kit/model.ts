import type { Arbitrary, AsyncCommand } from 'fast-check'
import { announce, type Check, type Head } from './check.ts'
import type { Context } from './context.ts'
import { explore, type Exploration, type FastCheck } from './explore.ts'
import { Breach } from './mismatch.ts'
import type { Testable } from './requirements.ts'

/** A state machine: what the target's state may be (`Belief`), and what acts on the target (`Hands`). */
export interface Machine<Belief extends object, Hands> {
  /** Steps, the simplest first: shrinking goes towards them. They hold indices, resolved when they run. */
  commands(fc: FastCheck): Arbitrary<AsyncCommand<Belief, Hands, false>>[]
  /** Steps of a walk at most: 15, unless what stands around them costs much. */
  readonly steps?: number
  /**
   * A fresh start, the walk, and what to look at after its last step. Every step adds what it did to the trace, with its indices resolved,
   * so that it can be repeated without the generator.
   */
  around(
    context: Context,
    trace: object[],
    walk: (world: { model: Belief; real: Hands }) => Promise<void>,
  ): Promise<void>
}

/** A check that walks a state machine along generated sequences of steps. */
export function model<Belief extends object, Hands>(
  requirement: Testable<'must' | 'implied'>,
  situation: string,
  head: Head & Partial<Exploration>,
  machine: Machine<Belief, Hands>,
): Check {
  return announce('model', requirement, situation, head, async (context) => {
    const fc = await import('fast-check')
    // fast-check stays far below the most that a walk may have unless told that size matters.
    const walks = fc.commands(machine.commands(fc), { maxCommands: machine.steps ?? 15, size: 'max' })
    await explore(fc, context, walks, { runs: 6, ...head }, async (own, walk) => {
      const trace: object[] = []
      try {
        await machine.around(own, trace, (world) => fc.asyncModelRun(() => world, walk))
      } catch (error) {
        throw error instanceof Breach
          ? new Breach(error.mismatch, { relied: error.relied, trace: { steps: trace } })
          : error
      }
    })
  })
}
