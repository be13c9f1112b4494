import { actions, ownerOf, roles, type Action, type Role, type State } from '../dispatch/machine.ts'
import {
  causeOfWalk,
  dueIn,
  holdWalk,
  ruleOfWalk,
  smallerWalks,
  stateAfter,
  toldWalk,
  type ActivityWalk,
  type WalkStep,
} from '../../suites/dispatch/walk.ts'
import type { Game } from './game.ts'

/** What answered the latest step that was taken. */
interface Latest {
  answer?: { readonly step: WalkStep; readonly status: number }
}

const stepsAtMost = 12

/** Walks over the state machine of partner dispatching, each step held against what the documents say of it. */
export const dispatchGame: Game<ActivityWalk, Latest> = {
  name: 'dispatch',
  draw: (fc) =>
    fc
      // Each case is the first of its seed, which fast-check would draw among the short ones.
      .noBias(
        fc.array(
          fc.record({
            // Half of the steps are those that lead on: else no walk would come far.
            due: fc.boolean(),
            on: fc.oneof(
              { weight: 4, arbitrary: fc.constant(0 as const) },
              { weight: 1, arbitrary: fc.constant(1 as const) },
            ),
            action: fc.constantFrom(...actions),
            role: fc.constantFrom(...roles),
            proper: fc.boolean(),
          }),
          { minLength: 3, maxLength: stepsAtMost },
        ),
      )
      .map((drawn) => ({ steps: walked(drawn) })),
  prepare: async () => ({}),
  hold: (context, latest, one) =>
    holdWalk(context.renew(), one, (step, status) => {
      latest.answer = { step, status }
    }),
  smaller: smallerWalks,
  cause: causeOfWalk,
  requirement: ruleOfWalk,
  told: (walk, { answer }) =>
    answer && answer.step === walk.steps.at(-1) ? `${toldWalk(walk)}: ${answer.status}` : toldWalk(walk),
  evidence: () => ({}),
}

type Drawn = Exclude<WalkStep, { readonly action: 'plan' }> & { readonly due: boolean; readonly proper: boolean }

/** The steps themselves: which is due where is found by walking. A walk ends where no sentence says what comes. */
function walked(drawn: readonly Drawn[]): WalkStep[] {
  const states: [State | undefined, State | undefined] = ['planned', 'planned']
  const steps: WalkStep[] = []
  for (const { due, on, action, role, proper } of drawn) {
    const state = states[on]
    if (state === undefined) continue
    const step: WalkStep = (due ? dueIn(state, on) : undefined) ?? {
      on,
      action,
      role: proper ? properly(action, role) : role,
    }
    states[on] = stateAfter(step, state)
    if (states[on] !== undefined || step.action === 'release') steps.push(step)
  }
  return steps
}

/** A role of the side whose action it is. */
const properly = (action: Action, role: Role): Role =>
  (role === 'owner') === (ownerOf(action) === 'owner') ? role : ownerOf(action)
