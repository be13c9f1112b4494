import { Inconclusive, rely, type Context } from '../../src/kit/index.ts'
import { namesOf } from '../../src/kit/names.ts'
import { response } from '../token/requirements.ts'
import { granted } from '../token/steps.ts'

/** A company of the default identity besides the one that its calls usually name. */
export async function anotherCompany({ api, target }: Context): Promise<string> {
  const usual = target.identities['admin']?.company ?? target.company
  const names = await rely(response.companies, async () => namesOf(granted(await api.token.obtain()).companies))
  const other = names.find((name) => name !== usual)
  if (other === undefined) throw new Inconclusive('the default identity has one company')
  return other
}
