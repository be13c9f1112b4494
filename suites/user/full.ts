import { Inconclusive, isObjection, must, type Context, type Reply } from '../../src/kit/index.ts'

/** By target: creates another user of a form that was taken before, and lets it go again. */
const others = new WeakMap<Context['target'], (context: Context) => Promise<Reply>>()

/** Notes that a user of some form was taken. */
export function tookUser({ target }: Pick<Context, 'target'>, another: (context: Context) => Promise<Reply>): void {
  if (!others.has(target)) others.set(target, another)
}

/** Others may hold all subscriptions of the account at this moment (B-USR-17): that is no refusal of this user. */
export class WithoutSubscription extends Inconclusive {
  constructor() {
    super('the account has no free subscription for another user')
  }
}

/** There is no subscription for the user that is created or, by another reading, for one that was (B-USR-22). */
export const isWithoutSubscription = ({ status, text }: Reply): boolean =>
  status === 409 && /UA-03|subscription/i.test(text)

/** How else the want of one is told is not shown (B-USR-39), nor any status of SCIM (B-SCM-17): then one more who is like those that were taken is refused, too. */
async function isFull(context: Context, { text }: Reply): Promise<boolean> {
  const another = others.get(context.target)
  // Where none was taken yet, or too few may be created, there are but its words to go by.
  if (!another || context.target.limits.mayCreateUsers < 7)
    return /UA-03|subscription|licen[cs]e|quota|\bseats?\b|too many users/i.test(text)
  return isObjection(await another(context))
}

/** The answer to a creation that is no want of a subscription. */
export async function unlessFull<T extends Reply>(context: Context, answer: T): Promise<T> {
  // What is not found was not looked at for its number.
  const mayBeFull = isObjection(answer) && answer.status !== 404 && answer.status !== 405
  if (isWithoutSubscription(answer) || (mayBeFull && (await isFull(context, answer)))) throw new WithoutSubscription()
  return answer
}

/** A POST of an e-mail that is in use: 400, unless the want of a subscription is told before that is looked at. */
export async function mustBeInUse(context: Context, answer: Reply): Promise<void> {
  must.status(answer.status === 400 ? answer : await unlessFull(context, answer), 400)
}
