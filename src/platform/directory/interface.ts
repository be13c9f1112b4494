import { authenticate, isRefusal } from '../caller.ts'
import { addressTold } from '../cluster-address.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface } from '../interface.ts'

const lookups = perHouse(() => new Map<string, number>())

const unknown = ({ rules, world }: House, name: string): PlatformResponse =>
  json(
    rules.directory.unknownStatus(),
    rules.directory.unknown(
      name,
      world.accounts.map((known) => known.name),
    ),
  )

/** GET accounts/{accountName} (A-DIR-01). */
function account(call: Call, house: House): PlatformResponse {
  const { rules, world } = house
  const caller = authenticate(call, house, { room: 'directory', company: false })
  if (isRefusal(caller)) return caller
  const raw = call.rawParams['accountName'] ?? ''
  const name = rules.directory.finds(
    rules.directory.named(call.params['accountName'] ?? '', raw),
    world.accounts.map((known) => known.name),
  )
  const found = world.accounts.find((known) => known.name === name)
  if (!found) return unknown(house, call.params['accountName'] ?? '')
  const asked = lookups(house).get(found.name) ?? 0
  lookups(house).set(found.name, asked + 1)
  return json(
    rules.directory.status(asked),
    rules.directory.shown({
      accountName: found.name,
      raw,
      cluster: rules.directory.cluster(found.cluster, asked),
      asked,
      address: (cluster) => addressTold(house, call.request.origin, cluster),
    }),
  )
}

/** The directory service, at both paths that the documents give (A-DIR-07). */
export const directoryInterface: Interface = {
  name: 'directory',
  at: 'origin',
  routes: [
    { method: 'GET', path: '/ds/api/directory/v1/accounts/:accountName', handle: account },
    {
      method: 'GET',
      path: '/api/directory/v1/accounts/:accountName',
      handle: (call, house) =>
        house.rules.directory.servesShortPath()
          ? account(call, house)
          : json(404, { error: 'not_found', error_description: 'there is nothing at this path' }),
    },
  ],
}
