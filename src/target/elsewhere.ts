import { accountOf } from './account-of.ts'
import type { Misdeclared } from './declarations.ts'
import type { Identity, Target } from './target.ts'

/** The identities that are at home elsewhere: in another account, or in another company of the account that is checked. */
const elsewhere = ['other-account', 'other-company'] as const
export type Elsewhere = (typeof elsewhere)[number]

type Told = Partial<Pick<Target, 'account' | 'company' | 'identities'>>

/** What is wrong with an identity that is to be at home elsewhere; undefined if nothing is. */
export function atWrongHome({ account, company, identities = {} }: Told): Misdeclared | undefined {
  for (const name of elsewhere) {
    const identity: Identity | undefined = identities[name]
    if (!identity) continue
    const wrong = (what: string, todo: string): Misdeclared => ({
      path: ['identities', name],
      what: `identities.${name} ${what}`,
      todo,
    })
    const home = accountOf(identity, { account: String(account) })
    const isOfTarget = home === account
    if (name === 'other-account' && isOfTarget)
      return wrong(`is of ${account}, the account that is checked`, 'name its account, or leave the identity out')
    if (name === 'other-company' && !isOfTarget)
      return wrong(
        `is of ${home}, and the account that is checked is ${account}`,
        'mend account, or name it identities.other-account',
      )
    if (identity.company === undefined) return wrong('names no company', 'give it the key company')
    if (name === 'other-company' && identity.company === company)
      return wrong(`names ${company}, the company that is checked`, 'name another company that its user has')
  }
  return undefined
}

/** Where the identities are at home: the place that is checked, and those elsewhere. */
export const homesIn = (
  target: Target,
): ReadonlyArray<{ readonly as?: Elsewhere; readonly account: string; readonly company: string }> => [
  { account: target.account, company: target.company },
  ...elsewhere.flatMap((as) => {
    const identity = target.identities[as]
    return identity?.company === undefined
      ? []
      : [{ as, account: accountOf(identity, target), company: identity.company }]
  }),
]

/** Whose place a write is in by its query: undefined if it is none of those elsewhere. */
export const homeOf = (query: Readonly<Record<string, string>>, target: Target): Elsewhere | undefined =>
  homesIn(target).find(({ as, account, company }) => as && query['account'] === account && query['company'] === company)
    ?.as

/** The same for users and groups, which are of an account. */
export const homeOfPeople = (query: Readonly<Record<string, string>>, target: Target): Elsewhere | undefined =>
  homesIn(target).find(({ as, account }) => as && account !== target.account && query['account'] === account)?.as
