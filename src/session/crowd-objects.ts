import { encode } from '../clients/caller.ts'
import { contextHeaders } from '../clients/context-headers.ts'
import { crowdContext } from '../clients/crowd.ts'
import { Blocked } from '../target/blocked.ts'
import type { WireResponse } from '../exchange/exchange.ts'
import type { Identities } from '../target/identities.ts'
import type { Unfinished } from '../target/ledger.ts'
import type { Scope } from '../target/scope.ts'
import type { Target } from '../target/target.ts'
import type { Transport } from '../target/transport.ts'

interface Means {
  readonly target: Target
  readonly transport: Transport
  readonly identities: Identities
  readonly scope: Scope
}

/** Deletes or reads a crowd technician, as the crowd owner. */
export const askCrowd = (
  method: 'DELETE' | 'GET',
  { at, id = '' }: Pick<Unfinished, 'at' | 'id'>,
  means: Means,
): Promise<WireResponse> => sendCrowd(method, at, `/external-id/${encode(id)}`, means)

/** A page of the list of technicians, as the crowd owner. */
export const pageOfCrowd = (
  { at }: Pick<Unfinished, 'at'>,
  page: { readonly Page: number; readonly Size: number },
  means: Means,
): Promise<WireResponse> => sendCrowd('GET', at, `?Page=${page.Page}&Size=${page.Size}`, means)

async function sendCrowd(
  method: 'DELETE' | 'GET',
  at: string,
  path: string,
  { target, transport, identities, scope }: Means,
): Promise<WireResponse> {
  const grant = await identities.grant('crowd-owner', scope)
  const identity = identities.of('crowd-owner')
  const headers = {
    Authorization: `Bearer ${grant.token}`,
    Accept: 'application/json;charset=UTF-8',
    'Content-Type': 'application/json',
    'X-Client-ID': identity.client.id,
    'X-Client-Version': identity.client.version,
    ...contextHeaders(crowdContext, identity, target, grant),
  }
  const { response } = await transport.send(
    {
      method,
      many: true,
      tidying: true,
      url: `${at}${target.basePaths.crowd}${path}`,
      headers: Object.entries(headers),
    },
    scope,
  )
  if (!response) throw new Blocked('no answer')
  return response
}
