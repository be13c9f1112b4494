import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import {
  askedOf,
  inParts,
  isWell,
  jsonIn,
  passing,
  refused,
  reshaping,
  rewriting,
  withBody,
  withJson,
  withQuery,
  eachRecord,
  type Asked,
  type Json,
} from './passing.ts'

type Breaks = Fault['breaks']
const isUpdate = ({ method, resource }: Asked) => resource !== undefined && (method === 'PUT' || method === 'PATCH')
const forcing = <Request extends { readonly target: string }>(request: Request): Request =>
  withQuery(request, { forceUpdate: 'true', forceDelete: 'true' })
const withFields = (request: PlatformRequest, fields: Json): PlatformRequest =>
  withBody(request, Buffer.from(JSON.stringify(fields)))
const isForced = ({ query }: Asked) => query.get('forceUpdate') === 'true'

/** A refused update of which some fields are stored all the same. */
const half = (id: string, breaks: Breaks, says: string, left: (sent: Json) => Json | undefined): Fault =>
  passing(id, breaks, says, async (request, go) => {
    const response = await go(request)
    const fields = isUpdate(askedOf(request)) && response.status === 409 ? left(jsonIn(request) ?? {}) : undefined
    if (fields) await go(withFields(forcing({ ...request, method: 'PATCH' }), fields))
    return response
  })

const memory = perHouse(() => ({
  refusedOnce: new Set<string>(),
  deleted: new Map<string, string>(),
  read: new Map<string, PlatformResponse>(),
  forcedLast: false,
}))

/** A record once read stays readable, in the way of some requests. */
const cached = (id: string, says: string, concerns: (asked: Asked) => boolean): Fault =>
  passing(id, ['A-DAT-24'], says, async (request, go, { house }) => {
    const asked = askedOf(request)
    const response = await go(request)
    if (request.method !== 'GET' || asked.by !== 'id') return response
    const { read } = memory(house)
    const known = read.get(asked.path)
    if (isWell(response)) read.set(asked.path, response)
    return response.status === 404 && known && concerns(asked) ? known : response
  })

/** Quiet breaches of A-DAT-17 and later, thought up from their sentences alone: the lock, deletes, references, bodies. */
export const readingsLockFaults: readonly Fault[] = [
  inParts(
    'lock-code-number-in-batch',
    ['A-BAT-12', 'A-DAT-19', 'A-DAT-20'],
    'The error code of a stale lastChanged is a number in the parts of a batch.',
    async (request, go) => {
      const response = await go(request)
      return response.status === 409 ? withJson(response, (body) => ({ ...body, error: 27 })) : response
    },
  ),
  passing(
    'lock-refusal-nested-by-external-id',
    ['A-DAT-19', 'A-DAT-20'],
    'By external id the body of CA-27 stands in a data envelope.',
    async (request, go) => {
      const response = await go(request)
      return response.status === 409 && askedOf(request).by === 'externalId'
        ? withJson(response, (body) => ({ data: [body] }))
        : response
    },
  ),
  inParts(
    'lock-ignored-in-batch',
    ['A-BAT-12', 'A-DAT-20', 'A-DAT-21'],
    'The parts of a batch are not checked for a stale lastChanged.',
    (request, go) =>
      go(
        jsonIn(request)?.['lastChanged'] === undefined && !request.target.includes('lastChanged=')
          ? request
          : forcing(request),
      ),
  ),
  {
    id: 'lock-zero-accepted',
    breaks: ['A-DAT-20', 'A-DAT-21'],
    says: 'A lastChanged of 0 counts as none.',
    rule: { lock: { refuses: (supplied, stored) => supplied !== 0 && supplied !== stored } },
  },
  passing(
    'lock-second-try-accepted',
    ['A-DAT-20', 'A-DAT-21'],
    'An update that was refused with CA-27 is accepted when it is sent again.',
    async (request, go, { house }) => {
      if (!isUpdate(askedOf(request))) return go(request)
      const { refusedOnce } = memory(house)
      const key = `${askedOf(request).path} ${String(jsonIn(request)?.['lastChanged'])}`
      const response = await go(refusedOnce.has(key) ? forcing(request) : request)
      if (response.status === 409) refusedOnce.add(key)
      return response
    },
  ),
  half(
    'lock-refusal-moves-last-changed',
    ['A-DAT-21'],
    'An update that is refused with CA-27 moves lastChanged.',
    () => ({}),
  ),
  half(
    'lock-refusal-stores-external-id',
    ['A-DAT-21'],
    'An update that is refused with CA-27 sets the external id.',
    ({ externalId }) => (externalId === undefined ? undefined : { externalId }),
  ),
  rewriting(
    'lock-forced-put-merges',
    ['A-DAT-22', 'A-DAT-05'],
    'A forced PUT keeps the fields that were not sent.',
    (asked) => asked.method === 'PUT' && isForced(asked),
    (request) => ({ ...request, method: 'PATCH' }),
  ),
  passing(
    'lock-force-lasts',
    ['A-DAT-22', 'A-DAT-20'],
    'The update after a forced one is forced, too.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      if (!isUpdate(asked)) return go(request)
      const kept = memory(house)
      const forced = kept.forcedLast
      kept.forcedLast = isForced(asked)
      return go(forced ? forcing(request) : request)
    },
  ),
  rewriting(
    'lock-force-needs-last-changed',
    ['A-DAT-22'],
    'A forced update without lastChanged is refused.',
    (asked) => isUpdate(asked) && isForced(asked),
    (request) => (jsonIn(request)?.['lastChanged'] === undefined ? refused(409, 'lastChanged is missing') : request),
  ),
  rewriting(
    'lock-force-delete-needs-last-changed',
    ['A-DAT-23'],
    'A forced deletion without lastChanged is refused.',
    ({ method, query }) => method === 'DELETE' && query.get('forceDelete') === 'true' && !query.has('lastChanged'),
    () => refused(400, 'lastChanged is missing'),
  ),
  {
    id: 'data-forced-delete-cascades',
    breaks: ['A-DAT-25'],
    says: 'A forced deletion also deletes the records that refer to the deleted one.',
    rule: { data: { cascades: ({ forced }) => forced } },
  },
  {
    id: 'data-delete-by-external-id-cascades',
    breaks: ['A-DAT-25', 'A-DAT-16'],
    says: 'A deletion by external id also deletes the records that refer to the deleted one.',
    rule: { data: { cascades: ({ by }) => by === 'externalId' } },
  },
  passing(
    'data-delete-hides-referrers',
    ['A-DAT-25', 'A-DAT-02'],
    'Records that refer to a deleted one are missing from lists.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      const { deleted } = memory(house)
      if (request.method === 'DELETE' && isWell(response) && asked.by === 'id') deleted.set(plain(asked.name), '')
      return asked.by === 'list' && request.method === 'GET' && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) =>
              Object.values(record).some((value) => typeof value === 'string' && deleted.has(plain(value)))
                ? undefined
                : record,
            ),
          )
        : response
    },
  ),
  cached(
    'data-deleted-readable-from-memory',
    'A record that was read before its deletion can still be read.',
    () => true,
  ),
  {
    id: 'data-reference-to-deleted-taken',
    breaks: ['A-DAT-27'],
    says: 'A reference to a deleted record is stored.',
    rule: { references: { checks: (_kind, _step, was) => !was.deleted() } },
  },
  {
    id: 'data-reference-to-other-resource-taken',
    breaks: ['A-DAT-27'],
    says: 'A reference to a record of another resource is stored.',
    rule: { references: { checks: (_kind, _step, was) => !was.elsewhere() } },
  },
  passing(
    'data-cut-body-half-stored',
    ['A-DAT-29'],
    'An update with malformed JSON is refused, and the fields before the error are stored.',
    async (request, go) => {
      const response = await go(request)
      if (request.method !== 'PATCH' || response.status !== 400 || jsonIn(request)) return response
      const fields = [...request.body.toString('utf8').matchAll(/"(\w+)"\s*:\s*("[^"]*"|\d+)\s*(?=,)/g)]
      const read = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, JSON.parse(value) as unknown]))
      await go(withFields(forcing(request), read))
      return response
    },
  ),
  reshaping(
    'data-post-answers-other-last-changed',
    ['A-DAT-31'],
    'The lastChanged that POST answers is three milliseconds later than the stored one.',
    ({ method, by, resource }) => method === 'POST' && by === 'list' && resource !== undefined,
    (body) => eachRecord(body, (record) => ({ ...record, lastChanged: Number(record['lastChanged']) + 3 })),
  ),
]

function plain(id: unknown): string {
  return String(id).replaceAll('-', '').toUpperCase()
}
