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
  /** A fresh start; every step adds what it did to the trace, with its indices resolved, so that it can be repeated without the generator. */
  start(context: Context, trace: object[]): Promise<{ model: Belief; real: Hands }>
  /** What to look at after the last step. */
  finish(belief: Belief, hands: Hands): Promise<void>
}

/** Walks of at most this many steps; fast-check stays far below it unless told that size matters. */
const steps = { maxCommands: 15, size: 'max' } as const

/** A check that walks a state machine along generated sequences of steps. */
export function model<Belief extends object, Hands>(
  requirement: Testable<'must' | 'implied'>,
  situation: string,
  head: Head & Partial<Exploration>,
  machine: Machine<Belief, Hands>,
): Check {
  return announce('model', requirement, situation, head, async (context) => {
    const fc = await import('fast-check')
    const walks = fc.commands(machine.commands(fc), steps)
    await explore(fc, context, walks, { runs: 6, ...head }, async (own, walk) => {
      const trace: object[] = []
      try {
        const world = await machine.start(own, trace)
        await fc.asyncModelRun(() => world, walk)
        await machine.finish(world.model, world.real)
      } catch (error) {
        throw error instanceof Breach
          ? new Breach(error.mismatch, { relied: error.relied, trace: { steps: trace } })
          : error
      }
    })
  })
}
