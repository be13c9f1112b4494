import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { recordRules } from '../rulebook/record.ts'
import { askedOf, eachRecord, isWell, jsonIn, passing, withJson, withQuery } from './passing.ts'
import type { Json } from './passing.ts'
import { isPost, isRead, isUpdate, now, nowServed, plain, serving, withSent } from './serving.ts'

const memory = perHouse(() => ({
  /** What was read by external id, and the record that it shows. */
  read: new Map<string, { readonly id: string; readonly response: PlatformResponse }>(),
  /** External ids that show by record. */
  shown: new Map<string, unknown>(),
  forced: new Set<string>(),
}))

const recordIn = (response: PlatformResponse): Json | undefined =>
  Object.values((jsonIn(response)?.['data'] as Json[] | undefined)?.[0] ?? {})[0] as Json | undefined
const rawName = (path: string): string => /\/externalId\/(.*)$/.exec(path)?.[1] ?? ''

/** Quiet breaches of records and their writes that a seventh reader of the document thought up. */
export const seventhDataFaults: readonly Fault[] = [
  ...(
    [
      ['by-id', 'a DELETE by id'],
      ['by-external-id', 'a DELETE by external id'],
      ['in-a-batch', 'a batch that deletes it'],
    ] as const
  ).map(([way, words]) =>
    passing(
      `external-id-read-kept-after-delete-${way}`,
      ['A-DAT-10', 'A-DAT-24'],
      `What was read by external id is still read so after ${words}.`,
      async (request, go, { house, inBatch }) => {
        const asked = askedOf(request)
        const { read } = memory(house)
        if (asked.method === 'GET' && asked.by === 'externalId') {
          const response = await go(request)
          const known = read.get(request.target)
          if (known && response.status === 404) return known.response
          const id = isWell(response) ? recordIn(response)?.['id'] : undefined
          if (id !== undefined) read.set(request.target, { id: plain(id), response })
          return response
        }
        const deletes = asked.method === 'DELETE' && (asked.by === 'id' || asked.by === 'externalId')
        const keeps = way === 'in-a-batch' ? inBatch : !inBatch && asked.by === (way === 'by-id' ? 'id' : 'externalId')
        const evicts = isUpdate(asked) || (deletes && !keeps)
        const before = evicts ? await now(withQuery(request, { fields: null, expand: null }), go) : undefined
        const response = await go(request)
        const ids = [before?.['id'], evicts ? recordIn(response)?.['id'] : undefined].map(plain)
        for (const [key, { id }] of read) if (ids.includes(id)) read.delete(key)
        return response
      },
    ),
  ),
  serving(
    'external-id-created-undecoded',
    ['A-DAT-15'],
    'PUT and PATCH on a missing external id create the record with the external id as it is encoded in the path.',
    {
      rule: {
        data: {
          externalIdsMeant: (segment) => {
            const raw = rawName(nowServed()?.asked.path ?? '')
            return raw === '' || raw === segment ? [segment] : [raw, segment]
          },
        },
      },
    },
  ),
  passing(
    'refused-post-moves-external-id',
    ['A-DAT-12'],
    'A refused POST with a stored id changes the external id of the record.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const { shown } = memory(house)
      const response = await go(request)
      const sent = isPost(asked) ? jsonIn(request) : undefined
      if (sent && response.status === 409 && typeof sent['externalId'] === 'string' && sent['id'] !== undefined)
        shown.set(plain(sent['id']), sent['externalId'])
      if (isUpdate(asked) && isWell(response)) shown.delete(plain(recordIn(response)?.['id']))
      return isRead(asked) && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) => {
              const id = plain(record['id'])
              return shown.has(id) && 'externalId' in record ? { ...record, externalId: shown.get(id) } : record
            }),
          )
        : response
    },
  ),
  serving(
    'inlined-merged-by-external-patch',
    ['A-REC-14', 'A-DAT-15'],
    'PATCH by external id completes inlined objects with what is stored.',
    {
      rule: {
        record: {
          onPartialInlined: () => {
            const { by, method } = nowServed()?.asked ?? {}
            return by === 'externalId' && method === 'PATCH' ? 'keep' : recordRules.record.onPartialInlined()
          },
        },
      },
    },
  ),
  passing(
    'null-reference-kept-by-force',
    ['A-DAT-09'],
    'A forced PATCH overlooks null for a single reference.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const fields = house.world.resources.get(asked.resource ?? '')?.fields ?? {}
      const isForced = isUpdate(asked) && asked.method === 'PATCH' && asked.query.get('forceUpdate') === 'true'
      const sent = isForced ? jsonIn(request) : undefined
      const isReference = (name: string) => {
        const kind = fields[name]?.kind
        return typeof kind === 'object' && 'reference' in kind
      }
      return go(
        sent
          ? withSent(
              request,
              Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== null || !isReference(name))),
            )
          : request,
      )
    },
  ),
  passing(
    'refused-patch-moves-last-changed',
    ['A-DAT-21'],
    'A PATCH that is refused with CA-27 moves lastChanged; PUT and DELETE do not.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (isUpdate(asked) && asked.method === 'PATCH' && response.status === 409)
        await go(withSent(withQuery(request, { forceUpdate: 'true' }), {}))
      return response
    },
  ),
  passing(
    'force-lasts-for-its-record',
    ['A-DAT-22', 'A-DAT-20'],
    'The first update of a record after a forced one is forced, too.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const before = isUpdate(asked) ? await now(withQuery(request, { fields: null }), go) : undefined
      if (!before) return go(request)
      const { forced } = memory(house)
      const id = plain(before['id'])
      const isForced = asked.query.get('forceUpdate') === 'true'
      const response = await go(!isForced && forced.delete(id) ? withQuery(request, { forceUpdate: 'true' }) : request)
      if (isForced && isWell(response)) forced.add(id)
      return response
    },
  ),
]
