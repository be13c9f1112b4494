import { namesOf, sameName } from '../../src/kit/names.ts'
import { rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { madeOnce } from '../data/made-once.ts'
import { call, read, stored } from '../data/steps.ts'
import { grant } from './requirements.ts'
import { granted } from './steps.ts'

/** The companies that the token of an identity tells. */
export const companiesToldTo = (api: Context['api']): Promise<readonly string[]> =>
  rely(grant['success-is-200'], async () => namesOf(granted(await api.token.obtain()).companies))

/** Whether the records of one company are seen in another one, by whoever may use both; undefined where nobody may. */
const seenInBoth = madeOnce(async (context): Promise<boolean | undefined> => {
  for (const name of ['admin', 'superuser', 'account'].filter((one) => one in context.target.identities)) {
    const api = context.as(name)
    const other = (await companiesToldTo(api)).find((one) => !sameName(one, context.target.company))
    if (other === undefined) continue
    const { id, externalId } = await stored(context)
    if ((await read(api, id, call)) === undefined) continue
    // One route that overlooks the company is a breach of that route.
    for (const ref of [id, { externalId }])
      if ((await read(api, ref, call, { query: { company: other } })) === undefined) return false
    return true
  }
  return undefined
})

/** The records of a company are its own, or at least those of the kind that is looked at: otherwise nothing tells who is let see them. */
export async function mustBeApart(context: Context, isKindApart?: () => Promise<boolean>): Promise<void> {
  const isOne = await seenInBoth(context)
  if (isOne === undefined)
    throw new Unexercised('no identity has two companies: nothing tells whether the company of a call is looked at')
  if (isOne && !(await isKindApart?.()))
    throw new Unexercised('the records of one company are seen in another: nothing tells whose they are')
}
