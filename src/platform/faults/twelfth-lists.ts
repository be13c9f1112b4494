import type { Fault } from '../deviation.ts'
import { allStores } from '../data/stores.ts'
import { perHouse, type House } from '../house.ts'
import type { PlatformRequest } from '../http/message.ts'
import { searchRules } from '../rulebook/cql.ts'
import { recordRules } from '../rulebook/record.ts'
import type { StoredRecord } from '../store/record.ts'
import { askedOf, eachRecord, headerIn, isWell, jsonIn, passing, recordsIn, withJson, withQuery } from './passing.ts'
import { asksForList, nowServed, plain, serving } from './serving.ts'

const keptMs = 60_000
const lists = perHouse(() => new Map<string, { readonly ids: readonly string[]; readonly until: number }>())
const first = '1'

const keyOf = (request: PlatformRequest): string => {
  const { resource, query } = askedOf(request)
  return [headerIn(request, 'Authorization'), resource, query.get('query'), query.get('orderBy')].join('\n')
}

/** As first written, by whom: what an index entered once would say of a record. */
const asCreated = (record: StoredRecord): StoredRecord =>
  record.createdBy === undefined ? record : { ...record, lastChangedBy: record.createdBy }
const created = new WeakMap<StoredRecord, StoredRecord>()
const isInterval = (text: string): boolean => /\blastChangedBy\b/.test(text) && /\blastChanged\b/.test(text)

const isBare = (): boolean => {
  const { asked } = nowServed() ?? {}
  return (
    asked !== undefined && asksForList(asked) && !['page', 'pageSize', 'query'].some((name) => asked.query.has(name))
  )
}
const marked = serving(
  'deleted-records-take-places-on-the-page',
  ['A-PAR-04'],
  'The first twenty records of a list without paging parameters are counted with the deleted ones, which are left out then.',
  {
    rule: {
      data: { readsDeleted: (reads) => (reads === 'list' ? isBare() : recordRules.data.readsDeleted(reads)) },
    },
  },
)
const isGone = (house: House, resource: string, id: string): boolean => {
  const tables = [...allStores(house).values()].map((store) => store.table(resource))
  return (
    !tables.some((table) => table.byId(id)) &&
    tables.some(({ deletions }) => deletions.some(({ record }) => plain(record.id) === plain(id)))
  )
}

/** Breaches of lists, queries and expansions that a twelfth reader of the document thought up. */
export const twelfthListFaults: readonly Fault[] = [
  passing(
    'deletion-leaves-a-hole-on-later-pages',
    ['A-REC-08', 'A-DAT-10'],
    'On the pages after the first a record that was deleted since that was asked for is null.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const [page, size] = [asked.query.get('page'), Number(asked.query.get('pageSize'))]
      const response = await go(request)
      if (!asksForList(asked) || page === null || !(size > 0) || !isWell(response)) return response
      const body = jsonIn(response)
      if (!Array.isArray(body?.['data'])) return response
      const whole = (more: Record<string, string | null>) =>
        go(withQuery(request, { page: first, pageSize: '2147483647', ...more })).then((all) =>
          recordsIn(jsonIn(all)).flatMap((record) => (typeof record['id'] === 'string' ? [record] : [])),
        )
      const at = house.clock.now()
      if (page === first) {
        const all = await whole({ fields: null, expand: null })
        lists(house).set(keyOf(request), { ids: all.map(({ id }) => plain(id)), until: at + keptMs })
        return response
      }
      const kept = lists(house).get(keyOf(request))
      if (!kept || at >= kept.until) return response
      const from = (Number(page) - Number(first)) * size
      const asFixed = kept.ids.slice(from, from + size)
      const there = new Map(
        (await whole({ query: null, orderBy: null })).map((record) => [plain(record['id']), record]),
      )
      const name = `${asked.resource?.charAt(0).toLowerCase()}${asked.resource?.slice(1)}`
      return asFixed.every((id) => there.has(id))
        ? response
        : withJson(response, (told) => ({ ...told, data: asFixed.map((id) => ({ [name]: there.get(id) ?? null })) }))
    },
  ),
  {
    ...marked,
    seam: {
      passage: {
        through: async (request, go, way) => {
          const response = await (marked.seam?.passage?.through?.(request, go, way) ?? go(request))
          const asked = askedOf(request)
          const { resource } = asked
          return resource !== undefined && asksForList(asked) && isWell(response)
            ? withJson(response, (body) =>
                eachRecord(body, (record) =>
                  typeof record['id'] === 'string' && isGone(way.house, resource, record['id']) ? undefined : record,
                ),
              )
            : response
        },
      },
    },
  },
  serving(
    'interval-query-goes-by-the-first-writer',
    ['A-CQL-06'],
    'In a query about lastChangedBy and lastChanged, lastChangedBy is who created the record.',
    {
      rule: {
        cql: {
          searched: (records, deleted, text) => {
            const all = searchRules.cql.searched(records, deleted, text)
            if (!isInterval(text)) return all
            return all.map((record) => {
              const seen = asCreated(record)
              if (seen !== record) created.set(seen, record)
              return seen
            })
          },
          result: (held, all) =>
            searchRules.cql.result(held, all).map((one) => (created.get(one as StoredRecord) ?? one) as typeof one),
        },
      },
    },
  ),
]
