import type { Identity, Target } from '../target/target.ts'

/** Who and where a call is made: the same words in addresses and headers of every interface. */
export interface Acting {
  readonly account?: string | undefined
  readonly company?: string | undefined
  readonly user?: string | undefined
  readonly clientId?: string | undefined
  readonly clientVersion?: string | undefined
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
}

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

/** A context value of a recorded call, replaced by the identity's. One that was not the caller's own stays: it was deliberate. `null`: the identity has none. */
export function actAs(name: string, value: string, recorded: Acting, now: Acting): string | null {
  const word = wordOf(name)
  if (word === undefined || recorded[word] !== value) return value
  return now[word] ?? null
}
