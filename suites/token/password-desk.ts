import type { Answer } from '../../src/clients/answer.ts'
import type { Api } from '../../src/clients/api.ts'
import type { Context } from '../../src/kit/context.ts'
import { must } from '../../src/kit/must.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { Blocked } from '../../src/target/blocked.ts'
import { longestPasswordAge } from '../../src/target/need-table.ts'
import type { PasswordPolicy, Target } from '../../src/target/target.ts'
import { errorsOf } from './password-error.ts'
import { lawful } from './passwords.ts'
import { holdsToken, minutes } from './steps.ts'

/**
 * The identity `password` is the only one whose password a run may change, and its trials must not overlap: they take turns.
 * The password in force is kept per target, so that a trial which is wrongly accepted does not mislead the next one.
 */
interface Desk {
  inForce: string
  turn: Promise<unknown>
}
const desks = new WeakMap<Target, Desk>()

interface ChangeOptions {
  readonly client?: { readonly id: string; readonly secret: string } | 'none'
  readonly headers?: Readonly<Record<string, string>>
}

export interface Turn {
  readonly api: Api
  readonly username: string
  /** The password in force. */
  readonly current: string
  /** Asks for a change; an accepted one is noted, whether or not the check expected it. */
  change(next: string, old?: string, options?: ChangeOptions): Promise<Answer>
  /** Waits until a password that this run set, and did not put back, is no longer too fresh to change: a clock is not touched. */
  rest(): Promise<void>
  /** A password grant with this password. */
  logIn(password: string): Promise<Answer>
  /** Waits out the policy's minimum age: with a clock that may be set, longer than a token lives. */
  waitOutAge(): Promise<void>
  /** Changes a password whose minimum age is waited out. */
  changeAged(next: string): Promise<Answer>
  /** Both, one after the other. */
  changeForGood(next: string): Promise<Answer>
}

export async function atPasswordDesk<T>(context: Context, body: (turn: Turn) => Promise<T>): Promise<T> {
  const { target } = context
  const identity = target.identities['password']
  if (!identity?.username || !identity.password) throw new Blocked('identities.password has no username and password')
  const desk = desks.get(target) ?? { inForce: identity.password, turn: Promise.resolve() }
  desks.set(target, desk)
  const mine = desk.turn.then(() => body(turnAt(desk, context, identity.username as string)))
  desk.turn = mine.catch(() => undefined)
  return mine
}

function turnAt(desk: Desk, context: Context, username: string): Turn {
  const api = context.as('password')
  const change = async (next: string, old = desk.inForce, options: ChangeOptions = {}) => {
    const form = { username, old_password: old, new_password: next }
    const answer = await api.token.changePassword(form, options)
    if (isChanged(answer)) desk.inForce = next
    return answer
  }
  const waitOutAge = () => oldEnough(context)
  const changeAged = async (next: string) => {
    let answer = await change(next)
    // Too fresh, by a minimum age that the file does not declare: waiting is no change to what the target owes.
    for (const age of context.target.passwordPolicy?.minAgeMs === undefined ? undeclaredAges : []) {
      if (!errorsOf(answer).some(({ error }) => error === 'MC-12')) break
      await context.wait(age)
      answer = await change(next)
    }
    return answer
  }
  return {
    api,
    username,
    change,
    waitOutAge,
    async rest() {
      const age = context.target.passwordPolicy?.minAgeMs ?? 0
      const isOurs = desk.inForce !== context.target.identities['password']?.password
      if (isOurs && age > 0 && age <= longestPasswordAge) await context.wait(age + 500)
    },
    changeAged,
    get current() {
      return desk.inForce
    },
    logIn: (password) => api.token.request({ grant_type: 'password', username, password }),
    async changeForGood(next) {
      await waitOutAge()
      return changeAged(next)
    },
  }
}

/** A change counts as done with a 2xx without an error body: the documents do not show its status. */
const isChanged = (answer: Answer): boolean =>
  answer.status >= 200 && answer.status < 300 && objectOf(answer)['error'] === undefined

const outcome = ({ status, text }: Answer): string => `status ${status} ${text}`

export const mustBeChanged = (answer: Answer): void =>
  must.hold('a change that claims success', isChanged(answer), outcome(answer))

export const mustNotBeChanged = (answer: Answer): void =>
  must.hold('a refused change of the password', !isChanged(answer), outcome(answer))

/** Longest history that is tried if the target file declares none. */
const historyAtMost = 12
/** Waits for a minimum age that the target file does not declare: together about a minute. */
const undeclaredAges = [1000, 5000, 15_000, 40_000]

/**
 * Gives the identity the password of the target file back, past the policy's history and minimum age, so that the next check finds it. Whether it
 * has it in the end is looked at by the clean-up.
 */
export async function restore(turn: Turn, context: Context): Promise<void> {
  const original = context.target.identities['password']?.password as string
  const policy = policyOf(context.target)
  const ages = policy.minAgeMs === undefined ? [...undeclaredAges] : []
  for (let spent = 0; turn.current !== original && spent <= (policy.history ?? historyAtMost);) {
    const answer = await turn.changeForGood(original)
    if (isChanged(answer)) return
    const codes = errorsOf(answer).map(({ error }) => String(error))
    const age = codes.includes('MC-12') ? ages.shift() : undefined
    if (age !== undefined) await context.wait(age)
    else if (!codes.includes('MC-05')) break
    else {
      await turn.changeForGood(lawful(policy, `${context.fresh.tag}${spent}`))
      spent += 1
    }
  }
}

/** Whether a change may have been asked for when the minimum age since the one before it was over: on a slow target each call takes its time. */
export const mayBeAged = ({ target }: Context, changed: Answer, asked: Answer): boolean =>
  asked.exchange.startedAt + asked.exchange.ms - changed.exchange.startedAt >= (target.passwordPolicy?.minAgeMs ?? 0)

async function oldEnough({ target, clock, wait }: Context): Promise<void> {
  const age = target.passwordPolicy?.minAgeMs ?? 0
  if (age === 0) return
  if (target.has.includes('clock')) await clock.advance(age + minutes)
  else if (age <= longestPasswordAge) await wait(age + 500)
}

/** A new password that obeys the target's policy, or a demanding one if the target file declares none: only what a check tests may be wrong. */
export const compliant = ({ target, fresh }: Context): string =>
  lawful(
    { minLength: 14, minUpper: 2, minLower: 4, minLetters: 6, minDigits: 4, minSpecial: 1, ...policyOf(target) },
    fresh.tag,
  )

export const policyOf = (target: Target): PasswordPolicy => target.passwordPolicy ?? {}

/** The password of the target file must work before anything is tested: an outdated one is not the target's fault. */
export async function ready(turn: Turn): Promise<void> {
  await turn.rest()
  const answer = await turn.logIn(turn.current)
  if (!holdsToken(answer))
    throw new Blocked(
      `identities.password cannot log in with its password: status ${answer.status} ${String(objectOf(answer)['error'])}`,
    )
}

/** Logins of an account and of a user whose passwords are no part of the change, as far as they succeed before it. */
export async function logInsOfOthers({ as, target }: Context): Promise<ReadonlyArray<() => Promise<Answer>>> {
  const logIns: Array<() => Promise<Answer>> = []
  for (const name of ['account', 'user'].filter((one) => one in target.identities)) {
    const logIn = () => as(name).token.obtain()
    if (holdsToken(await logIn())) logIns.push(logIn)
  }
  return logIns
}
