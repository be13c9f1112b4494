import { Inconclusive, rely, type Context } from '../../src/kit/index.ts'
import { madeOnce } from '../data/made-once.ts'
import { response } from '../token/requirements.ts'
import { grantedExactly } from '../token/steps.ts'

/** A company as a token response names it. */
export interface NamedCompany {
  /** A number, or its digits as text where a number would round them. */
  readonly id: unknown
  readonly name: string
}

/** Two companies of the account, as the token response names them. */
export async function twoCompanies({ api }: Context): Promise<readonly [NamedCompany, NamedCompany]> {
  const [one, other] = await rely(
    response.companies,
    async () => grantedExactly(await api.token.obtain()).companies as readonly NamedCompany[],
  )
  if (!one || !other)
    throw new Inconclusive('the default identity has one company: what another one keeps cannot be seen')
  return [one, other]
}

/** The name of a company of the other account that the own one has no company of; undefined if there is none, or no other account. */
export const companyElsewhere = madeOnce(async ({ api, as, target }): Promise<string | undefined> => {
  if (!('other-account' in target.identities)) return undefined
  const namesOf = ({ token }: Pick<typeof api, 'token'>) =>
    rely(response.companies, async () => {
      const { companies } = grantedExactly(await token.obtain())
      return (companies as readonly NamedCompany[]).map(({ name }) => name)
    })
  const own = await namesOf(api)
  return (await namesOf(as('other-account'))).find((name) => !own.includes(name))
})
