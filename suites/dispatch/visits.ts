import type { Answer } from '../../src/clients/answer.ts'
import { effects, statusIn, type Action, type Role, type State } from '../../src/dispatch/machine.ts'
import { visited, type PlannedActivity } from '../../src/kit/index.ts'

/** The states that activities are known to be in, as far as the checks led them there. */
const stateOf = new WeakMap<PlannedActivity, State>()

/** What an answer was given to. */
const asked = new WeakMap<Answer, { readonly action: Action; readonly role: Role }>()

/** Those whose partner let the time pass. */
const lateOnes = new WeakSet<PlannedActivity>()

export function standsIn(subject: PlannedActivity, state: State): void {
  stateOf.set(subject, state)
  if (state === 'late') lateOnes.add(subject)
  else lateOnes.delete(subject)
}

export const wasLate = (subject: PlannedActivity): boolean => lateOnes.has(subject)

export function answerOf(answer: Answer, action: Action, role: Role): Answer {
  asked.set(answer, { action, role })
  return answer
}

/** Tells the matrix what came of an action; `after` is the dispatching status as it was read, if it was. */
export function toldBy(answer: Answer, subject: PlannedActivity, after?: string | null): void {
  const [state, what] = [stateOf.get(subject), asked.get(answer)]
  if (!state || !what) return
  asked.delete(answer)
  const before = statusIn[state]
  const now = after === 'as before' ? before : after
  visited({ state, ...what, status: answer.status, before, ...(now === undefined ? {} : { after: now }) })
  const { to, status } = effects[what.action]
  const isDone = now === status && (now !== before || (what.action === 'release' && answer.status < 300))
  if (isDone) stateOf.set(subject, to)
  else if (now !== undefined && now !== before) stateOf.delete(subject)
}
