import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { askedOf, headerIn, isWell, passing } from './passing.ts'

/** How long a list is kept, in milliseconds. */
const keptMs = 60_000

interface Kept {
  readonly until: number
  readonly response: PlatformResponse
}

/** Lists that a server may keep: where they are, whose calls change them, and the statements that a kept one breaks. */
const lists: ReadonlyArray<
  readonly [name: string, list: RegExp, family: RegExp, breaks: Fault['breaks'], says: string]
> = [
  [
    'crowd-list',
    /\/crowd\/v2\/technicians$/,
    /\/crowd\/v2\/technicians(?:\/external-id\/|$)/,
    ['B-CRW-28', 'B-CRW-07'],
    'technicians',
  ],
  ['scim-users-list', /\/scim\/v2\/Users$/, /\/scim\/v2\/Users/, ['B-SCM-18', 'B-SCM-02'], 'users'],
  ['scim-groups-list', /\/scim\/v2\/Groups$/, /\/scim\/v2\/Groups/, ['B-SCM-18', 'B-SCM-07'], 'groups'],
  ['user-list', /\/api\/user\/v1\/users$/, /\/api\/user\/v1\/users/, ['B-USR-37', 'B-USR-06'], 'users of an account'],
]

const contextOf = ['Authorization', 'X-Account-ID', 'X-Company-Id'] as const

/** A list that is kept for a minute, over calls of one method. */
const keptOver = (method: 'POST' | 'DELETE', [name, list, family, breaks, says]: (typeof lists)[number]): Fault => {
  const memory = perHouse(() => new Map<string, Kept>())
  return passing(
    `${name}-kept-over-a-${method === 'POST' ? 'creation' : 'deletion'}`,
    breaks,
    `A list of ${says} is kept for a minute, or until one is ${method === 'POST' ? 'changed or deleted' : 'created or changed'}.`,
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (!family.test(asked.path)) return go(request)
      const key = [...contextOf.map((header) => headerIn(request, header)), request.target].join(' ')
      const isList = asked.method === 'GET' && list.test(asked.path)
      const known = memory(house).get(key)
      const response = await go(request)
      if (!isWell(response)) return response
      if (isList && known && known.until > house.clock.now()) return known.response
      if (isList) memory(house).set(key, { until: house.clock.now() + keptMs, response })
      else if (asked.method !== 'GET' && asked.method !== method) memory(house).clear()
      return response
    },
  )
}

/** Lists that do not hear of a deletion, which a seventh reader thought up for technicians, and their neighbours. */
export const seventhKeptFaults: readonly Fault[] = lists.flatMap((one) => [
  keptOver('DELETE', one),
  keptOver('POST', one),
])
