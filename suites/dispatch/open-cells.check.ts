import { cells, type Cell } from '../../src/dispatch/machine.ts'
import { observe, type Context } from '../../src/kit/index.ts'
import { perform, type Subject } from './acting.ts'
import { late, released } from './reach.ts'
import { dispatch } from './requirements.ts'
import { inState, standing, watchedMs } from './subject.ts'
import { toldBy } from './visits.ts'

const open = cells.filter(({ is }) => is === 'open')

/** Tries one cell on an activity of its own, and tells the matrix and the report what came of it. */
async function tried(context: Context, { state, action, role }: Cell): Promise<string> {
  const subject: Subject | undefined =
    state === 'late'
      ? await late(context)
      : state === 'released'
        ? await released(context)
        : await inState(context, state)
  if (!subject) return `${state}: not reached, as release is refused`
  const before = await standing(context, subject)
  const answer = await perform(context, action, role, subject)
  if (answer.status === 202) await context.wait(watchedMs)
  const after = await standing(context, subject)
  toldBy(answer, subject, after.status === before.status ? 'as before' : after.status)
  const became = after.status === before.status ? '' : `, then ${after.status ?? 'no status'}`
  return `${state} ${action} by ${role}: ${answer.status}${became}`
}

async function triedAll(context: Context, wanted: readonly Cell[]): Promise<string> {
  const told: string[] = []
  for (const cell of wanted) told.push(await tried(context, cell))
  return told.join('; ')
}

// No sentence decides them (B-DSP-08, 10, 12, 17): whatever comes of them is told, and held against nobody.
observe(
  dispatch.silences,
  'cells-left-open',
  { needs: ['second-partner', 'activity-control'], heavy: true },
  (context) =>
    triedAll(
      context,
      open.filter(({ state }) => state !== 'late'),
    ),
)

observe(
  dispatch.silences,
  'cells-left-open-when-late',
  { needs: ['second-partner', 'activity-control', 'clock', 'dispatch-timeout'], alone: true, heavy: true },
  (context) =>
    triedAll(
      context,
      open.filter(({ state }) => state === 'late'),
    ),
)
