import { createHash } from 'node:crypto'
import type { Fault } from '../deviation.ts'
import { recordRules } from '../rulebook/record.ts'
import { eachRecord, isWell, jsonIn, passing, refused, reshaping, askedOf, withJson, type Json } from './passing.ts'
import { asksForList, isPost, nowServed, serving } from './serving.ts'
import { onlyNull, remembering, wasDeleted } from './remembering.ts'

const { record: strict } = recordRules
const swapped = (id: unknown): string => {
  const text = String(id)
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
}
/** Quiet breaches of A-REC-01..06, 15: id, times, writer and external id of records. */
export const readingsRecordFieldFaults: readonly Fault[] = [
  serving('id-short-in-batch', ['A-REC-01'], 'Records that a batch creates get a running number as id.', {
    seam: {
      recordId: {
        next: () => {
          const id = createHash('md5').update(String(Math.random())).digest('hex').toUpperCase()
          return nowServed()?.inBatch ? String(Number.parseInt(id.slice(0, 8), 16)) : id
        },
      },
    },
  }),
  serving('id-null-treated-as-id', ['A-REC-01'], 'A null as id is taken as the text of that name.', {
    rule: {
      record: { id: (supplied, generated) => (nowServed()?.sent['id'] === null ? 'null' : (supplied ?? generated)) },
    },
  }),
  serving('id-reused-after-delete', ['A-REC-01', 'A-DAT-03'], 'Ids are generated from the content of the record.', {
    seam: {
      recordId: {
        next: () => {
          const { id: _, externalId: __, ...content } = nowServed()?.sent ?? {}
          return createHash('md5').update(JSON.stringify(content)).digest('hex').toUpperCase()
        },
      },
    },
  }),
  passing(
    'id-other-case-in-list',
    ['A-REC-01', 'A-DAT-01'],
    'Lists show ids in another letter case, and no record is found by these.',
    async (request, go) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (asksForList(asked) && isWell(response))
        return withJson(response, (body) => eachRecord(body, (record) => ({ ...record, id: swapped(record['id']) })))
      if (asked.method !== 'GET' || asked.by !== 'id' || !isWell(response)) return response
      const [element] = (jsonIn(response)?.['data'] ?? []) as Json[]
      const [record] = Object.values(element ?? {}) as Json[]
      return record && asked.name !== record['id'] ? refused(404, 'no such record') : response
    },
  ),
  passing(
    'supplied-id-echo-only',
    ['A-REC-02'],
    'A record with an external id is stored under another id than the one that was sent, which is answered.',
    async (request, go) => {
      const sent = isPost(askedOf(request)) ? jsonIn(request) : undefined
      if (typeof sent?.['id'] !== 'string' || typeof sent['externalId'] !== 'string') return go(request)
      const { id, ...rest } = sent
      const response = await go({ ...request, body: Buffer.from(JSON.stringify(rest)) })
      return isWell(response) ? withJson(response, (body) => eachRecord(body, (one) => ({ ...one, id }))) : response
    },
  ),
  serving('supplied-id-ignored-in-batch', ['A-REC-02'], 'A POST in a batch ignores the id that was sent.', {
    rule: {
      record: { id: (supplied, generated) => (nowServed()?.inBatch ? generated : strict.id(supplied, generated)) },
    },
  }),
  remembering(
    serving('supplied-id-ignored-on-recreate', ['A-REC-02'], 'POST ignores an id that a deleted record had.', {
      rule: {
        record: {
          id: (supplied, generated) =>
            wasDeleted(supplied) === undefined ? strict.id(supplied, generated) : generated,
        },
      },
    }),
  ),
  {
    id: 'supplied-id-cut',
    breaks: ['A-REC-02'],
    says: 'The last block of an id with dashes is lost.',
    rule: {
      record: {
        id: (supplied, generated) =>
          supplied?.includes('-') ? supplied.split('-').slice(0, -1).join('') : (supplied ?? generated),
      },
    },
  },
  {
    id: 'lastchanged-seconds-times-1000',
    breaks: ['A-REC-15', 'A-REC-03'],
    says: 'lastChanged is kept in whole seconds.',
    rule: { record: { lastChanged: (start) => Math.floor(start / 1000) * 1000 } },
  },
  reshaping('lastchanged-string-in-list', ['A-REC-03'], 'In lists lastChanged is a text.', asksForList, (body) =>
    eachRecord(body, (record) => ({ ...record, lastChanged: String(record['lastChanged']) })),
  ),
  reshaping(
    'lastchanged-microseconds-query',
    ['A-REC-03', 'A-QRY-02'],
    'The Query API shows lastChanged in microseconds.',
    ({ path }) => path.endsWith('/api/query/v1'),
    (body) => ({
      ...body,
      data: (body['data'] as Json[]).map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([alias, fields]) => {
            const held = fields as Json
            return [alias, 'lastChanged' in held ? { ...held, lastChanged: Number(held['lastChanged']) * 1000 } : held]
          }),
        ),
      ),
    }),
  ),
  serving('lastchanged-from-body', ['A-REC-04'], 'A lastChanged that is sent to create a record is stored.', {
    rule: {
      record: {
        lastChanged: (start, former, { operation }) =>
          former === undefined && operation === 'create' ? Number(nowServed()?.sent['lastChanged'] ?? start) : start,
      },
    },
  }),
  serving('lastchanged-forced-from-body', ['A-REC-04'], 'A forced update stores the lastChanged that was sent.', {
    rule: {
      record: {
        lastChanged: (start, former) =>
          former !== undefined && nowServed()?.asked.query.get('forceUpdate') === 'true'
            ? Number(nowServed()?.sent['lastChanged'] ?? start)
            : start,
      },
    },
  }),
  serving('lastchanged-not-on-null', ['A-REC-15', 'A-REC-04'], 'A PATCH of nulls does not change lastChanged.', {
    rule: { record: { lastChanged: (start, former) => (onlyNull() ? (former ?? start) : start) } },
  }),
]
