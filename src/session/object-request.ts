import { writeBatch } from '../batch/write.ts'
import { encode, queryText } from '../clients/caller.ts'
import type { WireResponse } from '../exchange/exchange.ts'
import { Blocked } from '../target/blocked.ts'
import { dtoPair } from '../target/dto-pair.ts'
import type { Identities } from '../target/identities.ts'
import type { Unfinished } from '../target/ledger.ts'
import type { Target } from '../target/target.ts'
import type { Outgoing } from '../target/transport.ts'
import { userOf } from '../target/user-of.ts'
import type { Broom } from './clean-up.ts'
import { askCrowd } from './crowd-objects.ts'

export const objectPath = ({ id, externalId }: Unfinished): string =>
  id ? `/${encode(id)}` : `/externalId/${encode(externalId ?? '')}`

/** What the request that created it did not say is that of the target file: a part of a tree was created without dtos. */
export const contextIn = ({ resource, query }: Unfinished, target: Target): Record<string, string> => {
  const dtos: Record<string, string> = resource in target.dtos ? { dtos: dtoPair(target, resource) } : {}
  return { account: target.account, company: target.company, ...dtos, ...query }
}

const controls = /[\u0000-\u001f\u007f]/g
export const hasControls = ({ query }: Unfinished): boolean => Object.values(query).join('').search(controls) >= 0
export const withoutControls = (object: Unfinished): Unfinished => ({
  ...object,
  query: Object.fromEntries(Object.entries(object.query).map(([name, value]) => [name, value.replace(controls, '')])),
})

/** Path and query of a request for one object of the Data API, as this user. */
const objectAddress = (
  object: Unfinished,
  path: string,
  { target, identities }: Pick<Broom, 'target' | 'identities'>,
  more: Readonly<Record<string, string>>,
): string =>
  `${target.basePaths.data}/${encode(object.resource)}${path}${queryText({ ...contextIn(object, target), user: removingUser(object, identities), ...more })}`

const removerOf = ({ as }: Unfinished): string => as ?? 'admin'

const removingUser = (object: Unfinished, identities: Identities): string | undefined =>
  userOf(identities.of(removerOf(object)))

/** Sent as the default identity, or as the one that is at home there, whoever created the object: with local scope, `user` must be the token's user. */
export const askForObject = async (
  method: 'DELETE' | 'GET',
  path: string,
  object: Unfinished,
  broom: Broom,
  more: Readonly<Record<string, string>>,
): Promise<WireResponse> =>
  object.interface === 'crowd'
    ? askCrowd(method, object, broom)
    : askFor(object, broom, { method, url: `${object.at}${objectAddress(object, path, broom, more)}`, headers: [] })

/** The tree of a service call that a tree with this external id made. */
export const askForTree = (object: Unfinished, id: string, broom: Broom): Promise<WireResponse> => {
  const { account = '', company = '' } = contextIn(object, broom.target)
  return askFor(object, broom, {
    method: 'GET',
    url: `${object.at}${broom.target.basePaths.service}/${encode(id)}`,
    headers: [
      ['Accept', 'application/json'],
      ['X-Account-Name', account],
      ['X-Company-Name', company],
    ],
  })
}

/** The DELETE requests of all these objects, of one place, in one batch. */
export const askInBatch = async (objects: readonly Unfinished[], first: Unfinished, broom: Broom) => {
  const { target, identities } = broom
  const { contentType, body } = writeBatch(
    objects.map((object) => ({
      method: 'DELETE',
      path: objectAddress(object, objectPath(object), broom, { forceDelete: 'true' }),
      headers: [...clientHeaders(object, identities)],
    })),
  )
  const { account, company } = contextIn(first, target)
  const query = queryText({ account, company, user: removingUser(first, identities), transactional: 'false' })
  return askFor(first, broom, {
    method: 'POST',
    url: `${first.at}${target.basePaths.batch}${query}`,
    headers: [['Content-Type', contentType]],
    body,
  })
}

const clientHeaders = (object: Unfinished, identities: Identities) => {
  const { client } = identities.of(removerOf(object))
  return [
    ['X-Client-ID', client.id],
    ['X-Client-Version', client.version],
  ] as const
}

async function askFor(
  object: Unfinished,
  broom: Broom,
  request: Pick<Outgoing, 'method' | 'url' | 'headers' | 'body'>,
  again = false,
): Promise<WireResponse> {
  const { transport, identities, scope } = broom
  const as = removerOf(object)
  const { token } = await identities.grant(as, scope)
  const { response } = await transport.send(
    {
      ...request,
      many: true,
      headers: [['Authorization', `Bearer ${token}`], ...clientHeaders(object, identities), ...request.headers],
    },
    scope,
  )
  if (!response) throw new Blocked('no answer')
  if (response.status !== 401 || again) return response
  identities.drop(as, token)
  return askFor(object, broom, request, true)
}
