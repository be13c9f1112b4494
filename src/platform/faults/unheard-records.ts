import type { Fault } from '../deviation.ts'
import { catalogue } from '../data/catalogue.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { recordRules } from '../rulebook/record.ts'
import { askedOf, eachRecord, isWell, jsonIn, passing, withJson, withQuery, type Json } from './passing.ts'
import { pause } from './pause.ts'
import { isPost, isRead, isUpdate, now, nowServed, plain, serving } from './serving.ts'

const local = (value: unknown): unknown =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))
    ? new Date(Date.parse(value) + 7_200_000).toISOString().replace(/(?:\.000)?Z$/, '+02:00')
    : value
const recordIn = (response: PlatformResponse): Json | undefined =>
  Object.values((jsonIn(response)?.['data'] as Json[] | undefined)?.[0] ?? {})[0] as Json | undefined
const left = perHouse(() => new Map<string, unknown>())
const busy = perHouse(() => new Map<string, Promise<unknown>>())
const named = perHouse(() => new Set<string>())

/** Quiet breaches of the chapters REC, DAT and DEL that nobody here had in mind. */
export const unheardRecordFaults: readonly Fault[] = [
  {
    id: 'last-changed-by-kept-on-external-patch',
    breaks: ['A-REC-05'],
    says: 'PATCH by external id does not change lastChangedBy.',
    rule: {
      record: {
        lastChangedBy: (writer, former, step) =>
          step.operation === 'patch' && step.by === 'externalId' && former !== undefined
            ? former
            : recordRules.record.lastChangedBy(writer, former, step),
      },
    },
  },
  {
    id: 'list-datetimes-in-local-offset',
    breaks: ['A-REC-10'],
    says: 'Lists show date-times with an offset of two hours.',
    rule: {
      values: {
        shown: (value, { kind, place }) =>
          kind === 'dateTime' && (place === 'list' || place === 'search') ? local(value) : value,
      },
    },
  },
  serving(
    'patch-on-deleted-id-restores',
    ['A-DAT-08'],
    'PATCH on the id of a deleted record brings back what it does not send.',
    {
      rule: {
        data: {
          created: (sent, former) => {
            const asked = nowServed()?.asked
            return asked?.method === 'PATCH' && asked.by === 'id' ? { ...former(), ...sent } : sent
          },
        },
      },
    },
  ),
  passing(
    'post-with-current-lastchanged-updates',
    ['A-DAT-12'],
    'POST with the id and the lastChanged of a stored record overwrites it.',
    async (request, go) => {
      const asked = askedOf(request)
      const { id, lastChanged } = (isPost(asked) && jsonIn(request)) || {}
      if (typeof id !== 'string' || typeof lastChanged !== 'number') return go(request)
      const [path, search] = request.target.split(/\?(.*)/s)
      const at = { ...request, target: `${path}/${id}?${search}` }
      const stored = await now(at, go)
      return stored?.['lastChanged'] === lastChanged ? go({ ...at, method: 'PUT' }) : go(request)
    },
  ),
  serving(
    'external-put-create-without-external-id',
    ['A-DAT-15'],
    'PUT by external id creates a record without it, unless the body holds it.',
    {
      rule: {
        data: {
          upsertExternalId: (addressed) => {
            const at = nowServed()
            return at?.asked.method === 'PUT' && at.sent['externalId'] === undefined ? null : addressed
          },
        },
      },
    },
  ),
  passing(
    'delete-cascades-to-attachments',
    ['A-DAT-25'],
    'Deleting a record deletes the attachments whose object it is.',
    async (request, go) => {
      const asked = askedOf(request)
      if (asked.method !== 'DELETE' || !asked.resource || asked.resource === 'Attachment') return go(request)
      const record = await now(request, go)
      const response = await go(request)
      if (!record || !isWell(response)) return response
      const dtos = `Attachment.${catalogue.get('Attachment')?.newest}`
      const at = (rest: string) => {
        const [path = '', search = ''] = request.target.split(/\?(.*)/s)
        return { ...request, target: `${path.replace(/\/v4\/.*$/s, `/v4/Attachment${rest}`)}?${search}` }
      }
      const listed = await go({ ...withQuery(at(''), { dtos, pageSize: '10000', lastChanged: null }), method: 'GET' })
      for (const element of (jsonIn(listed)?.['data'] ?? []) as Json[]) {
        const attachment = Object.values(element)[0] as Json
        const { objectId } = (attachment['object'] ?? {}) as Json
        if (objectId !== undefined && plain(objectId) === plain(record['id']))
          await go(withQuery(at(`/${String(attachment['id'])}`), { dtos, forceDelete: 'true' }))
      }
      return response
    },
  ),
  {
    id: 'lock-not-shared-between-id-and-external-path',
    breaks: ['A-DAT-26'],
    says: 'An update by id and one by external id pass the lock check within 30 ms.',
    seam: {
      lock: { gap: ({ operation }) => (operation === 'delete' ? undefined : pause()) },
      passage: {
        through: async (request, go, { house }) => {
          const asked = askedOf(request)
          if (!isUpdate(asked)) return go(request)
          const before = busy(house).get(asked.path)
          const mine = (before ?? Promise.resolve()).then(() => go(request))
          busy(house).set(
            asked.path,
            mine.catch(() => undefined),
          )
          return mine
        },
      },
    },
  },
  {
    id: 'text-cut-at-four-byte-character',
    breaks: ['A-DAT-07', 'A-DAT-05'],
    says: 'PUT and PATCH cut texts at the first character beyond the basic plane.',
    rule: {
      values: {
        taken: (value, { kind, operation }) =>
          kind === 'text' && operation !== 'create' ? String(value).split(/[\u{10000}-\u{10ffff}]/u)[0] : value,
      },
    },
  },
  passing(
    'udf-written-before-lock-check',
    ['A-DAT-21'],
    'An update that the lock refuses stores its udfValues.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (isUpdate(asked)) {
        const { udfValues } = jsonIn(request) ?? {}
        const id = plain((response.status === 409 ? await now(request, go) : recordIn(response))?.['id'])
        if (isWell(response)) left(house).delete(id)
        else if (response.status === 409 && udfValues !== undefined) left(house).set(id, udfValues)
      }
      return isRead(asked) && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) => {
              const id = plain(record['id'])
              return left(house).has(id) && 'udfValues' in record
                ? { ...record, udfValues: left(house).get(id) }
                : record
            }),
          )
        : response
    },
  ),
  serving(
    'deleted-range-on-record-lastchanged',
    ['A-DEL-01'],
    'A deleted listing goes by the lastChanged of the records, not by when they were deleted.',
    {
      rule: {
        deleted: {
          lists: ({ record }) => {
            const query = nowServed()?.asked.query
            return record.lastChanged >= Number(query?.get('from')) && record.lastChanged < Number(query?.get('to'))
          },
          includes: () => true,
        },
      },
    },
  ),
  passing(
    'deleted-external-id-from-creation',
    ['A-DEL-07', 'A-DEL-02'],
    'An entry of the deleted listing has the external id that its record was created with, if any.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      const made = isPost(asked) && isWell(response) ? recordIn(response) : undefined
      if (made && (made['externalId'] ?? null) === null) named(house).add(plain(made['id']))
      return asked.by === 'deleted' && isWell(response)
        ? withJson(response, (body) => ({
            ...body,
            deletedIds: (body['deletedIds'] as Array<Json | string>).map((entry) => {
              if (typeof entry === 'string' || !named(house).has(plain(entry['id']))) return entry
              const { externalId: _, ...rest } = entry
              return rest
            }),
          }))
        : response
    },
  ),
]
