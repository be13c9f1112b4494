import type { Fault } from '../deviation.ts'
import { isGuid } from '../data/body.ts'
import { allStores } from '../data/stores.ts'
import { perHouse } from '../house.ts'
import { recordRules } from '../rulebook/record.ts'
import { askedOf, batchMemory, inParts, isBatch, isWell, jsonIn, passing, refused, rewriting } from './passing.ts'
import { isGet, isUpdate, now, nowServed, plain, serving } from './serving.ts'

const isMidnight = /T00:00:00(?:\.0+)?Z$/

/** Whether an update sends nothing but lists of references or of inlined objects. */
function isOfCollections(): boolean {
  const { asked, sent, house } = nowServed() ?? {}
  if (!asked || !sent || !house || asked.method !== 'PATCH' || !isUpdate(asked)) return false
  const fields = house.world.resources.get(asked.resource ?? '')?.fields ?? {}
  const names = Object.keys(sent).filter((name) => name !== 'lastChanged')
  return names.length > 0 && names.every((name) => isCollection(fields[name]?.kind))
}
const isCollection = (kind: unknown): boolean =>
  typeof kind === 'object' && kind !== null && ('references' in kind || 'inlinedList' in kind)

const memory = perHouse(() => ({
  /** What parts of the batch under way deleted, and what a rollback brought back without its external id. */
  deleted: [] as Array<{ key: string; resource: string; id: string }>,
  forgotten: new Map<string, string>(),
}))
const keyOf = (resource: string | undefined, externalId: unknown): string => `${resource}/${String(externalId)}`

const ofBatch = batchMemory(() => new Map<string, string>())

const forgetting = passing(
  'deletion-undone-but-external-id-forgotten',
  ['A-BAT-08'],
  'A record whose deletion was rolled back is not found by its external id any more.',
  async (request, go, { house }) => {
    const { deleted, forgotten } = memory(house)
    const asked = askedOf(request)
    const key = keyOf(asked.resource, asked.name)
    if (asked.by === 'externalId' && forgotten.has(key))
      return isUpdate(asked) ? refused(409, 'externalId is in use') : refused(404, 'there is no such record')
    const response = await go(request)
    if (asked.by === 'id' && request.method !== 'GET' && isWell(response))
      for (const [one, id] of forgotten) if (id === plain(asked.name)) forgotten.delete(one)
    if (isBatch(asked))
      for (const one of deleted.splice(0))
        if ([...allStores(house).values()].some((store) => store.table(one.resource).byId(one.id)))
          forgotten.set(one.key, plain(one.id))
    return response
  },
)

/** Breaches of records and of writes that an eleventh reader of the document thought up. */
export const eleventhRecordFaults: readonly Fault[] = [
  serving(
    'collections-written-alone-leave-last-changed',
    ['A-REC-04', 'A-REC-15'],
    'A PATCH of nothing but collections leaves lastChanged as it was.',
    {
      rule: {
        record: {
          lastChanged: (start, former, step) =>
            former !== undefined && isOfCollections() ? former : recordRules.record.lastChanged(start, former, step),
        },
      },
    },
  ),
  {
    id: 'midnight-shown-as-a-bare-date',
    breaks: ['A-REC-10'],
    says: 'A date-time at midnight is shown as a date.',
    rule: {
      values: {
        shown: (value, { kind, place }) =>
          kind === 'dateTime' && place !== 'row' && typeof value === 'string' ? value.replace(isMidnight, '') : value,
      },
    },
  },
  rewriting(
    'external-id-cut-at-semicolon',
    ['A-DAT-14'],
    'GET by external id takes what stands before the first semicolon.',
    (asked) => isGet(asked) && asked.by === 'externalId' && (asked.name?.includes(';') ?? false),
    (request, { name = '' }) => ({
      ...request,
      target: request.target.replace(
        /(\/externalId\/)[^?]*/,
        (_all, head: string) => `${head}${encodeURIComponent(name.replace(/;.*$/s, ''))}`,
      ),
    }),
  ),
  serving(
    'guid-shaped-external-id-taken-for-an-id',
    ['A-DAT-17'],
    'Updates by external id look up a reference by an external id of the form of a GUID among the ids only.',
    {
      rule: {
        references: {
          named: (externalId, resource, store) => {
            const asked = nowServed()?.asked
            return asked && isUpdate(asked) && asked.by === 'externalId' && isGuid(externalId)
              ? undefined
              : recordRules.references.named(externalId, resource, store)
          },
        },
      },
    },
  ),
  {
    ...forgetting,
    seam: {
      passage: {
        ...forgetting.seam?.passage,
        part: async (request, go, { house, transactional }) => {
          const asked = askedOf(request)
          const isDeletion = request.method === 'DELETE' && transactional && asked.resource !== undefined
          const before = isDeletion ? await now({ ...request, origin: '' }, (one) => go(one)) : undefined
          const response = await go(request)
          if (before && asked.resource && isWell(response) && typeof before['externalId'] === 'string')
            memory(house).deleted.push({
              key: keyOf(asked.resource, before['externalId']),
              resource: asked.resource,
              id: String(before['id']),
            })
          return response
        },
      },
    },
  },
  inParts(
    'external-id-given-up-in-the-transaction-still-taken',
    ['A-BAT-07'],
    'An external id that an earlier part of the transaction took from a record is still taken for another one.',
    async (request, go, way) => {
      const asked = askedOf(request)
      const sent = request.method === 'GET' ? undefined : jsonIn(request)
      if (!way.transactional || !asked.resource || !sent || !('externalId' in sent)) return go(request)
      const givenUp = ofBatch(way)
      const before = isUpdate(asked) ? await now({ ...request, origin: '' }, (one) => go(one)) : undefined
      const holder = givenUp.get(keyOf(asked.resource, sent['externalId']))
      if (holder !== undefined && holder !== plain(before?.['id'])) return refused(409, 'externalId is in use')
      const response = await go(request)
      const former = before?.['externalId']
      if (isWell(response) && typeof former === 'string' && former !== sent['externalId'])
        givenUp.set(keyOf(asked.resource, former), plain(before?.['id']))
      return response
    },
  ),
]
