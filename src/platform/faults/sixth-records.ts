import { randomBytes } from 'node:crypto'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { recordRules } from '../rulebook/record.ts'
import { askedOf, eachRecord, isWell, jsonIn, passing, withBody, withJson, withQuery, type Json } from './passing.ts'
import { isPost, isRead, isUpdate, now, plain, resending, withSent } from './serving.ts'

const removed = perHouse(() => new Map<string, Json>())
const listsLeft = perHouse(() => new Map<string, Json>())
const updated = perHouse(() => new Set<string>())
const lockedBy = perHouse(() => new Map<string, number>())
const writtenThen = perHouse(() => new Map<string, ReadonlyMap<string, unknown>>())

const recordIn = (response: PlatformResponse): Json | undefined =>
  Object.values((jsonIn(response)?.['data'] as Json[] | undefined)?.[0] ?? {})[0] as Json | undefined
const isReference = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && 'externalId' in value
/** The references of a record, each with its external id, as a read with useExternalIds shows them. */
const referencesIn = (record: Json): ReadonlyMap<string, unknown> =>
  new Map(
    Object.values(record)
      .flat()
      .filter(isReference)
      .map(({ id, externalId }) => [plain(id), externalId]),
  )
const listOf = (request: PlatformRequest, resource: string, id: unknown): PlatformRequest => ({
  ...withBody(request, Buffer.alloc(0)),
  method: 'GET',
  target: withQuery(
    { target: request.target.replace(/(\/api\/data\/v4\/)[^?]*/, `$1${resource}`) },
    { query: `id = "${String(id)}"`, useExternalIds: 'true', forceUpdate: null },
  ).target,
})

/** Quiet breaches of records and their writes that a sixth reader of the document thought up. */
export const sixthRecordFaults: readonly Fault[] = [
  passing(
    'removed-values-come-back',
    ['A-DAT-09', 'A-DAT-07'],
    'The PATCH after one that removed values brings them back.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) ? jsonIn(request) : undefined
      const before = sent && (await now(request, go))
      if (!sent || !before) return go(request)
      const id = plain(before['id'])
      const back = asked.method === 'PATCH' ? (removed(house).get(id) ?? {}) : {}
      const response = await go(withSent(request, { ...back, ...sent }))
      if (!isWell(response)) return response
      const taken = Object.entries(sent).flatMap(([name, value]) =>
        value === null && before[name] !== null && before[name] !== undefined && name !== 'externalId'
          ? [[name, before[name]]]
          : [],
      )
      removed(house).set(id, asked.method === 'PATCH' ? (Object.fromEntries(taken) as Json) : {})
      return response
    },
  ),
  resending(
    'nulls-dropped-in-parts',
    ['A-DAT-09', 'A-BAT-03'],
    'In the parts of a batch, a PATCH overlooks fields that are null.',
    (asked, { inBatch }) => inBatch && isUpdate(asked) && asked.method === 'PATCH',
    (sent) => Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)),
  ),
  passing(
    'patch-creates-under-an-id-of-its-own',
    ['A-DAT-08'],
    'PATCH on a missing id creates the record under another id.',
    async (request, go) => {
      const asked = askedOf(request)
      if (asked.method !== 'PATCH' || asked.by !== 'id' || (await now(request, go))) return go(request)
      const { id: _, ...sent } = jsonIn(request) ?? {}
      const target = request.target.replace(/\/[^/?]+(?=\?|$)/, `/${randomBytes(16).toString('hex').toUpperCase()}`)
      return go({ ...(jsonIn(request) ? withSent(request, sent) : request), target })
    },
  ),
  resending(
    'supplied-id-dropped-beside-external-id',
    ['A-REC-02'],
    'POST of an id and an external id generates another id.',
    (asked) => isPost(asked) && asked.resource !== 'Attachment',
    ({ id, ...sent }) => (typeof sent['externalId'] === 'string' || id === undefined ? sent : { id, ...sent }),
  ),
  passing(
    'lists-written-before-the-lock',
    ['A-DAT-21'],
    'An update that the lock refuses stores its lists of references.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (isUpdate(asked)) {
        const lists = Object.entries(jsonIn(request) ?? {}).filter(
          ([, value]) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
        )
        const id = plain((response.status === 409 ? await now(request, go) : recordIn(response))?.['id'])
        if (isWell(response)) listsLeft(house).delete(id)
        else if (response.status === 409) listsLeft(house).set(id, Object.fromEntries(lists) as Json)
      }
      return isRead(asked) && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) => {
              const lists = Object.entries(listsLeft(house).get(plain(record['id'])) ?? {})
              return { ...record, ...Object.fromEntries(lists.filter(([name]) => name in record)) }
            }),
          )
        : response
    },
  ),
  passing(
    'deletion-unlocked-after-an-update',
    ['A-DAT-32'],
    'DELETE without lastChanged and without forceDelete succeeds for a record that was updated.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (asked.method !== 'DELETE') {
        const before = isUpdate(asked) ? await now(request, go) : undefined
        const response = await go(request)
        if (before && isWell(response)) updated(house).add(plain(before['id']))
        return response
      }
      const bare = !asked.query.has('lastChanged') && asked.query.get('forceDelete') !== 'true'
      const before = bare ? await now(request, go) : undefined
      return go(
        before && updated(house).has(plain(before['id'])) ? withQuery(request, { forceDelete: 'true' }) : request,
      )
    },
  ),
  passing(
    'lock-late-after-a-batch',
    ['A-DAT-20', 'A-BAT-03'],
    'After an update in a batch the lock compares with the lastChanged from before it, until the next update.',
    async (request, go, { house, inBatch }) => {
      const asked = askedOf(request)
      const before = isUpdate(asked) ? await now(request, go) : undefined
      if (!before) return go(request)
      const [id, sent] = [plain(before['id']), jsonIn(request) ?? {}]
      const kept = lockedBy(house).get(id)
      const current = before['lastChanged']
      const supplied = sent['lastChanged']
      const taken =
        inBatch || kept === undefined || (supplied !== kept && supplied !== current)
          ? request
          : withSent(request, { ...sent, lastChanged: supplied === kept ? current : -1 })
      const response = await go(taken)
      if (!isWell(response)) return response
      if (!inBatch) lockedBy(house).delete(id)
      else if (kept === undefined) lockedBy(house).set(id, Number(current))
      return response
    },
  ),
  passing(
    'update-answers-former-last-changed',
    ['A-DAT-05', 'A-DAT-07', 'A-DAT-15'],
    'The answers to PUT and PATCH show the lastChanged from before the update.',
    async (request, go) => {
      const before = isUpdate(askedOf(request)) ? await now(request, go) : undefined
      const response = await go(request)
      return before && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) => ({ ...record, lastChanged: before['lastChanged'] })),
          )
        : response
    },
  ),
  {
    id: 'last-changed-by-kept-on-patch',
    breaks: ['A-REC-05'],
    says: 'PATCH by id or external id does not change lastChangedBy.',
    rule: {
      record: {
        lastChangedBy: (writer, former, step) =>
          step.operation === 'patch' && former !== undefined
            ? former
            : recordRules.record.lastChangedBy(writer, former, step),
      },
    },
  },
  passing(
    'external-ids-of-references-as-written',
    ['A-PAR-12'],
    'With useExternalIds a reference carries the external id that its record had when the reference was written.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!isWell(response)) return response
      if ((isPost(asked) || isUpdate(asked)) && asked.resource !== 'Attachment') {
        const id = recordIn(response)?.['id']
        const shown = id === undefined ? undefined : recordIn(await go(listOf(request, String(asked.resource), id)))
        if (shown) writtenThen(house).set(plain(id), referencesIn(shown))
      }
      if (!isRead(asked) || asked.query.get('useExternalIds') !== 'true') return response
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          const then = writtenThen(house).get(plain(record['id']))
          const asThen = (value: unknown): unknown =>
            Array.isArray(value)
              ? value.map(asThen)
              : isReference(value) && then?.has(plain(value['id']))
                ? { ...value, externalId: then.get(plain(value['id'])) }
                : value
          return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, asThen(value)]))
        }),
      )
    },
  ),
]
