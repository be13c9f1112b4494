import { must, rely, type Context } from '../../src/kit/index.ts'
import { madeOnce } from '../data/made-once.ts'
import { response } from '../token/requirements.ts'
import { grantedExactly } from '../token/steps.ts'
import type { NamedCompany } from './two-companies.ts'

/** Whether identities.superuser is another login than the default one, with the same companies: what is read may hang on these. */
export const readsAlike = madeOnce(async ({ api, as, target }: Context): Promise<boolean> => {
  const { admin, superuser } = target.identities
  if (!superuser || superuser.username === admin?.username) return false
  const idsOf = (companies: unknown): string =>
    (companies as readonly NamedCompany[])
      .map(({ id }) => String(id))
      .sort()
      .join()
  const mine = await rely(response.companies, async () => grantedExactly(await api.token.obtain()).companies)
  const theirs = await as('superuser').token.obtain()
  if (theirs.status >= 300) return false
  return rely(response.companies, async () => {
    must.some('company of the other login', grantedExactly(theirs).companies as readonly unknown[])
    return idsOf(mine) === idsOf(grantedExactly(theirs).companies)
  })
})
