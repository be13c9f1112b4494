import { accountOf } from '../target/account-of.ts'
import { Blocked } from '../target/blocked.ts'
import type { Grant } from '../target/identities.ts'
import type { Identity, Target } from '../target/target.ts'

/** A header of a call's context, as the section of its interface spells it. */
export type ContextHeader = 'X-Account-ID' | 'X-Account-Name' | 'X-Company-ID' | 'X-Company-Id' | 'X-Company-Name'

/** Numeric ids of the account and the company of an identity's calls, where the target file or the token response tells them. */
export function contextIds(
  identity: Identity,
  target: Target,
  { accountId, companyIds }: Partial<Grant>,
): { readonly accountId: string | undefined; readonly companyId: string | undefined } {
  const company = identity.company ?? target.company
  // The ids in the target file are those of the account and the company that are checked.
  const isOfTarget = accountOf(identity, target) === target.account
  return {
    accountId: (isOfTarget ? target.accountId : undefined) ?? accountId,
    companyId: (isOfTarget && company === target.company ? target.companyId : undefined) ?? companyIds?.get(company),
  }
}

/** The values of these headers for calls of an identity. Throws Blocked if neither token response nor target file tells an id. */
export function contextHeaders(
  names: readonly ContextHeader[],
  identity: Identity,
  target: Target,
  grant: Partial<Grant>,
): Record<string, string> {
  const { accountId, companyId } = contextIds(identity, target, grant)
  return Object.fromEntries(
    names.map((name) => {
      switch (name) {
        case 'X-Account-Name':
          return [name, accountOf(identity, target)]
        case 'X-Company-Name':
          return [name, identity.company ?? target.company]
        case 'X-Account-ID':
          return [name, told(accountId, 'account', 'accountId')]
        case 'X-Company-ID':
        case 'X-Company-Id':
          return [name, told(companyId, 'company', 'companyId')]
      }
    }),
  )
}

function told(id: string | undefined, of: string, key: string): string {
  if (id !== undefined) return id
  throw new Blocked(`the token response tells no id of the ${of}: set ${key} in the target file`)
}

/** Whether a header holds an id, which a token response tells. */
export const isOfToken = (name: ContextHeader): boolean => /-id$/i.test(name)
