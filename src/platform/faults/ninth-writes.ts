import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { recordRules } from '../rulebook/record.ts'
import { askedOf, eachRecord, isWell, jsonIn, passing, withJson, withQuery } from './passing.ts'
import { isUpdate, now, nowServed, plain, serving, withSent } from './serving.ts'
import { invalidToken } from './token-calls.ts'

const contents = perHouse(() => new Map<string, PlatformResponse>())

const looking = { fields: null, expand: null, useExternalIds: null, forceDelete: null, lastChanged: null }

const summerHour = /^(\d{4})-03-(2[5-9]|3[01])T02:(\d\d:\d\d(?:\.\d+)?Z)$/
/** A time whose digits stand in the hour that Central European time leaves out, one hour later. */
function leapt(value: unknown): unknown {
  const [, year, day, rest] = (typeof value === 'string' && summerHour.exec(value)) || []
  const isSunday = year !== undefined && new Date(`${year}-03-${day}T00:00:00Z`).getUTCDay() === 0
  return isSunday ? `${year}-03-${day}T03:${rest}` : value
}

/** Fields that the record being created takes from a deleted one, by the request. */
const revived = new WeakMap<object, readonly string[]>()
const reviving = serving(
  'put-revives-what-was-deleted-unsaid',
  ['A-DAT-06'],
  'A PUT that creates under the id of a deleted record gives it the fields of that one, and does not show them.',
  {
    rule: {
      data: {
        created: (sent, former) => {
          const asked = nowServed()?.asked
          const old = asked?.method === 'PUT' && asked.by === 'id' ? former() : undefined
          if (!asked || !old) return recordRules.data.created(sent, former)
          const fresh = Object.keys(old).filter((name) => !(name in sent) && name !== 'externalId')
          revived.set(asked, fresh)
          return { ...Object.fromEntries(fresh.map((name) => [name, old[name]])), ...sent }
        },
      },
    },
  },
)

const reads = serving(
  'query-token-for-reads-in-a-batch-alone',
  ['A-BAT-06', 'A-AUT-04'],
  'Parts that write do not inherit a token that the batch has in its query.',
  {},
)

/** Breaches of writes and what follows from them that a ninth reader of the document thought up. */
export const ninthWriteFaults: readonly Fault[] = [
  passing(
    'refused-patch-by-external-id-moves-last-changed',
    ['A-DAT-21'],
    'A PATCH by external id that is refused with CA-27 moves lastChanged; no other write does.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (asked.method === 'PATCH' && asked.by === 'externalId' && response.status === 409)
        await go(withSent(withQuery(request, { forceUpdate: 'true' }), {}))
      return response
    },
  ),
  passing(
    'conflict-of-deletion-by-external-id-names-what-was-sent',
    ['A-DAT-20'],
    'The 409 of a DELETE by external id names the lastChanged that was sent.',
    async (request, go) => {
      const { method, by, query } = askedOf(request)
      const response = await go(request)
      const sent = query.get('lastChanged')
      return method === 'DELETE' && by === 'externalId' && response.status === 409 && sent
        ? withJson(response, (body) => ({ ...body, values: [Number(sent)] }))
        : response
    },
  ),
  passing(
    'null-reference-kept-by-external-id-unsaid',
    ['A-DAT-09'],
    'A PATCH by external id answers null for a single reference that it should remove, and keeps it.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const sent =
        isUpdate(asked) && asked.method === 'PATCH' && asked.by === 'externalId' ? jsonIn(request) : undefined
      const fields = house.world.resources.get(asked.resource ?? '')?.fields ?? {}
      const kept = Object.keys(sent ?? {}).filter((name) => {
        const kind = fields[name]?.kind
        return sent?.[name] === null && typeof kind === 'object' && 'reference' in kind
      })
      if (!sent || kept.length === 0) return go(request)
      const left = Object.fromEntries(Object.entries(sent).filter(([name]) => !kept.includes(name)))
      const response = await go(withSent(request, left))
      const nothing = Object.fromEntries(kept.map((name) => [name, null]))
      return isWell(response)
        ? withJson(response, (body) => eachRecord(body, (record) => ({ ...record, ...nothing })))
        : response
    },
  ),
  serving(
    'deleted-first-version-open-at-from',
    ['A-DEL-01'],
    'With DeletedObjects.1 a deletion exactly at the time of from is not listed.',
    {
      rule: {
        deleted: {
          includes: (at, from, to) =>
            (nowServed()?.asked.query.get('dtos') === 'DeletedObjects.1' ? at > from : at >= from) && at < to,
        },
      },
    },
  ),
  {
    id: 'date-times-leap-into-summer',
    breaks: ['A-REC-10'],
    says: 'A date-time in the hour that Central European time leaves out in March is read an hour later than it was written.',
    rule: {
      values: {
        shown: (value, { kind, place }) => (kind === 'dateTime' && place !== 'written' ? leapt(value) : value),
      },
    },
  },
  passing(
    'content-outlives-in-the-older-form-by-external-id',
    ['A-ATT-06', 'A-DAT-16'],
    'The older form still returns the content of an attachment that was deleted by external id.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const guid = asked.query.get('guid')
      if (guid !== null && asked.path.endsWith('/attachmentService')) {
        const response = await go(request)
        return isWell(response) ? response : (contents(house).get(plain(guid)) ?? response)
      }
      const ends = asked.method === 'DELETE' && asked.resource === 'Attachment' && asked.by === 'externalId'
      if (!ends) return go(request)
      const before = await now(withQuery(request, looking), go)
      const download = withQuery(request, { ...looking, guid: String(before?.['id']), operation: 'download' })
      const content = await go({
        ...download,
        method: 'GET',
        target: download.target.replace(/^[^?]*/, '/dataCloudInterface/attachmentService'),
      })
      const response = await go(request)
      if (isWell(response) && isWell(content)) contents(house).set(plain(before?.['id']), content)
      return response
    },
  ),
  {
    ...reviving,
    seam: {
      passage: {
        through: (request, go, way) =>
          reviving.seam!.passage!.through!(
            request,
            async (passed) => {
              const response = await go(passed)
              const fresh = revived.get(nowServed()?.asked ?? {}) ?? []
              if (fresh.length === 0 || !isWell(response)) return response
              const unsaid = Object.fromEntries(fresh.map((name) => [name, null]))
              return withJson(response, (body) => eachRecord(body, (record) => ({ ...record, ...unsaid })))
            },
            way,
          ),
      },
    },
  },
  {
    ...reads,
    seam: {
      passage: {
        ...reads.seam?.passage,
        part: (request, go) =>
          nowServed()?.asked.query.has('access_token') && request.method !== 'GET'
            ? Promise.resolve(invalidToken())
            : go(request),
      },
    },
  },
  {
    id: 'forced-delete-by-external-id-cascades',
    breaks: ['A-DAT-25', 'A-DAT-16'],
    says: 'A forced deletion by external id also deletes the records that refer to the deleted one.',
    rule: { data: { cascades: ({ forced, by }) => forced && by === 'externalId' } },
  },
]
