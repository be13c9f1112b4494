import type { AsyncCommand } from 'fast-check'
import { actions, ownerOf, roles, type State } from '../../src/dispatch/machine.ts'
import { check, type Context } from '../../src/kit/index.ts'
import type { Machine } from '../../src/kit/model.ts'
import type { Subject } from './acting.ts'
import { dispatch } from './requirements.ts'
import { inState, planAgain } from './subject.ts'
import {
  cellOfStep,
  dueIn,
  holdWalk,
  mustBeListedAs,
  takeStep,
  toldWalk,
  type ActivityWalk,
  type WalkStep,
} from './walk.ts'

/** Where both activities stand, as far as the documents tell. */
interface Standing {
  readonly here: [Led, Led]
}

interface Led {
  readonly subject: Subject
  state: State
}

interface Walker {
  readonly context: Context
  readonly trace: object[]
}

type Step = AsyncCommand<Standing, Walker, false>

/** A step is drawn for its activity, and found by the state that this is in then. */
const stepOf = (words: string, on: 0 | 1, find: (state: State) => WalkStep | undefined): Step => ({
  check({ here }) {
    const { state } = here[on]
    const step = find(state)
    // What no sentence decides is not walked: nobody knows where the activity stands then.
    return step !== undefined && (step.action === 'plan' || cellOfStep(step, state)?.is !== 'open')
  },
  async run({ here }, { context, trace }) {
    const led = here[on]
    const step = find(led.state)
    if (!step) return
    trace.push({ ...step, state: led.state, told: toldWalk({ steps: [step] }) })
    if (step.action === 'plan') {
      await planAgain(context, led.subject)
      led.state = 'planned'
      return
    }
    const cell = cellOfStep(step, led.state)
    if (cell) await takeStep(context, step, cell, led)
  },
  toString: () => `${words} of activity ${on + 1}`,
})

const walks: Machine<Standing, Walker> = {
  steps: 12,
  commands(fc) {
    const on = fc.constantFrom(0 as const, 1 as const)
    // Half of the steps are those that lead on: else no walk would come far.
    const due = on.map((one) => stepOf('what is due', one, (state) => dueIn(state, one)))
    const accept = on.map((one) =>
      stepOf('accept', one, (state) =>
        state === 'notified' ? { on: one, action: 'accept', role: 'partner' } : dueIn(state, one),
      ),
    )
    const proper = fc
      .tuple(on, fc.constantFrom(...actions))
      .map(([one, action]) => stepOf(action, one, () => ({ on: one, action, role: ownerOf(action) })))
    const any = fc
      .tuple(on, fc.constantFrom(...actions), fc.constantFrom(...roles))
      .map(([one, action, role]) => stepOf(`${action} by ${role}`, one, () => ({ on: one, action, role })))
    return [due, accept, proper, any]
  },
  async around(context, trace, walk) {
    const led = async (): Promise<Led> => ({ subject: await inState(context, 'planned'), state: 'planned' })
    const model: Standing = { here: [await led(), await led()] }
    await walk({ model, real: { context, trace } })
    await mustBeListedAs(context, model.here)
  },
}

// It finds most faults of single cells; the ones named here are found with any seed.
check.model(
  dispatch['any-order'],
  'walks-of-two-activities',
  {
    needs: ['second-partner'],
    brokenBy: ['dispatch-accept-refused', 'dispatch-notify-refused', 'dispatch-confirm-no-effect'],
    effects: true,
    heavy: true,
    runs: 6,
  },
  walks,
)

check(
  dispatch['any-order'],
  'found-before',
  {
    brokenBy: ['dispatch-accept-from-confirmed', 'dispatch-notify-refused', 'dispatch-confirm-no-effect'],
    effects: true,
  },
  async (context) => {
    for (const { fuzz, case: one } of context.corpus as ReadonlyArray<{
      readonly fuzz?: unknown
      readonly case?: ActivityWalk
    }>)
      if (fuzz === 'dispatch' && one) await holdWalk(context.renew(), one)
    await holdWalk(context, {
      steps: [
        { on: 0, action: 'confirm', role: 'owner' },
        { on: 0, action: 'accept', role: 'partner' },
        { on: 0, action: 'notify', role: 'owner' },
      ],
    })
  },
)
