import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { StoredRecord } from '../store/record.ts'
import { askedOf, isWell, passing, type Json } from './passing.ts'
import { asksForList, isPost, isUpdate, isWrite, nowServed, plain } from './serving.ts'
import { indexing, testing, unlisting } from './stories-a-indexing.ts'

const memory = perHouse(() => ({
  answers: new Map<string, PlatformResponse>(),
  /** What parts of batches were to create, by id. */
  made: new Map<string, { readonly resource: string; readonly record: StoredRecord }>(),
  /** Records whose first external id came after they were made. */
  namedLater: new Set<string>(),
  /** The first references that the fields of a record held, by id. */
  first: new Map<string, Json>(),
}))

const ghost = ({ id, externalId, ...fields }: Json, time: number): StoredRecord => ({
  id: String(id),
  externalId: typeof externalId === 'string' ? externalId : null,
  lastChanged: time,
  lastChangedBy: null,
  fields,
})

/** Lists with what is kept as made and is not stored. */
const withGhosts: NonNullable<Fault['rule']> = {
  data: {
    listed: (records) => {
      const at = nowServed()
      if (!at) return records
      const known = new Set(records.map((record) => plain((record as unknown as StoredRecord).id)))
      const more = [...memory(at.house).made].flatMap(([id, { resource, record }]) =>
        resource === at.asked.resource && !known.has(id) ? [record as unknown as (typeof records)[number]] : [],
      )
      return [...records, ...more]
    },
  },
}

const isReference = (value: unknown): boolean => typeof value === 'string' && /^[0-9A-F]{32}$/.test(plain(value))

const isPointer = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Criteria on the fields that hold such a value go by what the record held there first. */
const byFirst = (id: string, breaks: Fault['breaks'], says: string, concerns: (value: unknown) => boolean): Fault =>
  indexing(
    id,
    breaks,
    says,
    ({ way, before, sent, status, id: of }) => {
      if (!before || !isWell({ status })) return
      const { first } = memory(way.house)
      const former = Object.entries(before).filter(([name, value]) => name in sent && name !== 'id' && concerns(value))
      if (former.length > 0) first.set(of, { ...Object.fromEntries(former), ...first.get(of) })
    },
    {
      cql: testing((record) => {
        const at = nowServed()
        const former = at && memory(at.house).first.get(plain(record.id))
        return former ? { ...record, fields: { ...record.fields, ...former } } : record
      }),
    },
  )

/** Lists, criteria and orders that lag behind some writes for good. */
export const storiesAListFaults: readonly Fault[] = [
  unlisting(
    'lists-lack-what-was-made-by-external-id',
    ['A-CQL-21', 'A-DAT-02', 'A-DAT-15'],
    'Lists lack records that PUT or PATCH by external id created, until they are changed by id.',
    ({ asked, before, status }) =>
      isWell({ status }) && isUpdate(asked) && asked.by === 'externalId' && before === undefined,
  ),
  indexing(
    'lists-hold-creations-taken-back',
    ['A-BAT-08', 'A-CQL-21'],
    'Lists hold records whose creation in a batch was rolled back.',
    ({ way, asked, sent, status, id }) => {
      const { made } = memory(way.house)
      if (way.inBatch && isPost(asked) && isWell({ status }) && asked.resource && sent['id'] !== undefined)
        made.set(id, { resource: asked.resource, record: ghost(sent, way.house.clock.now()) })
      else if (isWell({ status })) made.delete(id)
    },
    withGhosts,
  ),
  unlisting(
    'lists-lack-records-whose-deletion-was-taken-back',
    ['A-BAT-08', 'A-CQL-21', 'A-DAT-02'],
    'A record whose deletion in a batch was rolled back is in no list until it is changed.',
    ({ asked, way, status }) => way.inBatch && asked.method === 'DELETE' && isWell({ status }),
  ),
  passing(
    'list-answered-from-memory-after-batches',
    ['A-CQL-21', 'A-DAT-02', 'A-DAT-10'],
    'A list is answered from memory until a single write: what batches write does not clear it.',
    async (request, go, { house, inBatch }) => {
      const { answers } = memory(house)
      const asked = askedOf(request)
      const key = `${request.target} ${request.headers.find(([name]) => /^authorization$/i.test(name))?.[1]}`
      const known = asksForList(asked) && !inBatch ? answers.get(key) : undefined
      if (known) return known
      const response = await go(request)
      if (!isWell(response) || inBatch) return response
      if (asksForList(asked)) answers.set(key, response)
      else if (isWrite(asked)) answers.clear()
      return response
    },
  ),
  byFirst(
    'criteria-go-by-the-first-reference',
    ['A-CQL-21', 'A-CQL-03', 'A-CQL-07'],
    'A criterion on a reference goes by the record that was referred to first.',
    isReference,
  ),
  indexing(
    'external-id-given-later-not-found-by-criteria',
    ['A-CQL-21', 'A-CON-05', 'A-CQL-14'],
    'To criteria, a record whose first external id came by an update has none.',
    ({ way, before, sent, status, id }) => {
      if (isWell({ status }) && before && (before['externalId'] ?? null) === null && 'externalId' in sent)
        memory(way.house).namedLater.add(id)
    },
    {
      cql: testing((record) => {
        const at = nowServed()
        return at && memory(at.house).namedLater.has(plain(record.id)) ? { ...record, externalId: null } : record
      }),
    },
  ),
  unlisting(
    'lists-lack-records-whose-deletion-was-refused',
    ['A-DAT-36', 'A-CQL-21'],
    'A record whose deletion was refused for its lock is in no list until it is changed.',
    ({ asked, status }) => asked.method === 'DELETE' && status === 409,
  ),
  indexing(
    'lists-hold-creations-that-were-refused',
    ['A-DAT-27', 'A-CQL-21'],
    'Lists hold records whose creation was refused for what they refer to.',
    ({ way, asked, sent, status, id }) => {
      if (!way.inBatch && isPost(asked) && status === 400 && asked.resource && sent['id'] !== undefined)
        memory(way.house).made.set(id, { resource: asked.resource, record: ghost(sent, way.house.clock.now()) })
    },
    withGhosts,
  ),
  byFirst(
    'criteria-go-by-the-first-object',
    ['A-CQL-04', 'A-CQL-21'],
    'A criterion on an object reference goes by the record that was pointed to first.',
    isPointer,
  ),
]
