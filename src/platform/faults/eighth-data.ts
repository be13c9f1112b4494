import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { askedOf, eachRecord, inParts, isWell, jsonIn, passing, rewriting, withJson, withQuery } from './passing.ts'
import { batchMemory, type Json } from './passing.ts'
import { isRead, isUpdate, now, plain, resending, withSent } from './serving.ts'

const written = batchMemory(() => new Set<string>())
const gone = perHouse(() => [] as Json[])

const recordIn = (response: { readonly body: Buffer }): Json | undefined =>
  Object.values((jsonIn(response)?.['data'] as Json[] | undefined)?.[0] ?? {})[0] as Json | undefined
const unlocked = ({ lastChanged: _version, ...sent }: Json): Json => sent

const only =
  (field: string) =>
  (sent: Json): boolean =>
    Object.keys(sent).join() === field

/** Quiet breaches of records and their writes that an eighth reader of the document thought up. */
export const eighthDataFaults: readonly Fault[] = [
  ...(
    [
      ['second-write', 'id', 'by id'],
      ['second-write-by-external-id', 'externalId', 'by external id'],
    ] as const
  ).map(([name, by, words]) =>
    inParts(
      `batch-time-of-the-${name}`,
      ['A-BAT-16'],
      `In a transaction an update ${words} of a record that an earlier part wrote carries the time of its part.`,
      async (request, go, way) => {
        const asked = askedOf(request)
        const mine = written(way)
        const { start } = way.journal
        const isSecond = way.transactional && asked.by === by && mine.has(plain(asked.name))
        const later = { add: way.journal.add.bind(way.journal), start: start + way.position * 5 }
        const response = await (isSecond && isUpdate(asked) ? go(request, later) : go(request))
        const record = request.method === 'GET' ? undefined : recordIn(response)
        for (const one of [record?.['id'], record?.['externalId']]) if (one) mine.add(plain(one))
        return response
      },
    ),
  ),
  passing(
    'reference-by-external-id-echoed',
    ['A-REC-11', 'A-DAT-17'],
    'The answer to an update by external id shows references by external id as they were sent.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!isUpdate(asked) || asked.by !== 'externalId' || !isWell(response)) return response
      const sent = jsonIn(request) ?? {}
      const fields = house.world.resources.get(asked.resource ?? '')?.fields ?? {}
      const echoed = Object.entries(sent).filter(([name, value]) => {
        const kind = fields[name]?.kind
        return typeof kind === 'object' && 'reference' in kind && typeof value === 'string'
      })
      return withJson(response, (body) => eachRecord(body, (record) => ({ ...record, ...Object.fromEntries(echoed) })))
    },
  ),
  ...(['id', 'externalId'] as const).map((by) =>
    resending(
      `nothing-but-nulls-overlooked-by-${by === 'id' ? 'id' : 'external-id'}`,
      ['A-DAT-09'],
      `A PATCH by ${by === 'id' ? 'id' : 'external id'} of nothing but nulls removes nothing.`,
      (asked) => asked.method === 'PATCH' && asked.by === by,
      (sent) => {
        const { lastChanged, ...rest } = sent
        if (Object.values(rest).some((value) => value !== null)) return sent
        return lastChanged === undefined ? {} : { lastChanged }
      },
    ),
  ),
  ...(
    [
      ['external-id-alone', 'id', 'by id of the external id alone', only('externalId')],
      ['external-id-alone-by-external-id', 'externalId', 'by external id of the external id alone', only('externalId')],
      ['nulls-alone', 'id', 'by id of nothing but nulls', (sent) => Object.values(sent).every((one) => one === null)],
      ['nothing-at-all', 'id', 'by id of nothing but lastChanged', (sent) => Object.keys(sent).length === 0],
    ] as ReadonlyArray<[string, 'id' | 'externalId', string, (sent: Json) => boolean]>
  ).map(([name, by, words, isMeant]) =>
    rewriting(
      `lock-overlooks-${name}`,
      ['A-DAT-20', 'A-DAT-21'],
      `A PATCH ${words} passes the lock whatever lastChanged it has.`,
      (asked) => asked.method === 'PATCH' && asked.by === by,
      (request) => (isMeant(unlocked(jsonIn(request) ?? {})) ? withQuery(request, { forceUpdate: 'true' }) : request),
    ),
  ),
  passing(
    'refused-delete-moves-last-changed',
    ['A-DAT-21'],
    'A DELETE that is refused with CA-27 moves lastChanged; other writes do not.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (asked.method === 'DELETE' && (asked.by === 'id' || asked.by === 'externalId') && response.status === 409) {
        const forced = withQuery(request, { forceUpdate: 'true', forceDelete: null, lastChanged: null })
        await go({ ...withSent(forced, {}), method: 'PATCH' })
      }
      return response
    },
  ),
  passing(
    'count-keeps-what-went-by-external-id',
    ['A-EXP-03', 'A-DAT-10'],
    'count() still counts records that a DELETE by external id removed.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const deletes = asked.method === 'DELETE' && asked.by === 'externalId'
      const looking = { forceDelete: null, lastChanged: null, fields: null, expand: null }
      const before = deletes ? await now(withQuery(request, looking), go) : undefined
      const response = await go(request)
      if (before && isWell(response)) gone(house).push(before)
      if (!isRead(asked) || !asked.query.getAll('expand').some((one) => one.startsWith('count('))) return response
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          const ghosts = gone(house).filter((one) =>
            Object.values(one).some((value) => typeof value === 'string' && plain(value) === plain(record['id'])),
          ).length
          return Object.fromEntries(
            Object.entries(record).map(([name, value]) => [
              name,
              name.startsWith('count(') ? Number(value) + ghosts : value,
            ]),
          )
        }),
      )
    },
  ),
]
