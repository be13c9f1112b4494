import type { Answer } from '../../src/clients/answer.ts'
import { ownerOf, statusIn, type Action, type Cell, type State } from '../../src/dispatch/machine.ts'
import { check, each, must, rely } from '../../src/kit/index.ts'
import { dispatch } from './requirements.ts'
import { toldBy } from './visits.ts'
import { perform } from './acting.ts'
import { isListed } from './lists.ts'
import { late, released } from './reach.ts'
import { mustBeServed } from './served.ts'
import { inState, led, mustStandAsBefore, mustMove, mustStand, standing } from './subject.ts'
import { cellsOf, inCell, visit, type Visited } from './visit-cells.ts'

const visited: readonly Visited[] = ['planned', 'confirmed', 'notified', 'accepted', 'rejected', 'unplanned']

const named = (status: string | null): string => (status ?? 'none').toLowerCase()

/** Faults by which an action starts from a state that it does not start from. */
const startsFrom = (state: State, wanted: readonly Cell[]): string[] => [
  ...new Set(
    wanted
      .filter(({ role }) => role !== 'other' && state !== 'rejected' && state !== 'unplanned')
      .map(({ action }) => `dispatch-${action}-from-${named(statusIn[state])}`),
  ),
]

const roleFaults: Readonly<Record<string, readonly Action[]>> = {
  planned: ['confirm'],
  confirmed: ['notify'],
  notified: ['reject', 'accept', 'batch-accept'],
  accepted: ['release', 'update'],
  rejected: ['confirm'],
  unplanned: ['confirm'],
}

const conditionFaults: Readonly<Record<string, readonly string[]>> = {
  notified: ['dispatch-reject-of-others', 'dispatch-accept-of-others', 'dispatch-batch-accept-of-others'],
  accepted: [
    'dispatch-reject-of-others-again',
    'dispatch-accept-of-others-again',
    'dispatch-batch-accept-of-others-again',
  ],
  rejected: ['dispatch-accept-of-what-another-rejected'],
}

const byThem = (cell: Cell): boolean => cell.role === 'other'

for (const state of visited) {
  const needs = state === 'unplanned' ? (['activity-control'] as const) : []
  // What has no status is like what is planned, but for its conditions: those every run looks at.
  const isLike = state === 'rejected' || state === 'unplanned'
  const cost = isLike ? ({ heavy: true } as const) : {}
  const [role, ...moreRoles] = (roleFaults[state] ?? []).flatMap((action) =>
    isLike ? ['dispatch-wrong-role-201'] : [`dispatch-${action}-any-role`, `dispatch-${action}-wrong-role-yet-done`],
  )
  const mustBeRefusedToRole = (answer: Answer, cell: Cell): void =>
    must.hold(
      `a refusal with a 4xx: the action is ${ownerOf(cell.action) === 'owner' ? 'the crowd owner’s' : 'the partner’s'} only`,
      answer.status >= 400 && answer.status < 500,
      inCell(cell, answer),
    )
  const byRole = cellsOf(state, 'B-DSP-13')
  if (role !== undefined)
    check(dispatch.roles, state, { needs, ...cost, brokenBy: [role, ...moreRoles], effects: true }, (context) =>
      visit(
        context,
        state,
        byRole.filter((cell) => !byThem(cell)),
        mustBeRefusedToRole,
      ),
    )
  check(
    dispatch.roles,
    `${state}-by-another-partner`,
    { needs: [...needs, 'second-partner'], ...cost, brokenBy: ['dispatch-wrong-role-201'], effects: true },
    (context) => visit(context, state, byRole.filter(byThem), mustBeRefusedToRole),
  )

  const byState = cellsOf(state, 'B-DSP-14')
  const [first, ...more] = isLike
    ? ['dispatch-notify-none-201']
    : [...startsFrom(state, byState), 'dispatch-wrong-state-500']
  if (byState.length > 0 && first !== undefined)
    check(dispatch['wrong-state'], state, { needs, ...cost, brokenBy: [first, ...more], effects: true }, (context) =>
      visit(context, state, byState, (answer, cell) =>
        must.hold('any answer but 201', answer.status !== 201, inCell(cell, answer)),
      ),
    )

  const byCondition = cellsOf(state, 'B-DSP-21')
  const mustNotBeDone = (answer: Answer, cell: Cell): void =>
    must.hold('any answer but 200 and 201', answer.status !== 200 && answer.status !== 201, inCell(cell, answer))
  const own = byCondition.filter((cell) => !byThem(cell))
  const [condition, ...conditions] = [
    ...startsFrom(
      state,
      own.filter(({ action }) => action === 'update'),
    ),
    ...(state === 'unplanned' ? ['dispatch-confirm-unplanned'] : []),
  ]
  if (condition !== undefined)
    check(dispatch.conditions, state, { needs, brokenBy: [condition, ...conditions], effects: true }, (context) =>
      visit(context, state, own, mustNotBeDone),
    )
  check(
    dispatch.conditions,
    condition === undefined ? state : `${state}-by-another-partner`,
    {
      needs: [...needs, 'second-partner'],
      brokenBy: ['dispatch-foreign-told-done', ...(conditionFaults[state] ?? [])],
      effects: true,
    },
    (context) =>
      visit(context, state, condition === undefined ? byCondition : byCondition.filter(byThem), mustNotBeDone),
  )
}

check(
  dispatch['update-of-others'],
  'before-it-is-accepted',
  {
    needs: ['second-partner'],
    brokenBy: ['dispatch-foreign-told-done'],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'confirmed')
    for (const due of ['notify', 'accept'] as const) {
      const before = await standing(context, subject)
      const answer = await perform(context, 'update', 'other', subject)
      // It is not ACCEPTED, either (B-DSP-04), and which of the two is told is not said.
      must.refused4xx(answer)
      await mustStand(context, answer, subject, before)
      await led(context, due, subject)
    }
  },
)

check(
  dispatch['role-status'],
  'by-the-other-role',
  { brokenBy: ['dispatch-wrong-role-404', 'dispatch-owner-accepts-a-batch-of-one'], effects: true },
  async (context) => {
    const subject = await inState(context, 'notified')
    await each(['reject', 'accept', 'batch-accept', 'release'] as const, async (action) =>
      must.status(await perform(context, action, 'owner', subject), 403),
    )
    // Whoever has no such assignment may be told that it is another's (B-DSP-05).
    must.status(await perform(context, 'update', 'owner', subject), 403, 404)
    must.status(await perform(context, 'confirm', 'partner', subject), 403)
    must.status(await perform(context, 'notify', 'partner', subject), 403)
    await rely(dispatch.accept, async () =>
      mustMove(context, await perform(context, 'accept', 'partner', subject), subject, 'ACCEPTED'),
    )
  },
)

for (const [state, reach, more] of [
  ['released', released, { needs: [] }],
  ['late', late, { needs: ['clock', 'dispatch-timeout'], alone: true }],
] as const)
  check(dispatch.roles, state, { brokenBy: ['dispatch-wrong-role-201'], effects: true, ...more }, async (context) => {
    const subject = await reach(context)
    if (!subject) return mustBeServed(context)
    const before = await standing(context, subject)
    const hasOther = context.target.identities['partner-2'] !== undefined
    const reached = cellsOf(state, 'B-DSP-13').filter((cell) => hasOther || !byThem(cell))
    await each(reached, async (cell) => {
      const answer = await perform(context, cell.action, cell.role, subject)
      toldBy(answer, subject)
      must.refused4xx(answer)
    })
    mustStandAsBefore(subject, await standing(context, subject), before)
  })

for (const action of ['accept', 'reject', 'batch-accept'] as const)
  check(
    dispatch.conditions,
    `too-late-to-${action}`,
    {
      needs: ['clock', 'dispatch-timeout'],
      alone: true,
      brokenBy: [`dispatch-late-${action}`],
      effects: true,
    },
    async (context) => {
      const control = await late(context)
      const before = await standing(context, control)
      const answer = await perform(context, action, 'partner', control)
      must.hold(
        'any answer but 200 and 201 after the time-out',
        answer.status !== 200 && answer.status !== 201,
        `${action}: ${answer.status}`,
      )
      await mustStand(context, answer, control, before)
    },
  )

check(
  dispatch.conditions,
  'too-late-for-another-partner',
  {
    needs: ['second-partner', 'clock', 'dispatch-timeout'],
    alone: true,
    brokenBy: [
      'dispatch-reject-of-others-late',
      'dispatch-accept-of-others-late',
      'dispatch-batch-accept-of-others-late',
    ],
    effects: true,
  },
  async (context) => {
    const subject = await late(context)
    // What a time-out comes to is not shown (B-DSP-17): the next partner may be asked by now, and lists show own assignments only (B-DSP-25).
    if (await isListed(context, subject, 'NOTIFIED', 'other')) return mustBeServed(context)
    const before = await standing(context, subject)
    await each(
      cellsOf('late', 'B-DSP-21').filter(({ role }) => role === 'other'),
      async (cell) => {
        const answer = await perform(context, cell.action, cell.role, subject)
        must.noServerError(answer)
        must.hold('any answer but 200 and 201', answer.status !== 200 && answer.status !== 201, inCell(cell, answer))
        await mustStand(context, answer, subject, before)
      },
    )
  },
)
