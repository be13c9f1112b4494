import { catalogue } from '../data/catalogue.ts'
import { inverseOf } from '../data/inverse.ts'
import type { Fault } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, eachRecord, isWell, jsonIn, passing, reshaping, withJson, type Asked, type Json } from './passing.ts'
import { asksForList, isRead, isUpdate, now, plain } from './serving.ts'

const atMost = 100
const keptMs = 5000

const memory = perHouse(() => ({
  /** By record, relation and versions: what an expansion with fields showed. */
  shaped: new Map<string, { readonly at: number; readonly value: unknown }>(),
  /** By parent, resource and field: how many children were given to another one. */
  left: new Map<string, number>(),
}))

const withIds = (asked: Asked): boolean => asksForList(asked) && asked.query.get('useExternalIds') === 'true'

interface Reference {
  readonly id: string
  readonly externalId: unknown
}
const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Json)['id'] === 'string' &&
  Object.keys(value).join() === 'id,externalId'

/** A record with each of its references changed, single ones and those in lists. */
const eachReference = (record: Json, change: (reference: Reference) => unknown): Json => {
  const changed = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(changed) : isReference(value) ? change(value) : value
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, changed(value)]))
}

const countsAsked = (asked: Asked): readonly string[] =>
  asked.query.getAll('expand').flatMap((text) => /^count\((\w+)\)$/.exec(text.trim())?.[1] ?? [])

/** The record with the children that went away still counted. */
function countedAsBefore(record: Json, asked: Asked, house: House): Json {
  const resource = catalogue.get(asked.resource ?? '')
  const more = countsAsked(asked).map((name) => {
    const inverse = resource && inverseOf(name, resource)
    const key = inverse ? `${plain(record['id'])} ${inverse.resource} ${inverse.field}` : ''
    return [`count(${name})`, memory(house).left.get(key) ?? 0] as const
  })
  return {
    ...record,
    ...Object.fromEntries(
      more.flatMap(([name, away]) => {
        const count = record[name]
        return typeof count === 'number' ? [[name, count + away]] : []
      }),
    ),
  }
}

/** Quiet breaches of lists and expansions that a sixteenth reader of the document thought up (suites/two-readings). */
export const sixteenthListFaults: readonly Fault[] = [
  reshaping(
    'external-ids-of-the-first-hundred-records',
    ['A-PAR-12'],
    `In a list the references to the first ${atMost} records that are referred to carry external ids.`,
    withIds,
    (body) => {
      const met = new Set<string>()
      return eachRecord(body, (record) =>
        eachReference(record, (reference) => {
          met.add(reference.id)
          return [...met].indexOf(reference.id) < atMost ? reference : reference.id
        }),
      )
    },
  ),
  reshaping(
    'external-ids-of-references-of-ten-records',
    ['A-PAR-12'],
    'In a list the references of the first ten records carry external ids.',
    withIds,
    (body) =>
      eachRecord(body, (record, at) => (at < 10 ? record : eachReference(record, ({ id: referred }) => referred))),
  ),
  passing(
    'referrers-to-deleted-records-missing-with-external-ids',
    ['A-DAT-25', 'A-PAR-12'],
    'A list with useExternalIds leaves out records that refer to one that was deleted.',
    async (request, go, { house }) => {
      const response = await go(request)
      const store = withIds(askedOf(request)) && isWell(response) ? storeMeant(request, house) : undefined
      if (!store) return response
      const isThere = (id: string) => store.resources().some((name) => store.table(name).byId(id))
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          let isWhole = true
          eachReference(record, ({ id }) => (isWhole &&= isThere(id)))
          return isWhole ? record : undefined
        }),
      )
    },
  ),
  passing(
    'expansion-shaped-as-shortly-before',
    ['A-EXP-01'],
    'For five seconds after a record was expanded with fields, its expansion without fields shows those only.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!isRead(asked) || !isWell(response) || !asked.query.has('expand')) return response
      const { shaped } = memory(house)
      const time = house.clock.now()
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          const changed = asked.query.getAll('expand').flatMap((text) => {
            const [field = '', shape] = text.split(';')
            if (record['id'] === undefined || !(field in record)) return []
            const key = [plain(record['id']), field, asked.query.get('dtos')].join(' ')
            const known = shaped.get(key)
            if (shape !== undefined) shaped.set(key, { at: time, value: record[field] })
            return shape === undefined && known && time - known.at < keptMs ? [[field, known.value] as const] : []
          })
          return { ...record, ...Object.fromEntries(changed) }
        }),
      )
    },
  ),
  passing(
    'count-keeps-what-refers-to-another-now',
    ['A-EXP-03'],
    'count() still counts records that an update made refer to another one.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const before = isUpdate(asked) ? await now(request, go) : undefined
      const response = await go(request)
      if (!isWell(response)) return response
      if (isRead(asked) && countsAsked(asked).length > 0)
        return withJson(response, (body) => eachRecord(body, (record) => countedAsBefore(record, asked, house)))
      for (const [field, parent] of Object.entries(jsonIn(request) ?? {})) {
        const former = before?.[field]
        if (typeof former !== 'string' || typeof parent !== 'string' || plain(former) === plain(parent)) continue
        const key = `${plain(former)} ${asked.resource} ${field}`
        memory(house).left.set(key, (memory(house).left.get(key) ?? 0) + 1)
      }
      return response
    },
  ),
]
