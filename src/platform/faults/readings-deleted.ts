import type { Fault } from '../deviation.ts'
import { catalogue } from '../data/catalogue.ts'
import { perHouse } from '../house.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import type { Passage } from '../seams/passage.ts'
import {
  askedOf,
  isBatch,
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

const plain = (id: unknown) => String(id).replaceAll('-', '').toUpperCase()
const isListing = ({ by, method }: Asked) => by === 'deleted' && method === 'GET'
const inSecond = (asked: Asked) => isListing(asked) && asked.query.get('dtos') === 'DeletedObjects.2'
const inFirst = (asked: Asked) => isListing(asked) && asked.query.get('dtos') === 'DeletedObjects.1'
type Entry = { readonly id: string; readonly externalId?: string } | string
const entriesIn = (body: Json) => (body['deletedIds'] as readonly Entry[] | undefined) ?? []
const idOf = (entry: Entry) => plain(typeof entry === 'string' ? entry : entry.id)
const withoutExternalId = (entry: Entry): Entry => (typeof entry === 'string' ? entry : { id: entry.id })

/** A fault of the entries of a listing. */
const listing = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  concerns: (asked: Asked) => boolean,
  change: (entries: readonly Entry[], request: PlatformRequest, go: Passage, asked: Asked) => Promise<readonly Entry[]>,
  remembers?: (request: PlatformRequest, go: Passage, asked: Asked, inBatch: boolean) => Promise<void>,
): Fault =>
  passing(id, breaks, says, async (request, go, { inBatch }) => {
    const asked = askedOf(request)
    await remembers?.(request, go, asked, inBatch)
    const response = await go(request)
    if (!concerns(asked) || !isWell(response)) return response
    const body = jsonIn(response) ?? {}
    const deletedIds = await change(entriesIn(body), request, go, asked)
    return withJson(response, () => ({ ...body, deletedIds }))
  })

const lookUp = (request: PlatformRequest, resource: string, tail: string): PlatformRequest => ({
  ...withQuery(request, { from: null, to: null, dtos: `${resource}.${catalogue.get(resource)?.newest}` }),
  method: 'GET',
  target: withQuery(request, {
    from: null,
    to: null,
    dtos: `${resource}.${catalogue.get(resource)?.newest}`,
  }).target.replace(/\/v4\/\w+\/[^?]*/, `/v4/${resource}/${tail}`),
})
const recordOf = (response: PlatformResponse): Json | undefined =>
  isWell(response)
    ? (Object.values(((jsonIn(response)?.['data'] as Json[] | undefined) ?? [])[0] ?? {})[0] as Json | undefined)
    : undefined
const others = async (
  request: PlatformRequest,
  go: Passage,
  resources: readonly string[],
): Promise<readonly Entry[]> => {
  const found: Entry[] = []
  for (const resource of resources)
    found.push(
      ...entriesIn(
        jsonIn(await go({ ...request, target: request.target.replace(/\/v4\/\w+\//, `/v4/${resource}/`) })) ?? {},
      ),
    )
  return found
}

const first = new Map<string, number>()
const inBatches = new Set<string>()
const byForce = new Set<string>()
const firstIds = new Map<string, string>()
const answers = perHouse(() => new Map<string, PlatformResponse>())
const undone = perHouse(() => new Map<string, string>())

/** Quiet breaches of A-DEL, thought up from its sentences alone. */
export const readingsDeletedFaults: readonly Fault[] = [
  passing(
    'del-first-answer-kept',
    ['A-DEL-01'],
    'A listing is answered as it was when its interval was asked for first.',
    async (request, go, { house }) => {
      if (askedOf(request).by !== 'deleted') return go(request)
      const known = answers(house).get(request.target)
      if (known) return known
      const response = await go(request)
      answers(house).set(request.target, response)
      return response
    },
  ),
  listing(
    'del-recreated-hidden',
    ['A-DEL-01'],
    'A deletion is no longer listed when there is a record with its id again.',
    isListing,
    async (entries, request, go, { resource = '' }) => {
      const kept: Entry[] = []
      for (const entry of entries) if (!recordOf(await go(lookUp(request, resource, idOf(entry))))) kept.push(entry)
      return kept
    },
  ),
  {
    id: 'del-first-deletion-only',
    breaks: ['A-DEL-01'],
    says: 'Of several deletions under one id only the first is listed.',
    rule: {
      deleted: {
        lists: ({ record, at }) => {
          const known = first.get(record.id)
          if (known === undefined) first.set(record.id, at)
          return known === undefined || known === at
        },
      },
    },
  },
  listing(
    'del-batch-not-listed',
    ['A-DEL-01'],
    'Deletions by parts of a batch are not listed.',
    isListing,
    (entries) => Promise.resolve(entries.filter((entry) => !inBatches.has(idOf(entry)))),
    (_request, _go, asked, inBatch) => {
      if (inBatch && asked.method === 'DELETE') inBatches.add(plain(asked.name))
      return Promise.resolve()
    },
  ),
  passing(
    'del-rolled-back-listed',
    ['A-DEL-01', 'A-BAT-08'],
    'Deletions that were rolled back are listed.',
    async (request, go, { house }) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (isBatch(asked) && /\r\nHTTP\/1\.1 [45]\d\d/.test(response.body.toString('latin1')))
        for (const [, resource = '', id = ''] of request.body
          .toString('latin1')
          .matchAll(/\r\nDELETE \S*?\/v4\/(\w+)\/(\w+)/g))
          undone(house).set(id, resource)
      return inSecond(asked) && isWell(response)
        ? withJson(response, (body) => ({
            ...body,
            deletedIds: [
              ...entriesIn(body),
              ...[...undone(house)].flatMap(([id, resource]) => (resource === asked.resource ? [{ id }] : [])),
            ],
          }))
        : response
    },
  ),
  {
    id: 'del2-empty-missing',
    breaks: ['A-DEL-02'],
    says: 'A listing without entries has no deletedIds.',
    rule: { deleted: { second: (entries) => (entries.length === 0 ? {} : { deletedIds: entries }) } },
  },
  listing(
    'del2-extid-after-clear',
    ['A-DEL-02'],
    'An entry has the first external id of its record, not the last.',
    inSecond,
    (entries) =>
      Promise.resolve(
        entries.map((entry) => {
          const former = firstIds.get(idOf(entry))
          return typeof entry === 'string' || former === undefined ? entry : { ...entry, externalId: former }
        }),
      ),
    (request, _go, asked) => {
      const { id, externalId } = jsonIn(request) ?? {}
      if (asked.method === 'POST' && typeof externalId === 'string') firstIds.set(plain(id), externalId)
      return Promise.resolve()
    },
  ),
  listing(
    'del2-extid-lost-on-force',
    ['A-DEL-02', 'A-DEL-07'],
    'Entries of forced deletions have no external id.',
    inSecond,
    (entries) => Promise.resolve(entries.map((entry) => (byForce.has(idOf(entry)) ? withoutExternalId(entry) : entry))),
    (request, _go, asked) => {
      if (asked.method === 'DELETE' && request.target.includes('forceDelete=true')) byForce.add(plain(asked.name))
      return Promise.resolve()
    },
  ),
  {
    id: 'del1-only-without-extid',
    breaks: ['A-DEL-03'],
    says: 'DeletedObjects.1 lists only records that had no external id.',
    rule: {
      deleted: {
        first: (entries) => ({
          deletedIds: entries.flatMap(({ id, externalId }) => (externalId === null ? [id] : [])),
        }),
      },
    },
  },
  rewriting(
    'del1-ignores-range',
    ['A-DEL-03', 'A-DEL-01'],
    'DeletedObjects.1 ignores the parameter to.',
    inFirst,
    (request) => withQuery(request, { to: '99999999999999' }),
  ),
  reshaping(
    'del-dtos-2-as-1',
    ['A-DEL-02', 'A-DEL-04'],
    'DeletedObjects.2 lists bare ids for business partners.',
    (asked) => inSecond(asked) && asked.resource === 'BusinessPartner',
    (body) => ({ ...body, deletedIds: entriesIn(body).map((entry) => (typeof entry === 'string' ? entry : entry.id)) }),
  ),
  {
    id: 'del-own-hidden-extid',
    breaks: ['A-DEL-05'],
    says: "The caller's own deletions by external id are not listed.",
    rule: { deleted: { lists: ({ by, route }, asker) => by !== asker || route !== 'externalId' } },
  },
  rewriting(
    'del-missing-from-zero',
    ['A-DEL-06'],
    'An empty from counts as 0.',
    (asked) => isListing(asked) && asked.query.get('from') === '',
    (request) => withQuery(request, { from: '0' }),
  ),
  rewriting(
    'del-missing-both-page',
    ['A-DEL-06'],
    'A listing without from and to is empty.',
    (asked) => isListing(asked) && !asked.query.has('from') && !asked.query.has('to'),
    (request) => withQuery(request, { from: '0', to: '0' }),
  ),
  listing(
    'del-extid-dropped-after-recreate',
    ['A-DEL-07', 'A-DEL-02'],
    'An entry loses its external id when another record has it.',
    inSecond,
    async (entries, request, go, { resource = '' }) => {
      const shown: Entry[] = []
      for (const entry of entries) {
        const { externalId } = typeof entry === 'string' ? {} : entry
        const taken =
          externalId !== undefined &&
          recordOf(await go(lookUp(request, resource, `externalId/${encodeURIComponent(externalId)}`)))
        shown.push(taken ? withoutExternalId(entry) : entry)
      }
      return shown
    },
  ),
  {
    id: 'del-extid-only-if-latin',
    breaks: ['A-DEL-07', 'A-DEL-02'],
    says: 'An external id with characters other than ASCII is left out of its entry.',
    rule: {
      deleted: {
        entry: ({ id, externalId }) => ({
          id,
          ...(externalId !== null && /^[\x20-\x7e]*$/.test(externalId) ? { externalId } : {}),
        }),
      },
    },
  },
  listing(
    'del-all-resources',
    ['A-DEL-09'],
    'DeletedObjects.1 lists the deletions of every resource.',
    inFirst,
    async (entries, request, go, { resource }) => [
      ...entries,
      ...(await others(
        request,
        go,
        ['ServiceCall', 'BusinessPartner', 'Activity'].filter((one) => one !== resource),
      )),
    ],
  ),
  listing(
    'del-attachments-mixed',
    ['A-DEL-09'],
    'Deleted attachments are listed among the service calls.',
    (asked) => isListing(asked) && asked.resource === 'ServiceCall',
    async (entries, request, go) => [...entries, ...(await others(request, go, ['Attachment']))],
  ),
]
