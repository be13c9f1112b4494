import type { Fault } from '../deviation.ts'
import { missingRecord } from '../data/refusal.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { searchRules, type Held } from '../rulebook/cql.ts'
import type { Taking, ValueKind } from '../rulebook/values.ts'
import { askedOf, isWell, jsonIn, passing, withJson, type Json } from './passing.ts'
import { asksForList, isUpdate, now, plain } from './serving.ts'

const { cql } = searchRules

/** Values of one kind are stored as others, by some writes. */
const storing = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  kind: ValueKind,
  as: (value: never) => unknown,
  on: (taking: Taking) => boolean = () => true,
): Fault => ({
  id,
  breaks,
  says,
  rule: { values: { taken: (value, taking) => (taking.kind === kind && on(taking) ? as(value as never) : value) } },
})

const stored = ['A-DAT-03', 'A-DAT-05', 'A-DAT-07', 'A-DAT-15'] as const
const updates = ['A-DAT-05', 'A-DAT-07', 'A-DAT-15'] as const
const isUpdating = ({ operation }: Taking): boolean => operation !== 'create'

/** The last second that a signed number of 32 bits counts. */
const lastMs = (2 ** 31 - 1) * 1000
const until2038 = (time: string): string => (Date.parse(time) > lastMs ? '2038-01-19T03:14:07Z' : time)

/** Ids and external ids of records that were deleted once. */
const gone = perHouse(() => new Set<string>())

/** How many records that refer to one a query names. */
function namedChildren(query: string): number {
  const [, list] = /\bactivities\.\w+ in \(([^)]*)\)/.exec(query) ?? []
  return list === undefined ? 1 : list.split(',').length
}

/** Quiet breaches of records, queries and company lists that a server in Java showed. */
export const javaBugsDataFaults: readonly Fault[] = [
  storing(
    'date-times-in-seconds-of-32-bits',
    [...stored, 'A-REC-10'],
    'A date-time after January 2038 is stored as the last second that 32 bits count.',
    'dateTime',
    until2038,
  ),
  storing(
    'decimals-cut-to-cents-by-updates',
    updates,
    'PUT and PATCH store decimals with two places; POST stores all of them.',
    'number',
    (value: number) => Math.round(value * 100) / 100,
    isUpdating,
  ),
  storing(
    'texts-trimmed-by-updates',
    updates,
    'PUT and PATCH drop blanks at both ends of a text; POST keeps them.',
    'text',
    (text: string) => text.trim(),
    isUpdating,
  ),
  {
    id: 'cql-first-of-the-children-only',
    breaks: ['A-CQL-03', 'A-CQL-21'],
    says: 'Of the records that refer to one, a criterion looks at the first only.',
    rule: { cql: { linkedMany: (held, refer): Held => (refer ? (held[0] ?? false) : cql.linkedMany(held, refer)) } },
  },
  passing(
    'cql-parent-once-for-each-child',
    ['A-CQL-03', 'A-CQL-21'],
    'A record is listed once for each of the records that refer to it and satisfy a criterion.',
    async (request, go) => {
      const response = await go(request)
      const asked = askedOf(request)
      const times = namedChildren(asked.query.get('query') ?? '')
      if (!asksForList(asked) || !isWell(response) || times === 1) return response
      return withJson(response, (body) => ({
        ...body,
        data: (body['data'] as Json[]).flatMap((element) => Array.from({ length: times }, () => element)),
      }))
    },
  ),
  passing(
    'updates-find-no-deleted-id',
    ['A-DAT-06', 'A-DAT-08', 'A-DAT-15'],
    'PUT and PATCH of a record that was deleted once are answered with 404; POST makes it anew.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const isDelete = asked.method === 'DELETE'
      const before = isDelete || isUpdate(asked) ? await now(request, go) : undefined
      const key = (name: unknown) => `${asked.resource}/${plain(name)}`
      if (isUpdate(asked) && !before && gone(house).has(key(asked.name))) return json(404, missingRecord.body)
      const response = await go(request)
      if (isDelete && before && isWell(response))
        for (const name of ['id', 'externalId']) gone(house).add(key(before[name]))
      return response
    },
  ),
  passing(
    'companies-in-json-whole-account-for-users',
    ['A-COM-05'],
    'For a user the JSON form lists all companies of the account, assigned or not; the text form lists the right ones.',
    async (request, go, { house }) => {
      const response = await go(request)
      const told = jsonIn(response)?.['companies'] as readonly Json[] | undefined
      if (!/\/informationService\/companies$/.test(askedOf(request).path) || !told || told.length === 0) return response
      const account = house.world.accounts.find(({ companies }) =>
        companies.some(({ name }) => name === told[0]?.['name']),
      )
      const companies = account?.companies.map(({ name, description }) => ({ name, description }))
      return companies ? withJson(response, () => ({ companies })) : response
    },
  ),
]
