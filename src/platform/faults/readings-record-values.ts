import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { recordRules } from '../rulebook/record.ts'
import {
  askedOf,
  eachRecord,
  inParts,
  isWell,
  jsonIn,
  passing,
  refused,
  reshaping,
  withJson,
  withQuery,
  type Asked,
  type Json,
} from './passing.ts'
import { isGet, asksForList, isPost, isRead, isUpdate, now, plain, nowServed, serving, withSent } from './serving.ts'

const { record: strict } = recordRules
const flagsAsText = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name.startsWith('chargeable') && typeof value === 'boolean' ? String(value) : value,
    ]),
  )
const times = (record: Json, change: (time: string) => unknown): Json =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? change(value) : value,
    ]),
  )
const expandedOf = (record: Json, change: (inner: Json) => Json): Json =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && !Array.isArray(value) && 'lastChanged' in value
        ? change(value as Json)
        : value,
    ]),
  )
const marked = perHouse(() => new Set<string>())

const isPut = (asked: Asked): boolean => isUpdate(asked) && asked.method === 'PUT'
const dropped = perHouse(() => new Map<string, readonly string[]>())

/** A flag that is sent as false is shown as null, and no query finds it. */
const falseDropped = (id: string, breaks: Fault['breaks'], says: string, concerns: (asked: Asked) => boolean): Fault =>
  passing(id, breaks, says, async (request, go, { house }) => {
    const asked = askedOf(request)
    const response = await go(request)
    if (!isWell(response)) return response
    const sent = concerns(asked) ? (jsonIn(request) ?? {}) : {}
    const flags = Object.keys(sent).filter((name) => sent[name] === false)
    const query = asked.query.get('query') ?? ''
    return withJson(response, (body) =>
      eachRecord(body, (record) => {
        const key = plain(record['id'])
        if (concerns(asked)) dropped(house).set(key, flags)
        const own = dropped(house).get(key) ?? []
        if (own.some((name) => new RegExp(`\\b${name} = false`).test(query))) return undefined
        return { ...record, ...Object.fromEntries(own.map((name) => [name, null])) }
      }),
    )
  })

/** Quiet breaches of A-REC-09..17: values, references and inlined objects as they are stored and shown. */
export const readingsRecordValueFaults: readonly Fault[] = [
  falseDropped('boolean-false-dropped', ['A-DAT-05'], 'PUT stores false as no value.', isPut),
  falseDropped('create-empty-array-lost', ['A-DAT-03'], 'POST stores false as no value.', isPost),
  {
    id: 'boolean-01-on-list',
    breaks: ['A-REC-09'],
    says: 'Lists show booleans as 0 and 1.',
    rule: {
      values: {
        shown: (value, { kind, place }) =>
          kind === 'boolean' && (place === 'list' || place === 'search') ? Number(value) : value,
      },
    },
  },
  passing(
    'boolean-string-chargeable',
    ['A-REC-09'],
    'After an update by external id the chargeable flags are texts.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!isWell(response)) return response
      if (isUpdate(asked) && asked.by === 'externalId') {
        const record = await now(request, go)
        if (record) marked(house).add(plain(record['id']))
      }
      return isRead(asked) || isUpdate(asked)
        ? withJson(response, (body) =>
            eachRecord(body, (record) => (marked(house).has(plain(record['id'])) ? flagsAsText(record) : record)),
          )
        : response
    },
  ),
  reshaping(
    'datetime-ms-lost',
    ['A-REC-10', 'A-DAT-02', 'A-BAT-05'],
    'Lists show date-times without milliseconds.',
    asksForList,
    (body) => eachRecord(body, (record) => times(record, (time) => time.replace(/\.\d+/, ''))),
  ),
  reshaping('datetime-number-in-expand', ['A-REC-10'], 'Date-times of expanded records are numbers.', isRead, (body) =>
    eachRecord(body, (record) => expandedOf(record, (inner) => times(inner, (time) => Date.parse(time)))),
  ),
  reshaping(
    'datetime-no-zone-query',
    ['A-REC-10', 'A-QRY-02'],
    'The Query API shows date-times without a time zone.',
    ({ path }) => path.endsWith('/api/query/v1'),
    (body) => ({
      ...body,
      data: (body['data'] as Json[]).map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([alias, fields]) => [alias, times(fields as Json, (time) => time.replace('Z', ''))]),
        ),
      ),
    }),
  ),
  {
    id: 'datetime-leap-day',
    breaks: ['A-DAT-15', 'A-REC-10'],
    says: 'Updates by external id store the 29th of February as the first of March.',
    rule: {
      values: {
        taken: (value, { kind, by, creates }) =>
          kind === 'dateTime' && by === 'externalId' && !creates ? String(value).replace('-02-29T', '-03-01T') : value,
      },
    },
  },
  passing(
    'reference-object-when-external',
    ['A-REC-11'],
    'A reference to a record with an external id is shown as with useExternalIds=true.',
    (request, go) => {
      const asked = askedOf(request)
      return go(
        isRead(asked) && !asked.query.has('useExternalIds') ? withQuery(request, { useExternalIds: 'true' }) : request,
      )
    },
  ),
  passing(
    'reference-dangling-null',
    ['A-DAT-01', 'A-DAT-02'],
    'A reference to a deleted record is shown in lists, but not in single reads.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const before = asked.method === 'DELETE' ? await now(request, go) : undefined
      const response = await go(request)
      if (before && isWell(response)) marked(house).add(plain(before['id']))
      return isGet(asked) && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) =>
              Object.fromEntries(
                Object.entries(record).map(([name, value]) => [
                  name,
                  name !== 'id' && typeof value === 'string' && marked(house).has(plain(value)) ? null : value,
                ]),
              ),
            ),
          )
        : response
    },
  ),
  reshaping(
    'reference-expanded-sibling',
    ['A-REC-11', 'A-EXP-01'],
    'With an expansion the other references are shown as objects with id.',
    (asked) => isRead(asked) && asked.query.has('expand'),
    (body) =>
      eachRecord(body, (record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [
            name,
            name !== 'id' && name !== 'externalId' && typeof value === 'string' && /^[0-9A-F]{32}$/i.test(value)
              ? { id: value }
              : value,
          ]),
        ),
      ),
  ),
  serving('inlined-merge-by-extid', ['A-REC-14', 'A-DAT-15'], 'An update by external id completes inlined objects.', {
    rule: {
      record: { onPartialInlined: () => (nowServed()?.asked.by === 'externalId' ? 'keep' : strict.onPartialInlined()) },
    },
  }),
  serving('inlined-put-merges', ['A-REC-14'], 'PUT completes inlined objects with what is stored.', {
    rule: {
      record: { onPartialInlined: () => (nowServed()?.asked.method === 'PUT' ? 'keep' : strict.onPartialInlined()) },
    },
  }),
  passing(
    'dup-externalid-moves',
    ['A-REC-17'],
    'An update with an external id in use takes it from the record that has it.',
    async (request, go) => {
      const sent = isUpdate(askedOf(request)) ? jsonIn(request) : undefined
      const externalId = sent?.['externalId']
      const response = await go(request)
      if (response.status !== 409 || typeof externalId !== 'string' || !response.body.includes('externalId is in use'))
        return response
      const [path = '', query = ''] = request.target.split(/\?(.*)/s)
      const holder = `${path.replace(/\/(?:externalId\/)?[^/]*$/, '')}/externalId/${encodeURIComponent(externalId)}?${query}`
      await go(
        withSent(withQuery({ ...request, method: 'PATCH', target: holder }, { forceUpdate: 'true' }), {
          externalId: null,
        }),
      )
      return go(request)
    },
  ),
  inParts(
    'dup-externalid-500',
    ['A-REC-17'],
    'In a batch an external id in use is answered with 500.',
    async (request, go) => {
      const response = await go(request)
      return response.body.includes('externalId is in use') ? refused(500, 'constraint violated') : response
    },
  ),
]
