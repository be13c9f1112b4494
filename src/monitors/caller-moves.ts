import { effects, startOf, type Action, type State } from '../dispatch/machine.ts'
import { activitiesMeant, cellOf, dispatchActionOf, outcomeFor } from './dispatch-call.ts'
import type { Out } from './finding.ts'
import type { MakeMonitor } from './monitor.ts'
import { precedes, type Moment, type Observed } from './observed.ts'
import { parallelTokens } from './parallel.ts'

/** What others do with an activity unseen takes some time, in milliseconds. */
const shortly = 10_000
const activitiesAtMost = 500

/** The statement that names the state an action starts from. */
const statementOf = (action: Action): string => effects[action].statement

interface Step {
  readonly action: Action
  readonly moment: Moment
  readonly token: string
  readonly client: string
}

/** Where an accepted call of this traffic left an activity, and what was refused since then. */
interface Life {
  readonly state: State
  readonly by: Step
  refused: Step[]
}

/**
 * Actions that start from another state than the one that this caller's own accepted call had just left the activity in, and that were refused
 * (B-DSP-06 to 12). Told at once where the same token made both calls, one after the other; of another token only where a later call that was accepted
 * proves that the activity had been in that state all the time, and the client calls itself the same. A confirmation is no wrong step: what
 * was planned anew, which no traffic shows, is confirmed again. An update of what is notified or was rejected is for `callerDispatch` to tell.
 */
export const callerMoves: MakeMonitor = () => {
  const lives = new Map<string, Life>()
  const parallel = parallelTokens()
  return {
    name: 'caller-moves',
    side: 'client',
    statements: (['notify', 'reject', 'accept', 'batch-accept', 'release', 'update'] as const).map(statementOf),
    see({ observed, out }) {
      const isParallel = parallel.note(observed)
      const action = dispatchActionOf[observed.reading.match.operation.id]
      if (action === undefined) return
      const place = observed.place.split(' ', 1)[0] ?? ''
      const subjects = activitiesMeant(action, observed)
      for (const id of new Set(subjects)) {
        const key = `${place} ${id.toLowerCase()}`
        const life = lives.get(key)
        const came = subjects.filter((one) => one === id).length === 1 ? outcomeFor(id, action, observed) : 'unknown'
        const step = stepOf(action, observed)
        if (came === 'refused' && life && isSoon(life, step)) {
          judge(life, step, observed, isParallel, out)
          continue
        }
        lives.delete(key)
        if (came !== 'done') continue
        // That this was carried out proves where the activity stood until now.
        if (life && startOf[action] === life.state && isSoon(life, step)) {
          out.assert(statementOf(action))
          for (const early of life.refused) tell(life, early, [life.by.moment.ref, step.moment.ref], out)
        }
        // Taken where it was not due: what the documents say does not hold here.
        if (life && cellOf(life.state, action)?.is === 'idle') continue
        lives.set(key, { state: effects[action].to, by: step, refused: [] })
        if (lives.size > activitiesAtMost) lives.delete(lives.keys().next().value as string)
      }
    },
  }
}

const stepOf = (action: Action, { moment, token = '', reading }: Observed): Step => ({
  action,
  moment,
  token,
  client: reading.requestHeader('x-client-id') ?? '',
})

const isSoon = ({ by }: Life, { moment }: Step): boolean =>
  precedes(by.moment, moment) && moment.sentAt - by.moment.answeredAt <= shortly

function judge(life: Life, step: Step, { status }: Observed, isParallel: boolean, out: Out): void {
  const { action } = step
  if (action === 'confirm' || cellOf(life.state, action)?.is !== 'idle') return
  if (action === 'update' && (life.state === 'notified' || life.state === 'rejected')) return
  // Other refusals are of the token, the role or the load.
  if (![207, 400, 404, 409, 422].includes(status)) return
  if (life.by.token === step.token && !isParallel) tell(life, step, [life.by.moment.ref], out)
  else if (life.by.client === step.client && step.client !== '') life.refused.push(step)
}

function tell({ state, by }: Life, { action, moment }: Step, others: readonly string[], out: Out): void {
  out.find({
    statement: statementOf(action),
    side: 'client',
    expected: `${action} starts from ${startOf[action]}`,
    actual: `of an activity that is ${state} by the ${by.action} just before, which was refused`,
    exchanges: [...others.filter((ref) => ref !== moment.ref), moment.ref],
  })
}
