import type { Variant } from '../deviation.ts'
import { askedOf, isWell, jsonIn, recordsIn, withJson, type Json } from '../faults/passing.ts'
import { isPost, isUpdate, withSent } from '../faults/serving.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { StoredRecord } from '../store/record.ts'
import { through } from './lawful.ts'
import { writtenOtherwise } from './sieve.ts'
import { storeMeant } from './store-meant.ts'

const refusing = (status: number, error: string, message: string): PlatformResponse =>
  json(status, { error, message, values: [] })

const storedAt = (request: PlatformRequest, house: House): StoredRecord | undefined => {
  const { resource, by, name = '' } = askedOf(request)
  const table = storeMeant(request, house)?.table(resource ?? '')
  return by === 'id' ? table?.byId(name) : by === 'externalId' ? table?.byExternalId(name) : undefined
}

type Judge = (
  sent: Json,
  request: PlatformRequest,
  stored: () => StoredRecord | undefined,
) => PlatformResponse | undefined

/** A rule about bodies of POST, PUT and PATCH, told before the lock is looked at. */
const judging = (id: string, leaves: Variant['leaves'], says: string, judge: Judge): Variant =>
  through(id, leaves, says, (request, go, { house }) => {
    const asked = askedOf(request)
    const sent = isPost(asked) || isUpdate(asked) ? jsonIn(request) : undefined
    if (!sent || !storeMeant(request, house)) return go(request)
    const refused = judge(sent, request, () => storedAt(request, house))
    return refused ? Promise.resolve(refused) : go(request)
  })

const isSet = (value: unknown): boolean => (value ?? null) !== null

const statementOf = (request: PlatformRequest): string | undefined => {
  const { method, path } = askedOf(request)
  if (method !== 'POST' || !path.includes('/api/query/')) return undefined
  const query = jsonIn(request)?.['query']
  return typeof query === 'string' ? query : undefined
}

/** Whether a field of another record holds this id. */
const holds = (value: unknown, id: string): boolean =>
  typeof value === 'string'
    ? value.replaceAll('-', '').toUpperCase() === id
    : typeof value === 'object' && value !== null && Object.values(value).some((inner) => holds(inner, id))

const absent = /\b(?:originCode|orderDateTime|chargeable(?:Efforts|Mileages|Materials|Expenses))\b/

/** The value without the fields that no version of this target has. */
const without = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(without)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, inner]) => (absent.test(name) ? [] : [[name, without(inner)]])),
        )
      : value

/** Lawful servers of records that a second look at the checks thought up. */
export const secondLookDataVariants: readonly Variant[] = [
  judging(
    'a-patch-changes-something',
    ['A-DAT-18'],
    'A PATCH without any field to change is refused with 400.',
    (sent, { method }) =>
      method === 'PATCH' && Object.keys(sent).every((name) => name === 'lastChanged' || name === 'id')
        ? refusing(400, 'CA-91', 'nothing to update')
        : undefined,
  ),
  through(
    'versions-without-some-fields-of-the-sample',
    ['A-REC-12', 'A-REC-13'],
    'No version has originCode, orderDateTime or flags of what is chargeable: bodies may hold them for nothing, queries and statements may not name them.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const statement = statementOf(request)
      if (!storeMeant(request, house) || (asked.resource === undefined && statement === undefined)) return go(request)
      const named = `${statement ?? ''} ${asked.query.get('query') ?? ''}`.replaceAll(/"[^"]*"/g, '')
      if (absent.test(named)) return refusing(400, 'CA-98', 'unknown field')
      const isJson = isPost(asked) || isUpdate(asked)
      const sent = isJson ? jsonIn(request) : undefined
      const response = await go(sent && !Array.isArray(sent) ? withSent(request, without(sent) as Json) : request)
      return isWell(response) && asked.by !== 'content' ? withJson(response, without) : response
    },
  ),
  judging(
    'rules-of-records-told-as-conflicts-before-the-lock',
    ['A-DAT-18', 'A-DAT-20'],
    'Null for anything but remarks that has a value is refused with 409 of its own code, before lastChanged is looked at.',
    (sent, { method }, stored) => {
      if (method !== 'PATCH') return undefined
      const fields = stored()?.fields ?? {}
      const removed = Object.keys(sent).find((name) => name !== 'remarks' && sent[name] === null && isSet(fields[name]))
      return removed === undefined ? undefined : refusing(409, 'CA-33', `${removed} must have a value`)
    },
  ),
  through(
    'not-implemented-is-501',
    ['A-QRY-03', 'A-DAT-04'],
    'A POST of a list, and a statement that selects other fields than id, externalId, lastChanged and subject, are answered with 501.',
    (request, go) => {
      const columns = /^\s*select\s(.*?)\sfrom\s/i.exec(statementOf(request) ?? '')?.[1]
      const isRich = columns
        ?.split(',')
        .some((one) => !/^\s*\w+\.(?:id|externalId|lastChanged|subject|name)\s*$/.test(one))
      const isList = isPost(askedOf(request)) && Array.isArray(jsonIn(request))
      return isRich || isList ? Promise.resolve(refusing(501, 'CA-93', 'not implemented')) : go(request)
    },
  ),
  through(
    'flags-that-were-never-set-are-null-in-rows',
    ['A-QRY-02'],
    'A row holds null for chargeableEfforts of a call that was created without it, which the record shows as false.',
    async (request, go, { house }) => {
      const response = await go(request)
      const body = statementOf(request) === undefined || !isWell(response) ? undefined : jsonIn(response)
      const calls = storeMeant(request, house)?.table('ServiceCall')
      if (!body || !calls) return response
      for (const row of recordsIn(body))
        if ('chargeableEfforts' in row && !isSet(calls.byId(String(row['id']))?.fields['chargeableEfforts']))
          row['chargeableEfforts'] = null
      return { ...response, body: Buffer.from(JSON.stringify(body)) }
    },
  ),
  {
    ...through(
      'what-is-referred-to-is-not-deleted',
      ['A-DAT-24', 'A-DAT-25'],
      'DELETE of a record that another one refers to is refused with 409.',
      (request, go, { house }) => {
        const store = request.method === 'DELETE' ? storeMeant(request, house) : undefined
        const record = store && storedAt(request, house)
        const id = record?.id.replaceAll('-', '').toUpperCase() ?? ''
        const isUsed = store?.resources().some((name) =>
          store
            .table(name)
            .all()
            .some((other) => other !== record && holds(other.fields, id)),
        )
        return record && isUsed ? Promise.resolve(refusing(409, 'CA-94', 'other records refer to it')) : go(request)
      },
    ),
    // Activities that come by themselves would keep every call from being deleted.
    excludes: ['service-call-brings-an-activity'],
  },
  writtenOtherwise(
    'date-times-kept-to-the-second',
    ['A-REC-10'],
    'Milliseconds of date-times that are written are cut.',
    (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [
          name,
          name.endsWith('DateTime') && typeof value === 'string' ? value.replace(/\.\d+Z$/, 'Z') : value,
        ]),
      ),
  ),
  judging(
    'pictures-and-documents-are-decoded',
    ['A-ATT-10'],
    'What is named as a picture or a PDF and cannot be decoded as one is refused with 422.',
    (sent, request) =>
      askedOf(request).resource === 'Attachment' && /\.(?:png|pdf|jpg)$/i.test(String(sent['fileName']))
        ? refusing(422, 'CA-95', 'the file cannot be read')
        : undefined,
  ),
  judging(
    'external-ids-stand-in-bodies-too',
    ['A-DAT-36', 'A-DAT-15'],
    'PUT and PATCH by the external id of a missing record are refused with 400 where the body does not name it.',
    (sent, request, stored) =>
      askedOf(request).by === 'externalId' && !isSet(sent['externalId']) && !stored()
        ? refusing(400, 'CA-96', 'externalId is required')
        : undefined,
  ),
  judging(
    'start-and-end-go-together',
    ['A-REC-13', 'A-DAT-18'],
    'A PATCH of the start of a call without its end is refused with 422.',
    (sent, request) =>
      request.method === 'PATCH' && isSet(sent['startDateTime']) && !('endDateTime' in sent)
        ? refusing(422, 'CA-97', 'an appointment is changed as a whole')
        : undefined,
  ),
]
