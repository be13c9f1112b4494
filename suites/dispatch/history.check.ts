import type { Answer } from '../../src/clients/answer.ts'
import { cells, type Action, type Cell, type Role, type State } from '../../src/dispatch/machine.ts'
import { check, each, must, rely, type Context } from '../../src/kit/index.ts'
import { perform, type Subject } from './acting.ts'
import { isListed } from './lists.ts'
import { dispatch } from './requirements.ts'
import { mustBeServed } from './served.ts'
import { inState, led, mustMove, mustStand, planAgain, ruleOf, standing } from './subject.ts'
import { standsIn } from './visits.ts'

/** What befell an activity in the round before this one. */
type Before = 'rejected' | 'released' | 'with-another'

const steps = ['confirm', 'notify', 'accept'] as const
const reached: Readonly<Record<(typeof steps)[number], State>> = {
  confirm: 'confirmed',
  notify: 'notified',
  accept: 'accepted',
}

/** Leads an activity through the round before; undefined where the target cannot plan it that way. */
async function afterRound(context: Context, before: Before): Promise<Subject | undefined> {
  const subject = await inState(context, 'planned')
  for (const action of ['confirm', 'notify', before === 'released' ? 'accept' : 'reject'] as const)
    await led(context, action, subject)
  if (before === 'released') {
    const answer = await perform(context, 'release', 'partner', subject)
    // Where accept took the activity from its partner, release may be refused (B-DSP-10).
    if (answer.status >= 400) return undefined
    await rely(dispatch.release, async () => mustMove(context, answer, subject, 'ACCEPTED'))
  }
  await planAgain(context, subject, before === 'with-another' ? 'partner-2' : 'partner')
  const { status } = await standing(context, subject)
  return status === 'ACCEPTED' || status === 'NOTIFIED' ? undefined : subject
}

/** What the documents have the former partner's place judged by: the activity is another's now. */
const turned: Readonly<Record<Role, Role>> = { owner: 'owner', partner: 'other', other: 'partner' }

/** Every call of one statement that leaves an activity in a state as it is, by those who have to do with it. */
const idleIn = (state: State, before: Before, statement: string): Cell[] =>
  cells.filter(
    (cell) =>
      cell.state === state &&
      cell.statement === statement &&
      (cell.is === 'refused' || cell.is === 'idle') &&
      // Of those that never had it the first round tells.
      (before === 'with-another' ? cell.role === 'other' : cell.role !== 'other'),
  )

function mustBeRefused(cell: Cell, answer: Answer): void {
  must.noServerError(answer)
  const said = `${cell.action} by the ${cell.role} of what is ${cell.state} again: ${answer.status}`
  // What is not ACCEPTED may be refused for that (B-DSP-04).
  if (cell.statement === 'B-DSP-05' && cell.state === 'accepted') must.status(answer, 404)
  else if (cell.is === 'refused') must.hold('a refusal with a 4xx', answer.status >= 400 && answer.status < 500, said)
  else must.hold('any answer but 200 and 201', answer.status !== 200 && answer.status !== 201, said)
}

/** Leads an activity through its second round, and looks at it after each step. */
async function eachState(
  context: Context,
  before: Before,
  look: (subject: Subject, state: State) => Promise<void>,
): Promise<void> {
  const subject = await afterRound(context, before)
  if (!subject) return mustBeServed(context)
  if (before !== 'with-another') await look(subject, 'planned')
  for (const action of steps) {
    const role = action !== 'accept' ? 'owner' : before === 'with-another' ? 'other' : 'partner'
    const answer = await perform(context, action, role, subject)
    await rely(ruleOf[action], async () => mustMove(context, answer, subject, statusAfter[action]))
    if (before !== 'with-another') standsIn(subject, reached[action])
    // Where another partner has it, the lists of this one do not tell where it stands.
    else if ((await standing(context, subject)).status !== statusAfter[action]) return mustBeServed(context)
    await look(subject, reached[action])
  }
}

const rules = {
  'B-DSP-05': dispatch['update-of-others'],
  'B-DSP-13': dispatch.roles,
  'B-DSP-14': dispatch['wrong-state'],
  'B-DSP-21': dispatch.conditions,
} as const

type Told = readonly [before: Before, statement: keyof typeof rules, first: string, ...more: string[]]

const table: readonly Told[] = [
  ['rejected', 'B-DSP-13', 'dispatch-notify-by-who-acted-last', 'dispatch-owner-rejects-what-he-notified'],
  [
    'rejected',
    'B-DSP-14',
    'dispatch-accept-from-confirmed',
    'dispatch-release-from-notified',
    'dispatch-notify-of-what-was-confirmed-once',
    'dispatch-accept-from-confirmed-after-a-reject',
  ],
  ['rejected', 'B-DSP-21', 'dispatch-update-from-confirmed', 'dispatch-update-from-notified'],
  ['released', 'B-DSP-13', 'dispatch-owner-rejects-what-he-notified'],
  ['released', 'B-DSP-14', 'dispatch-release-of-what-was-released-once', 'dispatch-notify-of-what-was-confirmed-once'],
  ['released', 'B-DSP-21', 'dispatch-update-of-what-was-accepted-once'],
  ['with-another', 'B-DSP-13', 'dispatch-notify-by-who-acted-last'],
  ['with-another', 'B-DSP-21', 'dispatch-accept-by-who-rejected'],
  ['with-another', 'B-DSP-05', 'dispatch-update-by-who-rejected-403'],
]

for (const [before, statement, first, ...more] of table)
  check(
    rules[statement],
    `second-round-after-${before}`,
    {
      needs: ['activity-control', ...(before === 'with-another' ? (['second-partner'] as const) : [])],
      brokenBy: [first, ...more],
      effects: true,
    },
    (context) =>
      eachState(context, before, async (subject, state) => {
        const stood = await standing(context, subject)
        await each(idleIn(state, before, statement), async (cell) => {
          const by = before === 'with-another' ? turned[cell.role] : cell.role
          const answer = await perform(context, cell.action, by, subject)
          mustBeRefused(cell, answer)
          await mustStand(context, answer, subject, stood)
        })
      }),
  )

check(
  dispatch['own-assignments'],
  'second-round-after-with-another',
  {
    needs: ['activity-control', 'second-partner'],
    brokenBy: ['dispatch-list-of-who-rejected', 'dispatch-list-of-all-partners'],
    effects: true,
  },
  (context) =>
    eachState(context, 'with-another', async (subject, state) => {
      for (const status of ['NOTIFIED', 'ACCEPTED'] as const)
        must.hold(
          `what is ${state} by another partner in no list of ${status} of the one before`,
          !(await isListed(context, subject, status, 'partner')),
          'it is in the list',
        )
    }),
)

const statusAfter = { confirm: 'CONFIRMED', notify: 'NOTIFIED', accept: 'ACCEPTED' } as const

// Whether a reject takes the activity from its partner is read in either way (B-DSP-08). What is planned to nobody cannot be confirmed
// (B-DSP-21), and what stays planned can (B-DSP-06): by neither a later reject does other than the first.
check(
  dispatch.conditions,
  'planned-to-nobody-after-each-reject',
  { needs: ['activity-control'], brokenBy: ['dispatch-second-reject-keeps-partner'], effects: true },
  async (context) => {
    const subject = await inState(context, 'planned')
    for (let round = 1; round <= 3; round += 1) {
      if (round > 1) await planAgain(context, subject)
      for (const action of ['confirm', 'notify', 'reject'] as const satisfies readonly Action[])
        await led(context, action, subject)
      const stood = await standing(context, subject)
      const answer = await perform(context, 'confirm', 'owner', subject)
      // What a 202 comes to, and when, tells neither reading from the other.
      if (answer.status === 202) return mustBeServed(context)
      if (round === 1 && answer.status < 300) return void (await mustMove(context, answer, subject, 'CONFIRMED'))
      must.hold(
        'any answer but 201 to a confirm of what is planned to nobody',
        answer.status !== 201,
        `${answer.status}`,
      )
      await mustStand(context, answer, subject, stood)
    }
  },
)
