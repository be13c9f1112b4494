import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { askedOf, eachRecord, isWell, jsonIn, passing, reshaping, withQuery, type Json } from './passing.ts'
import { isGet, isPost, isRead, isUpdate, now, resending } from './serving.ts'

const mapped = (record: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
const recordOf = (response: PlatformResponse): Json | undefined => {
  const element = (jsonIn(response)?.['data'] as Json[] | undefined)?.[0]
  return element && (Object.values(element)[0] as Json)
}

const renamed = perHouse(() => new Map<string, string>())
const shownForms = perHouse(() => new Map<string, PlatformResponse>())

/** Quiet breaches of the chapters REC and DAT that another reader thought up. */
export const thirdRecordFaults: readonly Fault[] = [
  reshaping(
    'booleans-as-numbers-with-fields',
    ['A-REC-09', 'A-PAR-11'],
    'With fields, booleans are shown as 0 and 1.',
    (asked) => isRead(asked) && asked.query.has('fields'),
    (body) =>
      eachRecord(body, (record) => mapped(record, (value) => (typeof value === 'boolean' ? Number(value) : value))),
  ),
  resending(
    'text-cut-at-4000-bytes',
    ['A-DAT-03', 'A-DAT-05', 'A-DAT-07'],
    'Texts of more than 4000 bytes are cut there.',
    (asked) => asked.resource !== 'Attachment' && (isPost(asked) || isUpdate(asked)),
    (sent) =>
      mapped(sent, (value) =>
        typeof value === 'string' && Buffer.byteLength(value) > 4000
          ? Buffer.from(value)
              .subarray(0, 4000)
              .toString('utf8')
              .replace(/\ufffd$/, '')
          : value,
      ),
  ),
  passing(
    'letter-case-alone-is-no-change',
    ['A-DAT-07'],
    'A PATCH that changes nothing but the letter case of a text is answered with the new one, and not stored.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) && asked.method === 'PATCH' ? jsonIn(request) : undefined
      const before = sent && (await now(request, go))
      if (!sent || !before) return go(request)
      const same = Object.entries(sent).filter(
        ([name, value]) =>
          typeof value === 'string' &&
          typeof before[name] === 'string' &&
          value !== before[name] &&
          value.toLowerCase() === before[name].toLowerCase(),
      )
      if (same.length === 0) return go(request)
      const kept = { ...sent, ...Object.fromEntries(same.map(([name]) => [name, before[name]])) }
      const response = await go({ ...request, body: Buffer.from(JSON.stringify(kept)) })
      const body = jsonIn(response)
      return isWell(response) && body
        ? {
            ...response,
            body: Buffer.from(
              JSON.stringify(eachRecord(body, (record) => ({ ...record, ...Object.fromEntries(same) }))),
            ),
          }
        : response
    },
  ),
  passing(
    'removed-external-id-still-found',
    ['A-DAT-09', 'A-DAT-14'],
    'After its external id was set to null a record is still found by it.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) ? jsonIn(request) : undefined
      const before = sent && sent['externalId'] === null ? await now(request, go) : undefined
      const response = await go(request)
      if (before && isWell(response) && typeof before['externalId'] === 'string')
        renamed(house).set(`${asked.resource} ${before['externalId']}`, String(before['id']))
      const known = renamed(house).get(`${asked.resource} ${asked.name}`)
      if (!isGet(asked) || asked.by !== 'externalId' || response.status !== 404 || !known) return response
      return go({ ...request, target: request.target.replace(/\/externalId\/[^?]*/, `/${known}`) })
    },
  ),
  passing(
    'null-skipped-beside-a-reference',
    ['A-DAT-09'],
    'In a PATCH that sets a reference, fields that are null are skipped.',
    (request, go) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) && asked.method === 'PATCH' ? jsonIn(request) : undefined
      const sets =
        sent && Object.entries(sent).some(([name, value]) => name !== 'id' && /^[0-9A-F]{32}$/i.test(String(value)))
      return go(
        sets
          ? {
              ...request,
              body: Buffer.from(
                JSON.stringify(Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))),
              ),
            }
          : request,
      )
    },
  ),
  passing(
    'external-id-suffix-stripped',
    ['A-DAT-14'],
    'In a path, what follows the last dot of an external id is lost.',
    (request, go) => {
      const asked = askedOf(request)
      return go(
        asked.by === 'externalId' && asked.name?.includes('.')
          ? { ...request, target: request.target.replace(/(\/externalId\/[^?]*)\.[^?.]*/, '$1') }
          : request,
      )
    },
  ),
  resending(
    'external-id-composed-when-stored',
    ['A-DAT-14', 'A-REC-07'],
    'An external id is stored in composed Unicode form, and looked up as it is written.',
    (asked) => isPost(asked) || isUpdate(asked),
    (sent) =>
      typeof sent['externalId'] === 'string' ? { ...sent, externalId: sent['externalId'].normalize('NFC') } : sent,
  ),
  passing(
    'former-external-id-still-written',
    ['A-DAT-15'],
    'Writes by an external id that a record had before still go to that record.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) ? jsonIn(request) : undefined
      const known = renamed(house).get(`${asked.resource} ${asked.name}`)
      if (sent && asked.by === 'externalId' && known && !(await now(request, go)))
        return go({ ...request, target: request.target.replace(/\/externalId\/[^?]*/, `/${known}`) })
      const before = sent && typeof sent['externalId'] === 'string' ? await now(request, go) : undefined
      const response = await go(request)
      if (before && isWell(response) && before['externalId'] !== sent?.['externalId'])
        renamed(house).set(`${asked.resource} ${String(before['externalId'])}`, String(before['id']))
      return response
    },
  ),
  passing(
    'conflict-of-deletion-names-what-was-sent',
    ['A-DAT-20'],
    'The 409 of a DELETE names the lastChanged that was sent.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      const sent = asked.query.get('lastChanged')
      const body = asked.method === 'DELETE' && response.status === 409 && sent ? jsonIn(response) : undefined
      return body ? { ...response, body: Buffer.from(JSON.stringify({ ...body, values: [Number(sent)] })) } : response
    },
  ),
  passing(
    'forced-deletion-in-a-batch-checks-the-lock',
    ['A-DAT-23'],
    'In a batch, a forced DELETE with a stale lastChanged is refused.',
    (request, go, { inBatch }) => {
      const { method, query } = askedOf(request)
      return go(
        inBatch && method === 'DELETE' && query.get('forceDelete') === 'true' && query.has('lastChanged')
          ? withQuery(request, { forceDelete: null })
          : request,
      )
    },
  ),
  passing(
    'trailing-text-after-json',
    ['A-DAT-29'],
    'What follows the first JSON value of a body is overlooked.',
    (request, go) => {
      const asked = askedOf(request)
      const text = request.body.toString('utf8')
      if (!(isPost(asked) || isUpdate(asked)) || !text.startsWith('{') || jsonIn(request)) return go(request)
      for (let at = text.indexOf('}'); at >= 0; at = text.indexOf('}', at + 1)) {
        const body = Buffer.from(text.slice(0, at + 1))
        if (jsonIn({ body }))
          return go({ ...request, body, headers: request.headers.filter(([name]) => !/^content-length$/i.test(name)) })
      }
      return go(request)
    },
  ),
  passing(
    'deletion-with-empty-last-changed',
    ['A-DAT-32'],
    'A DELETE with an empty lastChanged is carried out without a lock.',
    (request, go) => {
      const { method, query } = askedOf(request)
      return go(
        method === 'DELETE' && query.get('lastChanged') === ''
          ? withQuery(request, { lastChanged: null, forceDelete: 'true' })
          : request,
      )
    },
  ),
  passing(
    'reference-form-remembered',
    ['A-REC-11', 'A-PAR-12'],
    'A read without useExternalIds shows references as a read with it did before.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (!isGet(asked)) return go(request)
      const key = withQuery(request, { useExternalIds: null }).target
      const response = await go(request)
      const before = shownForms(house).get(key)
      if (asked.query.get('useExternalIds') === 'true') shownForms(house).set(key, response)
      else if (before && recordOf(before)?.['lastChanged'] === recordOf(response)?.['lastChanged']) return before
      return response
    },
  ),
]
