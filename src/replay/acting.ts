import { contextIds } from '../clients/context-headers.ts'
import type { Grant } from '../target/identities.ts'
import type { Identity, Target } from '../target/target.ts'

/** Who and where a call is made: the same words in addresses and headers of every interface. */
export interface Acting {
  readonly account?: string | undefined
  readonly company?: string | undefined
  readonly user?: string | undefined
  readonly clientId?: string | undefined
  readonly clientVersion?: string | undefined
  readonly accountId?: string | undefined
  readonly companyId?: string | undefined
  readonly userId?: string | undefined
}

export type Word = keyof Acting

/** How each word is spelled as a query parameter and as a header. */
const spelled: Readonly<Record<string, Word>> = {
  account: 'account',
  company: 'company',
  user: 'user',
  clientid: 'clientId',
  clientidentifier: 'clientId',
  clientversion: 'clientVersion',
  'x-client-id': 'clientId',
  'x-client-version': 'clientVersion',
  accountname: 'account',
  'x-account-name': 'account',
  'x-company-name': 'company',
  'x-user-name': 'user',
  'x-account-id': 'accountId',
  'x-company-id': 'companyId',
  'x-user-id': 'userId',
}

/** The word for the id of what another word names. */
const idWords = { account: 'accountId', company: 'companyId', user: 'userId' } as const

export const wordOf = (name: string): Word | undefined => spelled[name.toLowerCase()]

/** How an identity of the target file acts. */
export function actingOf(identity: Identity, target: Target): Acting {
  const [account, user] = identity.username?.split('/') ?? []
  return {
    account: identity.account ?? account ?? target.account,
    company: identity.company ?? target.company,
    user,
    clientId: identity.client.id,
    clientVersion: identity.client.version,
  }
}

/** The same with the numeric ids, as the token response or the target file tells them. */
export const withIds = (now: Acting, identity: Identity, target: Target, grant: Grant | undefined): Acting => ({
  ...now,
  ...contextIds(identity, target, grant ?? {}),
  userId: grant?.userId,
})

/** Without the id of an account, company or user that `other` names differently: names and ids of a call belong together. */
export function withoutForeignIds(acting: Acting, other: Acting): Acting {
  const kept: Partial<Record<Word, string | undefined>> = { ...acting }
  for (const [name, id] of Object.entries(idWords) as Array<[keyof typeof idWords, Word]>)
    if (acting[name] !== undefined && other[name] !== undefined && acting[name] !== other[name]) delete kept[id]
  return kept
}

/** A context value of a recorded call, replaced by the identity's. One that was not the caller's own stays: it was deliberate. `null`: the identity has none. */
export function actAs(name: string, value: string, recorded: Acting, now: Acting): string | null {
  const word = wordOf(name)
  if (word === undefined || recorded[word] !== value) return value
  return now[word] ?? null
}
