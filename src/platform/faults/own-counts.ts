import { allStores } from '../data/stores.ts'
import type { Fault } from '../deviation.ts'
import type { House } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { peopleRules } from '../rulebook/people.ts'
import type { Touch } from '../rulebook/people.ts'
import type { Way } from '../seams/passage.ts'
import { plainId } from '../store/record.ts'
import { askedOf, isWell, passing, withJson } from './passing.ts'

const { owns } = peopleRules.permission
const breaks = ['B-USR-25'] as const

const open = (id: string, says: string, operation: Touch['operation']): Fault => ({
  id,
  breaks,
  says,
  rule: { permission: { owns: (record, user, touch) => touch.operation === operation || owns(record, user, touch) } },
})

/** Records of the id, whoever created them. */
const held = (house: House, resource: string, id: string): number =>
  [...allStores(house).values()].filter((store) => store.table(resource).byId(plainId(id)) !== undefined).length

/** Records that a list is asked for by their id, whoever created them; undefined if it is another request. */
function askedById(request: PlatformRequest, { house }: Way): number | undefined {
  const { by, method, resource, query } = askedOf(request)
  const [, id] = /^id = "([^"]*)"$/.exec(query.get('query') ?? '') ?? []
  return method === 'GET' && by === 'list' && resource && id !== undefined ? held(house, resource, id) : undefined
}

const selection = /^\s*select\s+(.*?)\s+from\s+(\w+)\s+(\w+)\s+where\s+\3\.id\s*=\s*'([^']*)'\s*$/is

/** A statement that selects by an id. */
export function selectedById({ target, body }: PlatformRequest) {
  if (!/\/api\/query\/v1(?:\?|$)/.test(target)) return undefined
  try {
    const { query } = JSON.parse(body.toString('utf8')) as { query?: unknown }
    const [, columns = '', resource = '', alias = '', id = ''] = selection.exec(String(query)) ?? []
    return resource === '' ? undefined : { columns, resource, alias, id }
  } catch {
    return undefined
  }
}

/** The rows of a statement that counts. */
export const countRow = (alias: string, count: number) => ({ data: [{ [alias]: { count } }] })

/** The same statement for the ids that it would count. */
export const uncounted = (
  request: PlatformRequest,
  { resource, alias, id }: NonNullable<ReturnType<typeof selectedById>>,
): PlatformRequest => ({
  ...request,
  body: Buffer.from(
    JSON.stringify({ query: `select ${alias}.id from ${resource} ${alias} where ${alias}.id = '${id}'` }),
  ),
})

/** A list by an id whose answer tells how many records there are, those included that it does not show. */
const telling = (
  id: string,
  says: string,
  concerns: (way: Way) => boolean,
  tell: (answer: PlatformResponse, count: number) => PlatformResponse,
): Fault =>
  passing(id, breaks, says, async (request, go, way) => {
    const answer = await go(request)
    const count = concerns(way) && isWell(answer) ? askedById(request, way) : undefined
    return count === undefined ? answer : tell(answer, count)
  })

const inTotal = (answer: PlatformResponse, totalObjectCount: number): PlatformResponse =>
  withJson(answer, (body) => ({ ...body, totalObjectCount }))

/** Ways to learn that there is a record which a right of Own keeps from a user: by its number. */
export const ownCountFaults: readonly Fault[] = [
  open('own-counted-by-expansions', 'A permission of Own to read is not looked at where an expansion counts.', 'count'),
  telling(
    'own-counted-in-lists',
    'A list with a query tells in totalObjectCount how many records meet it, those of others included.',
    ({ inBatch }) => !inBatch,
    inTotal,
  ),
  telling(
    'own-counted-in-headers',
    'A list with a query tells in X-Total-Count how many records meet it, those of others included.',
    ({ inBatch }) => !inBatch,
    (answer, count) => ({ ...answer, headers: [...answer.headers, ['X-Total-Count', String(count)]] }),
  ),
  telling(
    'own-counted-in-a-batch',
    'A list that is a part of a batch tells in totalObjectCount how many records meet its query, those of others included.',
    ({ inBatch }) => inBatch,
    inTotal,
  ),
  passing(
    'own-counted-by-selects',
    breaks,
    'The Query API tells in totalObjectCount how many records a statement meets, those of others included.',
    async (request, go, { house }) => {
      const answer = await go(request)
      const asked = selectedById(request)
      return asked && isWell(answer) ? inTotal(answer, held(house, asked.resource, asked.id)) : answer
    },
  ),
  passing(
    'own-counted-by-a-function',
    breaks,
    'A statement of the Query API may count, and counts the records of others, too.',
    async (request, go, { house }) => {
      const asked = selectedById(request)
      if (!asked || !/^count\(/i.test(asked.columns)) return go(request)
      const answer = await go(uncounted(request, asked))
      return isWell(answer)
        ? withJson(answer, () => countRow(asked.alias, held(house, asked.resource, asked.id)))
        : answer
    },
  ),
]
