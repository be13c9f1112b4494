import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { recordRules } from '../rulebook/record.ts'
import { shapeRules } from '../rulebook/shape.ts'
import type { Passage } from '../seams/passage.ts'
import { looking, recordIn } from './fifth-locks.ts'
import { askedOf, batchMemory, isWell, jsonIn, passing, withBody, withJson, type Json } from './passing.ts'
import { remembering, wasDeleted } from './remembering.ts'
import { isUpdate, isWrite, now, nowServed, plain, serving } from './serving.ts'

const answers = perHouse(() => new Map<string, Awaited<ReturnType<Passage>>>())
const renamed = perHouse(() => new Map<string, string>())
const changed = perHouse(() => new Set<string>())
const kin = perHouse(() => [] as Array<ReadonlyArray<{ readonly resource: string; readonly id: string }>>)
const together = batchMemory(() => [] as Array<{ readonly resource: string; readonly id: string }>)
let isRenamed = false

const { through: renaming } = serving('', ['A-DAT-17'], '', {}).seam!.passage!

/** Quiet breaches of ids, external ids and references that a fifth reader thought up. */
export const fifthNameFaults: readonly Fault[] = [
  ...(['PUT', 'PATCH'] as const).map((method) =>
    remembering(
      serving(
        `${method.toLowerCase()}-on-deleted-id-creates-another`,
        [method === 'PUT' ? 'A-DAT-06' : 'A-DAT-08'],
        `${method} on the id of a deleted record creates a record under another id.`,
        {
          rule: {
            data: {
              upsertId: (addressed, generated) =>
                nowServed()?.asked.method === method && wasDeleted(addressed) !== undefined
                  ? generated
                  : recordRules.data.upsertId(addressed, generated),
            },
          },
        },
      ),
    ),
  ),
  ...(
    [
      ['put', 'PUT', 'id', 'a PUT by id'],
      ['patch', 'PATCH', 'id', 'a PATCH by id'],
      ['external-put', 'PUT', 'externalId', 'a PUT by external id'],
      ['external-patch', 'PATCH', 'externalId', 'a PATCH by external id'],
    ] as const
  ).map(([words, method, by, said]) =>
    passing(
      `external-id-before-${words}-still-read`,
      ['A-DAT-14', 'A-DAT-24'],
      `After ${said} that changes the external id, GET by the former one finds the record, too.`,
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const [path = '', search = ''] = request.target.split(/\?(.*)/s)
        const former = renamed(house).get(`${asked.resource} ${asked.name}`)
        const isChange = isUpdate(asked)
        const before = isChange ? await now(looking(request), go) : undefined
        const response = await go(request)
        if (asked.method === 'GET' && asked.by === 'externalId' && response.status === 404 && former)
          return go({ ...request, target: `${path.replace(/externalId\/.*$/, former)}?${search}` })
        const after = isChange && isWell(response) ? recordIn(response) : undefined
        if (before && after && before['externalId'] !== after['externalId']) {
          const name = `${asked.resource} ${String(before['externalId'])}`
          if (asked.method === method && asked.by === by) renamed(house).set(name, String(after['id']))
          else renamed(house).delete(name)
        }
        return response
      },
    ),
  ),
  serving(
    'external-patch-create-without-external-id',
    ['A-DAT-15'],
    'PATCH by external id creates a record without it, unless the body holds it.',
    {
      rule: {
        data: {
          upsertExternalId: (addressed) => {
            const at = nowServed()
            return at?.asked.method === 'PATCH' && at.sent['externalId'] === undefined ? null : addressed
          },
        },
      },
    },
  ),
  {
    id: 'reference-by-changed-external-id-kept',
    breaks: ['A-DAT-17', 'A-REC-11'],
    says: 'In a PATCH by external id a reference by an external id that a PATCH gave to its record is stored as it was sent.',
    rule: {
      references: {
        named: (externalId, resource, store) => {
          const at = nowServed()
          const isMeant = at?.asked.method === 'PATCH' && at.asked.by === 'externalId' && !at.inBatch
          isRenamed = isMeant && changed(at.house).has(externalId)
          return recordRules.references.named(externalId, resource, store)
        },
        resolves: () => !isRenamed,
      },
    },
    seam: {
      passage: {
        through: async (request, go, way) => {
          const response = await renaming!(request, go, way)
          const sent = request.method === 'PATCH' && isWell(response) ? jsonIn(request) : undefined
          if (typeof sent?.['externalId'] === 'string' && askedOf(request).by === 'id')
            changed(way.house).add(sent['externalId'])
          return response
        },
      },
    },
  },
  {
    id: 'external-ids-not-in-searches',
    breaks: ['A-PAR-12'],
    says: 'useExternalIds is ignored in lists with a query.',
    rule: {
      externalIds: {
        applies: (asked, reads) => shapeRules.externalIds.applies(asked, reads) && !reads.searches,
      },
    },
  },
  {
    id: 'deletion-by-external-id-takes-its-batch-along',
    breaks: ['A-DAT-25', 'A-DAT-16'],
    says: 'A forced deletion by external id deletes those records, too, that refer to the record and were created in one batch with it.',
    seam: {
      passage: {
        part: async (request, go, way) => {
          const response = await go(request)
          const { resource } = askedOf(request)
          const id = request.method !== 'DELETE' && isWell(response) ? recordIn(response)?.['id'] : undefined
          const group = together(way)
          if (group.length === 0) kin(way.house).push(group)
          if (resource && typeof id === 'string') group.push({ resource, id })
          return response
        },
        through: async (request, go, { house }) => {
          const asked = askedOf(request)
          const isMeant =
            asked.method === 'DELETE' && asked.by === 'externalId' && asked.query.get('forceDelete') === 'true'
          const before = isMeant ? await now(looking(request), go) : undefined
          const response = await go(request)
          if (!before || !isWell(response)) return response
          const of = (id: unknown) => plain(id) === plain(before['id'])
          for (const { resource, id } of kin(house).find((group) => group.some((one) => of(one.id))) ?? []) {
            const [path = '', search = ''] = request.target.split(/\?(.*)/s)
            const dtos = `${resource}.${house.world.resources.get(resource)?.newest}`
            const target = `${path.replace(/\/v4\/.*$/, `/v4/${resource}/${id}`)}?${search.replace(/(^|&)dtos=[^&]*/, `$1dtos=${dtos}`)}`
            const one = { ...withBody(request, Buffer.alloc(0)), target }
            const held = of(id) ? undefined : await now(one, go)
            if (held && plain(JSON.stringify(held)).includes(plain(before['id']))) await go(one)
          }
          return response
        },
      },
    },
  },
  passing(
    'record-made-by-an-update-keyed-by-resource',
    ['A-REC-08', 'A-DAT-06', 'A-DAT-08'],
    'In the answer to a PUT or PATCH that creates, the record is keyed by the name of the resource as it is written.',
    async (request, go) => {
      const asked = askedOf(request)
      const isMade = isUpdate(asked) && !(await now(looking(request), go))
      const response = await go(request)
      return isMade && isWell(response) && asked.resource
        ? withJson(response, (body) => ({
            ...body,
            data: (body['data'] as Json[]).map((element) => ({ [asked.resource ?? '']: Object.values(element)[0] })),
          }))
        : response
    },
  ),
  passing(
    'list-answered-from-memory-after-patch',
    ['A-DAT-02', 'A-CQL-21', 'A-DAT-07'],
    'A list is answered from memory until a POST, PUT or DELETE of its resource: a PATCH does not clear it.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const kept = answers(house)
      const key = `${request.target} ${request.headers.find(([name]) => /^authorization$/i.test(name))?.[1]}`
      if (asked.method === 'GET' && asked.by === 'list') {
        const known = kept.get(key)
        if (known) return known
        const response = await go(request)
        if (isWell(response)) kept.set(key, response)
        return response
      }
      const response = await go(request)
      if (isWrite(asked) && asked.method !== 'PATCH' && isWell(response))
        for (const one of kept.keys()) if (one.includes(`/v4/${asked.resource}?`)) kept.delete(one)
      return response
    },
  ),
]
