import type { Fault } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isBatch, jsonIn, passing } from './passing.ts'
import { nowServed, plain, serving } from './serving.ts'

const left = perHouse(() => ({
  /** Ids of what was changed and taken back. */
  changed: new Set<string>(),
  /** Ids that parts of batches created, by the records that they refer to. */
  children: new Map<string, string[]>(),
}))

type Fields = StoredRecord['fields']

const isTakenBack = (request: PlatformRequest, response: PlatformResponse): boolean => {
  const asked = askedOf(request)
  return (
    isBatch(asked) &&
    asked.query.get('transactional') !== 'false' &&
    /\r\nHTTP\/1\.1 [45]\d\d/.test(response.body.toString('latin1'))
  )
}

/** Resources and ids in the parts of these methods. */
const namedBy = (request: PlatformRequest, methods: string): ReadonlyArray<readonly [string, string]> =>
  [...request.body.toString('utf8').matchAll(new RegExp(`\\r\\n(?:${methods}) \\S*?/v4/(\\w+)/([\\w-]+)`, 'g'))].map(
    ([, resource = '', id = '']) => [resource, id],
  )

/** What taking back a batch does besides. */
const afterwards = (
  id: string,
  says: string,
  does: (store: Store, request: PlatformRequest, house: House) => void,
): Fault =>
  passing(id, ['A-BAT-08'], says, async (request, go, { house }) => {
    const response = await go(request)
    const store = isTakenBack(request, response) ? storeMeant(request, house) : undefined
    if (store) does(store, request, house)
    return response
  })

function rewrite(store: Store, resource: string, record: StoredRecord, fields: Fields): void {
  store.transaction((transaction) => transaction.put(resource, { ...record, fields }))
}

function loseLists(store: Store, named: ReturnType<typeof namedBy>): void {
  for (const [resource, id] of named) {
    const record = store.table(resource).byId(plain(id))
    if (!record) continue
    const emptied = Object.entries(record.fields).map(([name, value]) => [name, Array.isArray(value) ? [] : value])
    rewrite(store, resource, record, Object.fromEntries(emptied) as Fields)
  }
}

/** What taking back a transaction leaves behind in records that it never named, in their lists and in what guards them. */
export const roundTwoAUndoneFaults: readonly Fault[] = [
  afterwards(
    'undone-deletion-loses-lists',
    'A deletion that is taken back leaves the lists of the record empty.',
    (store, request) => loseLists(store, namedBy(request, 'DELETE')),
  ),
  afterwards(
    'undone-replacement-loses-lists',
    'A PUT that is taken back leaves the lists of the record empty.',
    (store, request) => loseLists(store, namedBy(request, 'PUT')),
  ),
  afterwards(
    'undone-deletion-loses-references',
    'A deletion that is taken back takes the record out of the lists of those that refer to it.',
    (store, request) => {
      const ids = namedBy(request, 'DELETE').map(([, id]) => plain(id))
      for (const resource of store.resources())
        for (const record of store.table(resource).all()) {
          const kept = Object.entries(record.fields).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.filter((one) => !ids.includes(plain(one))) : value,
          ])
          const fields = Object.fromEntries(kept) as Fields
          if (JSON.stringify(fields) !== JSON.stringify(record.fields)) rewrite(store, resource, record, fields)
        }
    },
  ),
  passing(
    'lock-holds-what-was-taken-back',
    ['A-BAT-08', 'A-DAT-20'],
    'After a transaction that was taken back, PATCH with the lastChanged that is shown is refused as stale.',
    async (request, go, { house, inBatch }) => {
      const { changed } = left(house)
      const asked = askedOf(request)
      const isLocked =
        !inBatch && request.method === 'PATCH' && asked.by === 'id' && asked.query.get('forceUpdate') !== 'true'
      const sent = isLocked && changed.has(plain(asked.name)) ? Number(jsonIn(request)?.['lastChanged']) : NaN
      if (!Number.isNaN(sent))
        return json(409, { error: 'CA-27', message: 'the record was changed', values: [sent + 1] })
      const response = await go(request)
      if (isTakenBack(request, response)) for (const [, id] of namedBy(request, 'PUT|PATCH')) changed.add(plain(id))
      return response
    },
  ),
  serving(
    'count-keeps-what-was-taken-back',
    ['A-EXP-03', 'A-BAT-08'],
    'A count has what parts of batches created, though it was taken back or deleted.',
    {
      rule: {
        data: {
          created: (sent) => {
            const { house, inBatch, sent: body } = nowServed() ?? {}
            if (house && inBatch)
              for (const value of Object.values(sent))
                if (typeof value === 'string' && /^\w{32}$/.test(value)) {
                  const { children } = left(house)
                  children.set(plain(value), [...(children.get(plain(value)) ?? []), plain(body?.['id'])])
                }
            return sent
          },
        },
        expand: {
          count: (found) => {
            const { house, asked } = nowServed() ?? {}
            const ids = (house && left(house).children.get(plain(asked?.name))) ?? []
            return new Set([...ids, ...found.map((one) => plain((one as StoredRecord).id))]).size
          },
        },
      },
    },
  ),
]
