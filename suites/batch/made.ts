import { rely, type Context } from '../../src/kit/index.ts'
import { current } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { creating, mustAllSucceed, send } from './steps.ts'

/** A record that a batch created. */
export async function madeInABatch(context: Context) {
  const made = creating(context)
  await rely(batch.message, async () => mustAllSucceed(await send(context, [made.request]), 1))
  return current(context.api, made)
}
