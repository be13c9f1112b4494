import type { Answer } from '../../src/clients/answer.ts'
import { cells, type Cell, type State } from '../../src/dispatch/machine.ts'
import { each, must, rely, type Context } from '../../src/kit/index.ts'
import { perform, type Subject } from './acting.ts'
import { mustBeServed } from './served.ts'
import { inState, planAgain, mustMove, mustStand, ruleOf, standing } from './subject.ts'

/** States that an activity can be led to without a clock. */
export type Visited = Exclude<State, 'late' | 'released'>

/** Judges cells of one state on one activity, which stays as it is as long as none of them breaks its rule. */
export async function visit(
  context: Context,
  state: Visited,
  wanted: readonly Cell[],
  judge: (answer: Answer, cell: Cell) => void,
): Promise<void> {
  let kept: Subject | undefined
  await each(wanted, async (cell) => {
    const subject = kept ?? (await inState(context, state))
    kept = undefined
    const before = await standing(context, subject)
    const answer = await perform(context, cell.action, cell.role, subject)
    // A crash is no refusal.
    must.noServerError(answer)
    judge(answer, cell)
    await mustStand(context, answer, subject, before)
    kept = subject
  })
  // A server that refuses everything keeps every state: the activity still takes the step that is due.
  const [start, subject] = [state === 'rejected' || state === 'unplanned' ? 'planned' : state, kept]
  const due = cells.find((cell) => cell.state === start && cell.is === 'moves' && cell.action !== 'update')
  if (!due || !subject) return
  if (start !== state) {
    if (context.target.controls.activities === undefined) return mustBeServed(context)
    await planAgain(context, subject)
  }
  const answer = await perform(context, due.action, due.role, subject)
  await rely(ruleOf[due.action], async () => {
    if (due.action === 'release' && answer.status >= 400) return mustBeServed(context)
    // A release keeps the status: one that is answered otherwise than stated proves nothing, as an accept does.
    if (due.action === 'release' && answer.status === 200) return mustBeAccepted(context)
    const status = { confirm: 'CONFIRMED', notify: 'NOTIFIED', reject: null, release: 'ACCEPTED' } as const
    await mustMove(context, answer, subject, status[due.action as keyof typeof status])
  })
}

async function mustBeAccepted(context: Context): Promise<void> {
  const other = await inState(context, 'notified')
  await mustMove(context, await perform(context, 'accept', 'partner', other), other, 'ACCEPTED')
}

/** A cell and what was answered in it, in words. */
export const inCell = (cell: Cell, answer: Answer): string =>
  `${cell.action} by ${cell.role === 'owner' ? 'the crowd owner' : cell.role === 'partner' ? 'the partner' : 'another partner'} of an activity that is ${cell.state}: ${answer.status}`

/** The decided cells of a state that this statement decides. */
export const cellsOf = (state: State, statement: string): Cell[] =>
  cells.filter((cell) => cell.state === state && cell.statement === statement && cell.is !== 'open')
