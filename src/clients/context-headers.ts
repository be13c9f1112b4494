import { Blocked } from '../target/blocked.ts'
import type { Grant } from '../target/identities.ts'
import type { Identity, Target } from '../target/target.ts'

/** A header of a call's context, as the section of its interface spells it. */
export type ContextHeader = 'X-Account-ID' | 'X-Account-Name' | 'X-Company-ID' | 'X-Company-Id' | 'X-Company-Name'

export const accountOf = ({ account, username }: Identity, target: Target): string =>
  account ?? username?.split('/')[0] ?? target.account

/** The values of these headers for calls of an identity. Throws Blocked if neither token response nor target file tells an id. */
export function contextHeaders(
  names: readonly ContextHeader[],
  identity: Identity,
  target: Target,
  { accountId, companyIds }: Partial<Grant>,
): Record<string, string> {
  const company = identity.company ?? target.company
  return Object.fromEntries(
    names.map((name) => {
      switch (name) {
        case 'X-Account-Name':
          return [name, accountOf(identity, target)]
        case 'X-Company-Name':
          return [name, company]
        case 'X-Account-ID':
          return [name, told(target.accountId ?? accountId, 'account', 'accountId')]
        case 'X-Company-ID':
        case 'X-Company-Id':
          return [name, told(target.companyId ?? companyIds?.get(company), 'company', 'companyId')]
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
