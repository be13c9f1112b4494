import { namesOf } from '../../src/kit/names.ts'
import { rely, type Context } from '../../src/kit/index.ts'
import { madeOnce } from '../data/made-once.ts'
import { call, read, stored } from '../data/steps.ts'
import { grant } from './requirements.ts'
import { granted } from './steps.ts'

/** The companies that the token of an identity tells. */
export const companiesToldTo = (api: Context['api']): Promise<readonly string[]> =>
  rely(grant['success-is-200'], async () => namesOf(granted(await api.token.obtain()).companies))

/**
 * Whether the records of one company are seen in another one, by whoever may use both: then nothing tells whose they are. Of a default identity
 * with one company it cannot be asked, and is taken to be otherwise.
 */
export const areCompaniesOne = madeOnce(async (context): Promise<boolean> => {
  const other = (await companiesToldTo(context.api)).find((name) => name !== context.target.company)
  if (other === undefined) return false
  const { id } = await stored(context)
  return (await read(context.api, id, call, { query: { company: other } })) !== undefined
})
