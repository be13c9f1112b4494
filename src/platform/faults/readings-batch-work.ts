import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { openJournal } from '../store/journal.ts'
import { askedOf, batchMemory, eachRecord, inParts, isWell, jsonIn, withBody, withJson } from './passing.ts'

const says = (response: PlatformResponse, text: string) => response.body.toString('utf8').includes(text)

const patched = batchMemory(() => new Map<string, Record<string, unknown>>())
const failedOn = batchMemory(() => new Map<string, PlatformResponse>())
const anyFailed = batchMemory(() => ({ yes: false }))
const removed = batchMemory(() => new Set<string>())
const plain = (id: unknown) => String(id).replaceAll('-', '').toUpperCase()

/** Quiet breaches of A-BAT-07..09, 16, 18: the order of the parts, failures, times. */
export const readingsBatchWorkFaults: readonly Fault[] = [
  {
    id: 'bat-nontrans-parallel',
    breaks: ['A-BAT-07'],
    says: 'Parts of a batch that is not transactional end in another order than they were sent.',
    rule: {
      batch: {
        sequence: (turns, transactional) => {
          const positions = turns.map((_, position) => position)
          return transactional
            ? positions
            : [...positions.filter((at) => at % 2 === 1), ...positions.filter((at) => at % 2 === 0)]
        },
      },
    },
  },
  {
    id: 'bat-lex-contentid',
    breaks: ['A-BAT-07'],
    says: 'Parts run in the order of their Content-IDs as text.',
    rule: {
      batch: {
        sequence: (turns) =>
          turns
            .map(({ contentId }, position) => ({ contentId, position }))
            .toSorted((one, other) =>
              one.contentId === undefined || other.contentId === undefined || one.contentId === other.contentId
                ? one.position - other.position
                : one.contentId < other.contentId
                  ? -1
                  : 1,
            )
            .map(({ position }) => position),
      },
    },
  },
  inParts(
    'bat-same-record-merge',
    ['A-BAT-07'],
    'Several changes of one record are merged, and the first value of a field wins.',
    (request, go, way) => {
      const body = request.method === 'PATCH' ? jsonIn(request) : undefined
      if (!body) return go(request)
      const key = askedOf(request).path
      const merged = { ...body, ...patched(way).get(key) }
      patched(way).set(key, merged)
      return go(withBody(request, Buffer.from(JSON.stringify(merged))))
    },
  ),
  {
    id: 'bat-reorder-over-100',
    breaks: ['A-BAT-07'],
    says: 'More than a hundred parts run in chunks that overlap.',
    rule: {
      batch: {
        sequence: (turns) => {
          const positions = turns.map((_, position) => position)
          return positions.length <= 100
            ? positions
            : positions.toSorted((one, other) => (one % 100) - (other % 100) || one - other)
        },
      },
    },
  },
  {
    id: 'bat-later-validated-404',
    breaks: ['A-BAT-08'],
    says: 'After a failure the reads among the further parts of a transactional batch still run.',
    rule: { batch: { runsOn: (method) => method === 'GET' } },
  },
  {
    id: 'bat-409-not-failure',
    breaks: ['A-BAT-08'],
    says: 'A part refused by the lock does not count as a failure.',
    rule: { batch: { fails: ({ status }) => status >= 400 && status !== 409 } },
  },
  {
    id: 'bat-404-delete-not-failure',
    breaks: ['A-BAT-08'],
    says: 'A DELETE that fails does not count as a failure.',
    rule: { batch: { fails: ({ status }, method) => status >= 400 && method !== 'DELETE' } },
  },
  {
    id: 'bat-last-part-failure',
    breaks: ['A-BAT-08'],
    says: 'A failure of the last part rolls back nothing.',
    rule: { batch: { rollsBack: (transactional, _failed, isLast) => transactional && !isLast } },
  },
  {
    id: 'bat-rollback-chunk',
    breaks: ['A-BAT-08'],
    says: 'Each hundred parts are committed by themselves.',
    seam: { undo: { applies: ({ position }, of) => position >= Math.floor((of - 1) / 100) * 100 } },
  },
  {
    id: 'bat-nontrans-stops-on-500ish',
    breaks: ['A-BAT-09'],
    says: 'A batch that is not transactional stops at a part whose body is not JSON.',
    rule: { batch: { stops: (transactional, failed) => transactional || says(failed, 'not a JSON object') } },
  },
  inParts(
    'bat-nontrans-skip-same-record',
    ['A-BAT-09'],
    'After a failure the other parts about the same record get its error.',
    async (request, go, way) => {
      const { path } = askedOf(request)
      const former = way.transactional ? undefined : failedOn(way).get(path)
      if (former) return former
      const response = await go(request)
      if (!isWell(response)) failedOn(way).set(path, response)
      return response
    },
  ),
  inParts(
    'bat-nontrans-missing-record-effects',
    ['A-BAT-09'],
    'After a failure the further parts of a batch report success and have no effect.',
    async (request, go, way) => {
      if (way.transactional || !anyFailed(way).yes) {
        const response = await go(request)
        if (!isWell(response)) anyFailed(way).yes = true
        return response
      }
      const lost = openJournal(() => way.journal.start)
      const response = await go(request, lost)
      lost.rollBack((entries) => {
        for (const entry of entries) entry.undo()
      })
      return response
    },
  ),
  {
    id: 'bat-nontrans-rollback-over-n',
    breaks: ['A-BAT-09'],
    says: 'A batch that is not transactional stops after fifty failures.',
    rule: { batch: { stops: (transactional, _failed, failures) => transactional || failures > 50 } },
  },
  inParts(
    'bat-lastchanged-answer-only',
    ['A-BAT-16'],
    'The response parts show one lastChanged, what is stored differs from part to part.',
    async (request, go, way) => {
      if (!way.transactional || request.method === 'GET') return go(request)
      const { start } = way.journal
      const later = { add: way.journal.add.bind(way.journal), start: start + way.position * 3 }
      const response = await go(request, later)
      return withJson(response, (body) => eachRecord(body, (record) => ({ ...record, lastChanged: start })))
    },
  ),
  inParts(
    'bat-lastchanged-creates',
    ['A-BAT-16'],
    'Updates of a transaction carry the time of their part.',
    (request, go, way) =>
      way.transactional && /^(?:PUT|PATCH)$/.test(request.method)
        ? go(request, { add: way.journal.add.bind(way.journal), start: way.journal.start + way.position * 3 })
        : go(request),
  ),
  inParts(
    'bat-lastchanged-extid',
    ['A-BAT-16'],
    'Writes by external id carry the time of their part.',
    (request, go, way) =>
      way.transactional && request.method !== 'GET' && askedOf(request).by === 'externalId'
        ? go(request, { add: way.journal.add.bind(way.journal), start: way.journal.start + way.position * 3 + 1 })
        : go(request),
  ),
  {
    id: 'bat-missingref-deferred-lost',
    breaks: ['A-BAT-18', 'A-BAT-12'],
    says: 'A part that refers to a missing record reports success, and its batch is rolled back.',
    rule: {
      batch: {
        failure: (response) =>
          says(response, 'refers to no record') ? json(201, { data: [{ serviceCall: { id: null } }] }) : response,
      },
    },
  },
  inParts(
    'bat-missingref-deleted-in-batch',
    ['A-BAT-18'],
    'A record that an earlier part deleted may still be referred to.',
    (request, go, way) => {
      const asked = askedOf(request)
      if (request.method === 'DELETE' && asked.name !== undefined) removed(way).add(plain(asked.name))
      const body = jsonIn(request)
      if (!body || removed(way).size === 0) return go(request)
      const kept = Object.entries(body).filter(
        ([, value]) => typeof value !== 'string' || !removed(way).has(plain(value)),
      )
      return go(withBody(request, Buffer.from(JSON.stringify(Object.fromEntries(kept)))))
    },
  ),
  unchecked(
    'bat-missingref-update-ok',
    'References to missing records are not refused in parts that PATCH.',
    (value, method) => method === 'PATCH' && typeof value === 'string',
  ),
  unchecked('bat-missingref-array', 'Lists of references to missing records are not refused in parts.', (value) =>
    Array.isArray(value),
  ),
]

/** A part that is refused because of a reference runs again without it. */
function unchecked(id: string, told: string, forgives: (value: unknown, method: string) => boolean): Fault {
  return inParts(id, ['A-BAT-18'], told, async (request, go) => {
    const response = await go(request)
    const [, field = ''] = /"message":"(\w+) refers to no record"/.exec(response.body.toString('utf8')) ?? []
    const { [field]: value, ...rest } = jsonIn(request) ?? {}
    return field !== '' && forgives(value, request.method)
      ? go(withBody(request, Buffer.from(JSON.stringify(rest))))
      : response
  })
}
