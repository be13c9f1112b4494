import type { Fault } from '../deviation.ts'
import { allStores } from '../data/stores.ts'
import { json } from '../http/answers.ts'
import type { House } from '../house.ts'
import {
  askedOf,
  eachRecord,
  isWell,
  jsonIn,
  passing,
  reshaping,
  rewriting,
  withJson,
  withQuery,
  type Asked,
  type Json,
} from './passing.ts'
import { asksForList, isPost, now, nowServed, plain, resending, serving } from './serving.ts'

const isPatch = ({ method, by }: Asked): boolean => method === 'PATCH' && (by === 'id' || by === 'externalId')

const isMany = (house: House, { resource, query }: Asked): boolean =>
  query.getAll('expand').some((text) => {
    const kind = house.world.resources.get(resource ?? '')?.fields[text.split(';')[0] ?? '']?.kind
    return !/[.(]/.test(text) && !(typeof kind === 'object' && 'reference' in kind)
  })

const withNumbers = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  )

/** Quiet breaches of records and lists that a twentieth reader of the document thought up (suites/two-readings). */
export const twentiethDataFaults: readonly Fault[] = [
  resending(
    'supplied-id-of-attachments-ignored',
    ['A-REC-02'],
    'POST of an attachment ignores the id that was sent.',
    (asked) => isPost(asked) && asked.resource === 'Attachment',
    ({ id: _id, ...others }) => others,
  ),
  passing(
    'creating-patch-answers-seconds',
    ['A-REC-03'],
    'lastChanged is in seconds in the answer to a PATCH that creates.',
    async (request, go) => {
      if (!isPatch(askedOf(request))) return go(request)
      const creates = (await now(request, go)) === undefined
      const response = await go(request)
      return creates && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) => ({
              ...record,
              lastChanged: Math.floor(Number(record['lastChanged']) / 1000),
            })),
          )
        : response
    },
  ),
  serving(
    'record-made-anew-keeps-its-former-writer',
    ['A-REC-05'],
    'A PUT that creates under the id of a deleted record says that it was changed by who changed that last.',
    {
      rule: {
        record: {
          lastChangedBy: (writer, _former, { operation, creates }) => {
            const served = operation === 'put' && creates ? nowServed() : undefined
            const stores = served ? [...allStores(served.house).values()] : []
            const former = stores
              .flatMap((store) => store.table(served?.asked.resource ?? '').deletions)
              .findLast(({ record }) => plain(record.id) === plain(served?.asked.name))
            return former?.record.lastChangedBy ?? writer.userId ?? writer.clientId
          },
        },
      },
    },
  ),
  reshaping(
    'external-ids-of-digits-are-numbers-in-lists',
    ['A-REC-06'],
    'An external id of digits is a number in lists.',
    asksForList,
    (body) =>
      eachRecord(body, (record) =>
        typeof record['externalId'] === 'string' && /^\d+$/.test(record['externalId'])
          ? { ...record, externalId: Number(record['externalId']) }
          : record,
      ),
  ),
  reshaping('empty-list-is-an-object', ['A-REC-08'], 'data of an empty list is an object.', asksForList, (body) =>
    Array.isArray(body['data']) && body['data'].length === 0 ? { ...body, data: {} } : body,
  ),
  reshaping(
    'booleans-as-numbers-in-lists-by-linked-fields',
    ['A-REC-09'],
    'In a list that is sorted by a field of referenced records booleans are 0 and 1.',
    (asked) => asksForList(asked) && (asked.query.get('orderBy') ?? '').includes('.'),
    (body) => eachRecord(body, withNumbers),
  ),
  reshaping(
    'due-dates-without-zone-in-answers-to-patches',
    ['A-REC-10'],
    'dueDateTime has no time zone in the answer to a PATCH.',
    isPatch,
    (body) =>
      eachRecord(body, (record) =>
        typeof record['dueDateTime'] === 'string'
          ? { ...record, dueDateTime: record['dueDateTime'].replace(/Z$/, '') }
          : record,
      ),
  ),
  reshaping(
    'lists-that-a-patch-sent-answered-as-objects',
    ['A-REC-11'],
    'The answer to a PATCH that sent technicians shows them as objects with id.',
    isPatch,
    (body, _asked, request) =>
      Array.isArray(jsonIn(request)?.['technicians'])
        ? eachRecord(body, (record) => ({
            ...record,
            technicians: [record['technicians'] ?? []].flat().map((id) => ({ id })),
          }))
        : body,
  ),
  passing(
    'forced-put-that-creates-200',
    ['A-DAT-06'],
    'PUT by id with forceUpdate=true that creates a record is answered with 200.',
    async (request, go) => {
      const asked = askedOf(request)
      if (asked.method !== 'PUT' || asked.by !== 'id' || asked.query.get('forceUpdate') !== 'true') return go(request)
      const creates = (await now(request, go)) === undefined
      const response = await go(request)
      return creates && isWell(response) ? { ...response, status: 200 } : response
    },
  ),
  resending(
    'start-alone-clears-the-end',
    ['A-DAT-07'],
    'A PATCH of startDateTime that does not send endDateTime removes it.',
    isPatch,
    (sent) => ('startDateTime' in sent && !('endDateTime' in sent) ? { ...sent, endDateTime: null } : sent),
  ),
  resending(
    'nulls-skipped-beside-a-value',
    ['A-DAT-09'],
    'A PATCH that sets a field skips those that are null.',
    isPatch,
    (sent) => {
      const sets = Object.entries(sent).some(([name, value]) => value !== null && !['id', 'lastChanged'].includes(name))
      return sets ? Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) : sent
    },
  ),
  passing(
    'cut-json-by-external-id-crashes',
    ['A-DAT-29'],
    'A PATCH by external id whose JSON ends too early is answered with 500.',
    async (request, go) => {
      const asked = askedOf(request)
      const isMeant = asked.method === 'PATCH' && asked.by === 'externalId' && jsonIn(request) === undefined
      const response = await go(request)
      return isMeant && response.status === 400
        ? json(500, { error: 'SyntaxError', message: 'Unexpected end of JSON input', values: [] })
        : response
    },
  ),
  passing(
    'page-with-an-expanded-list-one-more',
    ['A-PAR-05'],
    'A page with an expanded list holds one record more than pageSize.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const size = Number(asked.query.get('pageSize') ?? Number.NaN)
      return asksForList(asked) && size > 0 && size < 1000 && !asked.query.has('page') && isMany(house, asked)
        ? go(withQuery(request, { pageSize: String(size + 1) }))
        : go(request)
    },
  ),
  {
    id: 'last-page-short-where-all-are-full',
    breaks: ['A-PAR-07'],
    says: 'Where the pages are all full the last of several lacks its last record.',
    rule: {
      page: {
        window: (at, size, total) => [at * size, at > 0 && (at + 1) * size === total ? total - 1 : (at + 1) * size],
      },
    },
  },
  rewriting(
    'fields-with-ids-from-the-second-page-on',
    ['A-PAR-11'],
    'From the second page on a list with fields shows id and lastChanged, too.',
    (asked) => asksForList(asked) && Number(asked.query.get('page') ?? 1) > 1 && asked.query.has('fields'),
    (request, asked) => withQuery(request, { fields: `${asked.query.get('fields')},id,lastChanged` }),
  ),
  {
    id: 'put-keeps-lists-that-are-not-sent',
    breaks: ['A-DAT-05'],
    says: 'PUT keeps the lists of references that it does not send.',
    rule: {
      data: {
        replaced: (stored, sent) => ({
          ...Object.fromEntries(
            Object.entries(stored).filter(
              ([, value]) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
            ),
          ),
          ...sent,
        }),
      },
    },
  },
]
