import type { Answer } from '../../src/clients/answer.ts'
import { cells, ownerOf, statusIn, type Action, type Cell, type State } from '../../src/dispatch/machine.ts'
import { check, each, must, rely, type Context } from '../../src/kit/index.ts'
import { dispatch } from './requirements.ts'
import { toldBy } from './visits.ts'
import { perform, type Subject } from './acting.ts'
import { isListed } from './lists.ts'
import { late, released } from './reach.ts'
import { mustBeServed } from './served.ts'
import { inState, led, planAgain, mustMove, mustStand, ruleOf, standing } from './subject.ts'

type Visited = Exclude<State, 'late' | 'released'>

/** Judges cells of one state on one activity, which stays as it is as long as none of them breaks its rule. */
async function visit(
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

const inCell = (cell: Cell, answer: Answer): string =>
  `${cell.action} by ${cell.role === 'owner' ? 'the crowd owner' : cell.role === 'partner' ? 'the partner' : 'another partner'} of an activity that is ${cell.state}: ${answer.status}`

const cellsOf = (state: State, statement: string): Cell[] =>
  cells.filter((cell) => cell.state === state && cell.statement === statement && cell.is !== 'open')

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
  unplanned: ['dispatch-confirm-unplanned'],
}

for (const state of visited) {
  const needs = ['second-partner' as const, ...(state === 'unplanned' ? (['activity-control'] as const) : [])]
  // What has no status is like what is planned, but for its conditions: those every run looks at.
  const cost = state === 'rejected' || state === 'unplanned' ? ({ heavy: true } as const) : {}
  const byRole = cellsOf(state, 'B-DSP-13')
  const [role, ...moreRoles] = (roleFaults[state] ?? []).flatMap((action) =>
    state === 'rejected' || state === 'unplanned'
      ? ['dispatch-wrong-role-201']
      : [`dispatch-${action}-any-role`, `dispatch-${action}-wrong-role-yet-done`],
  )
  if (role !== undefined)
    check(dispatch.roles, state, { needs, ...cost, brokenBy: [role, ...moreRoles], effects: true }, (context) =>
      visit(context, state, byRole, (answer, cell) =>
        must.hold(
          `a refusal with a 4xx: the action is ${ownerOf(cell.action) === 'owner' ? 'the crowd owner’s' : 'the partner’s'} only`,
          answer.status >= 400 && answer.status < 500,
          inCell(cell, answer),
        ),
      ),
    )
  const byState = cellsOf(state, 'B-DSP-14')
  const [first, ...more] =
    state === 'rejected' || state === 'unplanned'
      ? ['dispatch-notify-none-201']
      : [...startsFrom(state, byState), 'dispatch-wrong-state-500']
  if (byState.length > 0 && first !== undefined)
    check(dispatch['wrong-state'], state, { needs, ...cost, brokenBy: [first, ...more], effects: true }, (context) =>
      visit(context, state, byState, (answer, cell) =>
        must.hold('any answer but 201', answer.status !== 201, inCell(cell, answer)),
      ),
    )
  const byCondition = cellsOf(state, 'B-DSP-21')
  const updates = byCondition.filter(({ action, role: who }) => action === 'update' && who === 'partner')
  const [condition, ...conditions] = [...startsFrom(state, updates), ...(conditionFaults[state] ?? [])]
  if (byCondition.length > 0 && condition !== undefined)
    check(dispatch.conditions, state, { needs, brokenBy: [condition, ...conditions], effects: true }, (context) =>
      visit(context, state, byCondition, (answer, cell) =>
        must.hold('any answer but 200 and 201', answer.status !== 200 && answer.status !== 201, inCell(cell, answer)),
      ),
    )
}

check(
  dispatch['update-of-others'],
  'before-it-is-accepted',
  {
    needs: ['second-partner'],
    brokenBy: ['dispatch-update-of-others-409-before-accept', 'dispatch-update-of-others-403-while-notified'],
    effects: true,
  },
  async (context) => {
    const subject = await inState(context, 'confirmed')
    for (const due of ['notify', 'accept'] as const) {
      const before = await standing(context, subject)
      const answer = await perform(context, 'update', 'other', subject)
      must.status(answer, 404)
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
    await each(['reject', 'accept', 'batch-accept', 'release', 'update'] as const, async (action) =>
      must.status(await perform(context, action, 'owner', subject), 403),
    )
    must.status(await perform(context, 'confirm', 'partner', subject), 403)
    must.status(await perform(context, 'notify', 'partner', subject), 403)
    await rely(dispatch.accept, async () =>
      mustMove(context, await perform(context, 'accept', 'partner', subject), subject, 'ACCEPTED'),
    )
  },
)

for (const [state, reach, more] of [
  ['released', released, {}],
  ['late', late, { needs: ['second-partner', 'clock', 'dispatch-timeout'], alone: true }],
] as const)
  check(
    dispatch.roles,
    state,
    { needs: ['second-partner'], brokenBy: ['dispatch-wrong-role-201'], effects: true, ...more },
    async (context) => {
      const subject = await reach(context)
      if (!subject) return mustBeServed(context)
      const before = await standing(context, subject)
      await each(cellsOf(state, 'B-DSP-13'), async (cell) => {
        const answer = await perform(context, cell.action, cell.role, subject)
        toldBy(answer, subject)
        must.refused4xx(answer)
      })
      must.equal('assignment and activity as before', await standing(context, subject), before)
    },
  )

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
