import type { Variant } from '../deviation.ts'
import { rolesOf } from '../dispatch/act.ts'
import { note, plan, type Assignment } from '../dispatch/assignments.ts'
import { callerUser } from '../caller.ts'
import { perHouse, type House } from '../house.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { alone, through } from './lawful.ts'

const { dispatch } = dispatchRules
const minute = 60_000
const momentOf = (value: unknown): number => Date.parse(String(value))

/** Whether times of an update are some that the desk takes. */
function isTimely({ startDateTime, endDateTime }: Readonly<Record<string, unknown>>, now: number): boolean {
  const start = momentOf(startDateTime)
  const takes = momentOf(endDateTime) - start
  return start >= now - 5 * minute && takes >= 5 * minute && takes <= 12 * 60 * minute
}

const turnMs = 2000
/** So many turns are made up for where nobody asked anything for a while. */
const mostTurns = 5

interface Desk {
  turn: number
  /** What was planned to each partner, the oldest first. */
  readonly planned: Map<string, Assignment[]>
}

const desks = perHouse((): Desk => ({ turn: 0, planned: new Map() }))

/** A step of the table of states, by somebody beside the callers. */
function step(house: House, action: 'confirm' | 'notify' | 'accept' | 'reject' | 'release', one: Assignment): void {
  const { alters, triggers } = house.rules.dispatch
  const { status, unassigned, released, reopened } = alters(action, one)
  if (status !== undefined) one.status = status
  if (status === 'NOTIFIED') one.notifiedAt = house.clock.now()
  if (action === 'accept') one.acceptedBy = 'accept'
  if (unassigned) Object.assign(one, { rejectedBy: [one.partner], partner: undefined })
  if (released) Object.assign(one, { state: 'RELEASED', released: true })
  if (reopened) one.activity = { status: 'OPEN', executionStage: 'EXECUTION', checkedout: false }
  if (triggers(action, one))
    note(house, { name: `assignment.${action}`, activityId: one.activityId, at: house.clock.now() })
}

/** A turn of the desk: one activity more for each partner, and colleagues of the partners who answer and release. */
function work(house: House, turn: number): void {
  for (const account of house.world.accounts)
    for (const user of account.users)
      for (const company of account.companies) {
        if (!rolesOf({ user: callerUser(house, user) }).includes('partner') || !user.companies.includes(company.name))
          continue
        const key = `${account.id}/${company.id}/${user.id}`
        const planned = desks(house).planned.get(key) ?? []
        const one = plan(house, { account: account.id, company: company.id, partner: String(user.id) })
        step(house, 'confirm', one)
        step(house, 'notify', one)
        const [answered, released] = [planned.at(-2), planned.at(-4)]
        if (answered?.status === 'NOTIFIED') step(house, turn % 2 === 0 ? 'accept' : 'reject', answered)
        if (released?.status === 'ACCEPTED' && !released.released) step(house, 'release', released)
        desks(house).planned.set(key, [...planned, one].slice(-5))
      }
}

function workOn(house: House): void {
  const desk = desks(house)
  const turn = Math.floor(house.clock.now() / turnMs)
  const due = Math.min(mostTurns, turn - desk.turn)
  desk.turn = turn
  for (let nth = due; nth > 0; nth -= 1) work(house, turn - nth)
}

/** Lawful readings of dispatching, thought up by a fourteenth reader (suites/two-readings). */
export const fourteenthDispatchVariants: readonly Variant[] = [
  {
    id: 'dispatch-list-of-what-is-ahead',
    leaves: ['B-DSP-03'],
    says: 'The list has no assignments whose activity ended, which can be worked with as ever.',
    rule: {
      dispatch: {
        lists: (one, asked) =>
          dispatch.lists(one, asked) &&
          !(typeof one.times['endDateTime'] === 'string' && momentOf(one.times['endDateTime']) <= one.now),
      },
    },
  },
  {
    id: 'dispatch-list-notified-unless-told',
    leaves: ['B-DSP-23'],
    says: 'Without partnerDispatchingStatus the list has what is NOTIFIED only.',
    rule: { dispatch: { lists: (one, asked = 'NOTIFIED') => dispatch.lists(one, asked) } },
  },
  {
    id: 'dispatch-updates-not-into-the-past',
    leaves: ['B-DSP-15'],
    says: 'An update that starts more than five minutes ago, or takes less than five minutes or more than twelve hours, is refused with 400.',
    rule: {
      dispatch: {
        hasTime: (sent, _others, now) => isTimely(sent, now),
        refusalStatus: (why, action, met) => (why === 'busy' ? 400 : dispatch.refusalStatus(why, action, met)),
      },
    },
  },
  {
    ...alone(
      through(
        'dispatch-desk-works-on-beside',
        ['B-DSP-25'],
        'Every two seconds each partner has one more activity, and a colleague who answers one and releases another; lists have the newest first.',
        (request, go, { house }) => {
          workOn(house)
          return go(request)
        },
      ),
    ),
    rule: { dispatch: { ordered: (rows) => rows.toReversed() } },
  },
]
