import {
  cells,
  effects,
  ownerOf,
  statusIn,
  type Action,
  type Cell,
  type Role,
  type State,
} from '../../src/dispatch/machine.ts'
import { must, rely, type Context } from '../../src/kit/index.ts'
import { perform, type Subject } from './acting.ts'
import { assignmentList, showsActivity } from './lists.ts'
import { mustLeaveAsReleased } from './released.ts'
import { dispatch } from './requirements.ts'
import { inState, mayBeStatus, mustMove, mustStand, planAgain, ruleOf, standing } from './subject.ts'
import { toldBy } from './visits.ts'

/** A step of a walk: an action by a role on one of two activities, or planning it to its partner once more. */
export type WalkStep =
  { readonly on: 0 | 1; readonly action: Action; readonly role: Role } | { readonly on: 0 | 1; readonly action: 'plan' }

export interface ActivityWalk {
  readonly steps: readonly WalkStep[]
}

/** What the documents say of a step in a state; nothing of planning. */
export const cellOfStep = (step: WalkStep, state: State): Cell | undefined =>
  step.action === 'plan'
    ? undefined
    : cells.find((cell) => cell.state === state && cell.action === step.action && cell.role === step.role)

/** Where an activity stands after a step of a server that keeps the documents; undefined where no sentence tells. */
export function stateAfter(step: WalkStep, state: State): State | undefined {
  if (step.action === 'plan') return 'planned'
  const cell = cellOfStep(step, state)
  if (!cell || cell.is === 'open') return undefined
  return cell.is === 'moves' ? effects[step.action].to : state
}

type OnAnswer = (step: WalkStep, status: number) => void

const allowed: Readonly<Partial<Record<Action, readonly number[]>>> = { 'batch-accept': [201, 207], update: [200, 201] }

/** Takes the steps one by one and compares each with the machine: the answer, and where both activities stand then. */
export async function holdWalk(
  context: Context,
  { steps }: ActivityWalk,
  onAnswer: OnAnswer = () => undefined,
): Promise<void> {
  const subjects: Array<{ readonly subject: Subject; state: State } | undefined> = []
  const at = async (on: 0 | 1) => (subjects[on] ??= { subject: await inState(context, 'planned'), state: 'planned' })
  const hasSecond = context.target.identities['partner-2'] !== undefined
  for (const step of steps) {
    const here = await at(step.on)
    if (step.action === 'plan') {
      if (context.target.controls.activities === undefined) return
      await planAgain(context, here.subject)
      here.state = 'planned'
      continue
    }
    const cell = cellOfStep(step, here.state)
    // What no sentence decides ends the walk: nobody knows where the activity stands then.
    if (!cell || cell.is === 'open') return
    if (step.role === 'other' && !hasSecond) continue
    await takeStep(context, step, cell, here, onAnswer)
    const other = subjects[step.on === 0 ? 1 : 0]
    if (other)
      await rely(dispatch.statuses, async () => {
        const { status } = await standing(context, other.subject)
        const wanted = statusIn[other.state]
        must.hold(
          `the other activity still ${wanted ?? 'without a status'}`,
          mayBeStatus(status, wanted),
          `it is ${status ?? 'without one'}`,
        )
      })
  }
  // Walks that come to the list of NOTIFIED, or beyond it, and that list alone: each request is one less to make a walk shorter with.
  const listed = subjects.flatMap((one) => (one && !['planned', 'confirmed'].includes(one.state) ? [one] : []))
  await mustBeListedAs(context, listed, ['NOTIFIED'])
}

/**
 * The beginning of the partner's lists agrees with where activities stand: it is all that a walk can afford. Of what was released nothing is
 * said, and what was accepted may no longer be the partner's (B-DSP-10).
 */
export async function mustBeListedAs(
  context: Context,
  activities: ReadonlyArray<{ readonly subject: Subject; readonly state: State }>,
  lists: ReadonlyArray<'NOTIFIED' | 'ACCEPTED'> = ['NOTIFIED', 'ACCEPTED'],
): Promise<void> {
  const known = activities.filter(({ state }) => state !== 'released')
  if (known.length === 0) return
  await rely(dispatch['own-assignments'], async () => {
    for (const status of lists) {
      const list = await assignmentList(context, status)
      const isWhole = list.status === 200 && /"totalPages"\s*:\s*[01]\b/.test(list.text)
      for (const { subject, state } of known) {
        const isFoundInList = showsActivity(list, subject)
        const isWrong = status === statusIn[state] ? state === 'notified' && isWhole && !isFoundInList : isFoundInList
        must.hold(
          `what is ${state} where it belongs in lists`,
          !isWrong,
          `${isFoundInList ? '' : 'not '}in that of ${status}`,
        )
      }
    }
  })
}

/** Takes a step of which a sentence says what comes, and holds answer, assignment and activity against it. */
export async function takeStep(
  context: Context,
  step: Exclude<WalkStep, { readonly action: 'plan' }>,
  cell: Cell,
  here: { readonly subject: Subject; state: State },
  onAnswer: OnAnswer = () => undefined,
): Promise<void> {
  const { action, role } = step
  const before = await standing(context, here.subject)
  const answer = await perform(context, action, role, here.subject)
  onAnswer(step, answer.status)
  must.noServerError(answer)
  // Where accept took the activity from its partner, what comes after it may be refused (B-DSP-10).
  if (cell.is === 'moves' && cell.state === 'accepted' && answer.status >= 400)
    return mustStand(context, answer, here.subject, before)
  if (action === 'release' && cell.is === 'moves' && context.target.controls.activities !== undefined) {
    await mustLeaveAsReleased(context, answer, here.subject)
    toldBy(answer, here.subject, effects.release.status)
    here.state = effects.release.to
    return
  }
  if (cell.is === 'moves') {
    await mustMove(context, answer, here.subject, effects[action].status, allowed[action])
    here.state = effects[action].to
    return
  }
  const { status } = answer
  if (cell.is === 'refused') must.hold('a refusal with a 4xx', status >= 400 && status < 500, `${status}`)
  else if (cell.statement === 'B-DSP-14') must.hold('any answer but 201', status !== 201, `${status}`)
  else must.hold('any answer but 200 and 201', status !== 200 && status !== 201, `${status}`)
  await mustStand(context, answer, here.subject, before)
}

/** The rule that the last step of a walk is about, as far as the steps before it kept theirs. */
export function ruleOfWalk({ steps }: ActivityWalk) {
  const [cell, action] = lastCell(steps)
  if (!cell || !action || cell.is === 'moves') return action ? ruleOf[action] : dispatch.statuses
  const rules = {
    'B-DSP-05': dispatch['update-of-others'],
    'B-DSP-13': dispatch.roles,
    'B-DSP-14': dispatch['wrong-state'],
  }
  return rules[cell.statement as keyof typeof rules] ?? dispatch.conditions
}

/** Findings of one action, by one role, in one state are one. */
export function causeOfWalk({ steps }: ActivityWalk): string {
  const [cell] = lastCell(steps)
  return cell ? `${cell.action} by ${cell.role} of what is ${cell.state}` : 'planning'
}

function lastCell(steps: readonly WalkStep[]): readonly [Cell | undefined, Action | undefined] {
  const states: [State, State] = ['planned', 'planned']
  for (const [nth, step] of steps.entries()) {
    const cell = cellOfStep(step, states[step.on])
    if (nth === steps.length - 1) return [cell, step.action === 'plan' ? undefined : step.action]
    states[step.on] = stateAfter(step, states[step.on]) ?? states[step.on]
  }
  return [undefined, undefined]
}

const who: Readonly<Record<Role, string>> = { owner: 'the crowd owner', partner: 'partner 1', other: 'partner 2' }
const did: Readonly<Record<Action, string>> = {
  confirm: 'confirmed',
  notify: 'notified',
  reject: 'rejected',
  accept: 'accepted',
  'batch-accept': 'accepted in a batch',
  release: 'released',
  update: 'updated',
}

/** A walk as a story. */
export function toldWalk({ steps }: ActivityWalk): string {
  const several = steps.some(({ on }) => on === 1)
  return steps
    .map((step) => {
      const what = several ? `activity ${step.on + 1}` : 'it'
      return step.action === 'plan' ? `${what} was planned again` : `${who[step.role]} ${did[step.action]} ${what}`
    })
    .join(', then ')
}

/** Shorter walks, the shortest first: what comes after the breach goes, then one step after the other. */
export const smallerWalks = ({ steps }: ActivityWalk): readonly ActivityWalk[] => [
  ...Array.from({ length: Math.max(0, steps.length - 1) }, (_, nth) => ({ steps: steps.slice(0, nth + 1) })),
  ...steps
    .map((_, nth) => ({ steps: steps.filter((__, other) => other !== nth) }))
    .filter((walk) => walk.steps.length > 0),
  ...(steps.some(({ on }) => on === 1) ? [{ steps: steps.map((step) => ({ ...step, on: 0 as const })) }] : []),
]

/** The step that a state waits for, by the one whose action it is. */
export const dueIn = (state: State, on: 0 | 1): WalkStep | undefined => {
  if (state === 'rejected') return { on, action: 'plan' }
  // A release would end the walk, as nothing is said of what comes after it.
  if (state === 'accepted') return undefined
  const due = cells.filter((cell) => cell.state === state && cell.is === 'moves' && cell.role === ownerOf(cell.action))
  const [first] = due
  return first && { on, action: first.action, role: first.role }
}
