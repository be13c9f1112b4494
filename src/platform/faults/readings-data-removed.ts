import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { askedOf, isWell, jsonIn, passing, withJson, withQuery, type Asked, type Json } from './passing.ts'
import { isPost, isUpdate, now, plain, resending, withSent } from './serving.ts'

const isPatch = (asked: Asked) => isUpdate(asked) && asked.method === 'PATCH'
const isDelete = ({ method, by }: Asked) => method === 'DELETE' && (by === 'id' || by === 'externalId')
const removed = perHouse(() => new Map<string, Json>())
const emptied = perHouse(() => new Map<string, Json>())

/** Quiet breaches of A-DAT-09, 10, 12: null, DELETE, and POST on what is stored. */
export const readingsDataRemovedFaults: readonly Fault[] = [
  {
    id: 'null-to-epoch',
    breaks: ['A-DAT-09'],
    says: 'PATCH with null sets date-times to the beginning of 1970.',
    rule: {
      data: {
        patched: (stored, sent) => ({
          ...stored,
          ...Object.fromEntries(
            Object.entries(sent).map(([name, value]) => [
              name,
              value === null && name.endsWith('DateTime') ? '1970-01-01T00:00:00Z' : value,
            ]),
          ),
        }),
      },
    },
  },
  resending('null-external-id-ignored', ['A-DAT-09'], 'PATCH overlooks a null as externalId.', isPatch, (sent) =>
    Object.fromEntries(Object.entries(sent).filter(([name, value]) => !(name === 'externalId' && value === null))),
  ),
  resending(
    'null-only-when-alone',
    ['A-DAT-09'],
    'PATCH overlooks a null among other fields.',
    isPatch,
    ({ lastChanged, ...sent }) => ({
      ...(lastChanged === undefined ? {} : { lastChanged }),
      ...(Object.keys(sent).length === 1
        ? sent
        : Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))),
    }),
  ),
  passing(
    'null-index-stale',
    ['A-DAT-09', 'A-CQL-02'],
    'A query still finds a record by a text that was removed.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = isPatch(asked) ? jsonIn(request) : undefined
      const before =
        sent && Object.values(sent).includes(null) && asked.resource === 'ServiceCall'
          ? await now(request, go)
          : undefined
      const response = await go(request)
      if (before && isWell(response)) emptied(house).set(plain(before['id']), before)
      const named = [...(asked.query.get('query') ?? '').matchAll(/\b(\w+)\s*=\s*["']([^"']*)["']/g)]
      const ghosts = [...emptied(house).values()].filter(
        (one) => named.length > 0 && named.every(([, name = '', held]) => one[name] === held),
      )
      return asked.by === 'list' && isWell(response) && ghosts.length > 0
        ? withJson(response, (body) => ({
            ...body,
            data: [...(body['data'] as Json[]), ...ghosts.map((one) => ({ serviceCall: { ...one, remarks: null } }))],
          }))
        : response
    },
  ),
  passing(
    'delete-comes-back',
    ['A-DAT-10'],
    'A forced PATCH that meets a DELETE brings back the whole record.',
    async (request, go) => {
      const asked = askedOf(request)
      if (isDelete(asked)) await pause(10)
      if (!isPatch(asked) || asked.query.get('forceUpdate') !== 'true') return go(request)
      const before = await now(request, go)
      if (!before) return go(request)
      await pause(20)
      if (await now(request, go)) return go(request)
      return go(withSent({ ...request, method: 'PUT' }, { ...before, ...jsonIn(request) }))
    },
  ),
  passing(
    'delete-in-query-api',
    ['A-DAT-10', 'A-QRY-01'],
    'The Query API still returns deleted records.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const gone = isDelete(asked) ? await now(request, go) : undefined
      const response = await go(request)
      if (gone && isWell(response)) removed(house).set(plain(gone['id']), gone)
      if (!asked.path.endsWith('/api/query/v1') || !isWell(response)) return response
      const statement = JSON.stringify(jsonIn(request) ?? {})
      const ghosts = [...removed(house)].filter(([id]) => plain(statement).includes(id)).map(([, one]) => one)
      const alias = /FROM\s+\w+\s+(?:AS\s+)?(\w+)/i.exec(statement)?.[1] ?? 't'
      return withJson(response, (body) => ({
        ...body,
        data: [...(body['data'] as Json[]), ...ghosts.map((one) => ({ [alias]: { id: one['id'] } }))],
      }))
    },
  ),
  passing(
    'post-existing-touch',
    ['A-DAT-12'],
    'A refused POST with a stored id moves lastChanged.',
    async (request, go) => {
      const response = await go(request)
      const sent = isPost(askedOf(request)) && response.status === 409 ? jsonIn(request) : undefined
      if (typeof sent?.['id'] === 'string') await patched(request, go, sent['id'], {})
      return response
    },
  ),
  passing(
    'post-existing-fills-null',
    ['A-DAT-12'],
    'A refused POST with a stored id fills the fields that have no value.',
    async (request, go) => {
      const response = await go(request)
      const sent = isPost(askedOf(request)) && response.status === 409 ? jsonIn(request) : undefined
      if (typeof sent?.['id'] !== 'string') return response
      const before = (await now(at(request, sent['id']), go)) ?? {}
      const lacking = Object.entries(sent).filter(([name]) => before[name] === null)
      if (lacking.length > 0) await patched(request, go, sent['id'], Object.fromEntries(lacking))
      return response
    },
  ),
  passing(
    'post-existing-in-nontransactional',
    ['A-DAT-12'],
    'In a batch a POST with a stored id updates.',
    async (request, go, { inBatch }) => {
      const response = await go(request)
      const sent = inBatch && isPost(askedOf(request)) && response.status === 409 ? jsonIn(request) : undefined
      if (typeof sent?.['id'] !== 'string') return response
      const { id, lastChanged: _, ...fields } = sent
      return patched(request, go, id, fields)
    },
  ),
]

function at(request: Parameters<typeof now>[0], id: string): Parameters<typeof now>[0] {
  const [path = '', query = ''] = request.target.split(/\?(.*)/s)
  return { ...request, target: `${path.replace(/\/$/, '')}/${id}?${query}` }
}

function patched(request: Parameters<typeof now>[0], go: Parameters<typeof now>[1], id: string, sent: Json) {
  return go(withSent(withQuery({ ...at(request, id), method: 'PATCH' }, { forceUpdate: 'true' }), sent))
}
