import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, headerIn, isWell, jsonIn, withJson } from '../faults/passing.ts'
import { isGet, isPost, plain, withSent } from '../faults/serving.ts'
import { issuedIn } from '../faults/token-calls.ts'
import { perHouse, type House } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { lawful, through } from './lawful.ts'
import { storeMeant } from './store-meant.ts'

const memory = perHouse(() => ({ removedTwice: new Set<string>(), requests: new Map<string, number>() }))

const fiveSeconds = 5000

const storedNow = (request: PlatformRequest, house: House) => {
  const { resource, by, name = '' } = askedOf(request)
  const table = storeMeant(request, house)?.table(resource ?? '')
  return by === 'id' ? table?.byId(name) : table?.byExternalId(name)
}

/** Lawful servers of records that a twenty-first reader of the document thought up: whole ones, and what they do the second time (suites/two-readings). */
export const twentyFirstDataVariants: readonly Variant[] = [
  through(
    'request-ids-in-small-letters-and-numbered',
    ['A-AUT-08'],
    'Answers repeat the request id in small letters, with a number from its second use on, beside ids of their own.',
    async (request, go, { house, inBatch }) => {
      const response = await go(request)
      if (inBatch) return response
      const id = (headerIn(request, 'X-Request-ID') ?? 'made-up').toLowerCase().slice(0, 200)
      const { requests } = memory(house)
      const times = (requests.get(id) ?? 0) + 1
      requests.set(id, times)
      return {
        ...response,
        headers: [
          ...response.headers,
          ['x-request-id', times > 1 ? `${id};${times}` : id],
          ['X-Correlation-ID', 'c-1'],
          ['Server-Timing', 'app;dur=1.2'],
        ],
      }
    },
  ),
  through(
    'posts-204-and-missing-200-until-deleted-twice',
    ['A-DAT-04', 'A-DAT-10', 'A-DAT-24'],
    'POST is 204 without Location; GET of a missing record is 200 with no data, a second DELETE 200; after that GET is 410.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (isPost(asked) && isWell(response)) return empty(204)
      if (response.status !== 404 || (asked.by !== 'id' && asked.by !== 'externalId')) return response
      const { removedTwice } = memory(house)
      const key = `${asked.resource} ${asked.by === 'id' ? plain(asked.name) : asked.name}`
      if (isGet(asked)) return removedTwice.has(key) ? empty(410) : json(200, { data: [] })
      const deletions = storeMeant(request, house)?.table(asked.resource ?? '').deletions ?? []
      const wasThere = deletions.some(({ record }) =>
        asked.by === 'id' ? plain(record.id) === plain(asked.name) : record.externalId === asked.name,
      )
      if (asked.method !== 'DELETE' || !wasThere) return response
      removedTwice.add(key)
      return empty(200)
    },
  ),
  {
    ...through(
      'texts-trimmed-once-a-post-was-answered',
      ['A-DAT-04', 'A-DAT-31'],
      'remarks of a new record are kept without white space at their end, which the answer to the POST still shows.',
      async (request, go) => {
        const asked = askedOf(request)
        const sent = isPost(asked) ? jsonIn(request) : undefined
        const remarks = sent?.['remarks']
        if (!sent || typeof remarks !== 'string') return go(request)
        const kept = remarks.trimEnd().replaceAll('\r\n', '\n')
        const response = await go(withSent(request, { ...sent, remarks: kept }))
        return isWell(response) && kept !== remarks
          ? withJson(response, (body) => eachRecord(body, (record) => ({ ...record, remarks })))
          : response
      },
    ),
    excludes: ['texts-trimmed-in-lines-of-lf'],
  },
  {
    ...through(
      'unlocked-patches-refused-just-after-another-user',
      ['A-DAT-28'],
      'A PATCH with neither lastChanged nor forceUpdate is taken, but refused with 400 within five seconds after another user wrote the record.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const sent = request.method === 'PATCH' ? jsonIn(request) : undefined
        const isBare =
          sent && !Array.isArray(sent) && !('lastChanged' in sent) && asked.query.get('forceUpdate') !== 'true'
        if (!isBare || (asked.by !== 'id' && asked.by !== 'externalId')) return go(request)
        const record = asked.resource === 'Attachment' ? undefined : storedNow(request, house)
        if (!record) return go(request)
        const isRecent = house.clock.now() - record.lastChanged < fiveSeconds
        return isRecent && record.lastChangedBy !== String(issuedIn(house, request)?.user?.id)
          ? json(400, { error: 'CA-400', message: 'retry', values: [] })
          : go(withSent(request, { ...sent, lastChanged: record.lastChanged }))
      },
    ),
  },
  lawful(['A-REC-18'], {
    id: 'changed-by-nobody-at-first-and-by-the-service-later',
    says: 'What a token without user creates was changed by nobody, and by the service from its first update on.',
    rule: {
      record: {
        lastChangedBy: (writer, _former, { creates }) =>
          writer.userId ?? (creates ? null : 'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF'),
      },
    },
  }),
]
