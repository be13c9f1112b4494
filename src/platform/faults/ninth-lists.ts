import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { askedOf, eachRecord, isWell, jsonIn, passing, reshaping, withJson, type Json } from './passing.ts'
import { asksForList, nowServed, serving } from './serving.ts'
import { bearerIn, clientIn, isToken } from './token-calls.ts'
import { findToken } from '../token/store.ts'

const latestUsers = perHouse(() => new Map<string, string>())

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
/** A record of a relation, not a reference with its external id. */
const isExpanded = (value: unknown): boolean => isObject(value) && 'lastChanged' in value

/** Breaches of lists and queries that a ninth reader of the document thought up. */
export const ninthListFaults: readonly Fault[] = [
  passing(
    'me-of-latest-user-of-client',
    ['A-CQL-06'],
    'me() stands for the user who last logged in by the client of the caller.',
    async (request, go, { house }) => {
      const users = latestUsers(house)
      const latest = users.get(findToken(house, bearerIn(request))?.client.id ?? '')
      const response = await go(
        latest === undefined
          ? request
          : { ...request, target: request.target.replace(/me(?:\(|%28)(?:\)|%29)/i, `%22${latest}%22`) },
      )
      const user = isToken(request) ? jsonIn(response)?.['user_id'] : undefined
      if (typeof user === 'number') users.set(clientIn(request), String(user))
      return response
    },
  ),
  {
    id: 'cql-in-first-ten',
    breaks: ['A-CQL-13'],
    says: 'in uses the first ten values only.',
    rule: { cql: { among: (equal) => equal.slice(0, 10).includes(true) } },
  },
  serving(
    'page-steps-by-twenty-with-external-ids',
    ['A-PAR-07', 'A-PAR-05'],
    'With useExternalIds pages begin at a multiple of twenty, whatever pageSize is.',
    {
      rule: {
        page: {
          window: (at, size) => {
            const step = nowServed()?.asked.query.get('useExternalIds') === 'true' ? 20 : size
            return [at * step, at * step + size]
          },
        },
      },
    },
  ),
  passing(
    'default-page-of-joined-rows',
    ['A-PAR-04'],
    'Without paging parameters a list with an expanded relation ends after twenty of the joined rows.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      const isDefault = !asked.query.has('page') && !asked.query.has('pageSize') && asked.query.has('expand')
      if (!asksForList(asked) || !isDefault || !isWell(response)) return response
      let rows = 0
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          const lists = Object.values(record).filter((value) => Array.isArray(value) && value.some(isExpanded))
          rows += Math.max(1, ...lists.map((list) => (list as unknown[]).length))
          return rows <= 20 ? record : undefined
        }),
      )
    },
  ),
  reshaping(
    'external-id-of-the-first-of-a-list-in-searches',
    ['A-PAR-12'],
    'In the answer to a query only the first of a list of references carries an external id.',
    (asked) => asksForList(asked) && asked.query.has('query') && asked.query.get('useExternalIds') === 'true',
    (body) =>
      eachRecord(body, (record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [
            name,
            Array.isArray(value)
              ? value.map((one: unknown, at) =>
                  at > 0 && isObject(one) && Object.keys(one).sort().join() === 'externalId,id' ? one['id'] : one,
                )
              : value,
          ]),
        ),
      ),
  ),
  {
    id: 'noread-shaped-in-lists',
    breaks: ['A-EXP-07', 'A-EXP-08'],
    says: 'In a list an expansion with fields is shown to users without permission to read.',
    rule: {
      expand: {
        reads: (permitted, { names }, { operation }) => permitted || (names !== undefined && operation === 'list'),
      },
    },
  },
]
