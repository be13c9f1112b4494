import type { Answer } from '../../src/clients/answer.ts'
import { eventually, isObjection, matchers, type Context } from '../../src/kit/index.ts'
import { lagOf } from '../../src/target/visibility.ts'

type Asked = Pick<Context, 'api' | 'wait' | 'target'>

/** A user whose creation was only taken (202) is there later: no sentence says with what a creation is answered (B-SCM-17). */
export async function mustComeToBe(context: Asked, created: Answer, id: string | undefined): Promise<void> {
  if (created.status !== 202 || id === undefined) return
  const read = () => context.api.scim.users.get(id)
  await eventually(context, read, (one) => (one.status === 404 ? matchers.success(one) : undefined), { lag: 10_000 })
}

/** How long groups took to know new users, in milliseconds; 0 where waiting was of no use. */
const groupsKnowAfter = new WeakMap<Context['target'], number>()

/** Groups of this target may know new users later. */
export const mustBeKnownToGroups = async ({ wait, target }: Asked): Promise<void> => {
  const known = groupsKnowAfter.get(target) ?? 0
  if (known > 0) await wait(known)
}

/**
 * The answer to the creation of a group with members. How soon it may have users that were just made is not stated: one that is refused is tried
 * again, and what it took is waited for after each creation of a user from then on.
 */
export async function takenOnceKnown<Tried extends { readonly answer: Answer }>(
  context: Asked,
  create: () => Promise<Tried>,
): Promise<Tried> {
  let tried = await create()
  if (!isObjection(tried.answer) || groupsKnowAfter.has(context.target)) return tried
  let waited = 0
  const patience = lagOf(context.target, 3000)
  for (let pause = 250; isObjection(tried.answer) && waited < patience; waited += pause, pause *= 2) {
    await context.wait(pause)
    tried = await create()
  }
  groupsKnowAfter.set(context.target, isObjection(tried.answer) ? 0 : waited)
  // Users that were made last may need as long again.
  await mustBeKnownToGroups(context)
  return tried
}

/** The answer to a patch that names members who may just have been made. */
export const patchedOnceKnown = async (context: Asked, id: string, patch: unknown): Promise<Answer> =>
  (await takenOnceKnown(context, async () => ({ answer: await context.api.scim.groups.patch(id, patch) }))).answer
