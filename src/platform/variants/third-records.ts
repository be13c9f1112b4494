import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isWell, jsonIn, withJson, type Json } from '../faults/passing.ts'
import { isGet, isUpdate, isWrite, now, nowServed, plain, serving } from '../faults/serving.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { extendedOnly } from '../rulebook/attachment.ts'
import { recordRules } from '../rulebook/record.ts'
import { through } from './lawful.ts'

const arrivals = new WeakMap<object, number>()
const gone = perHouse(() => new Map<string, Json>())
let served = 0

const { breaks: _, ...ofArrival } = serving(
  'last-changed-of-arrival',
  ['A-REC-15'],
  'A write takes up to ten milliseconds, and carries the time at which it came: one that is overtaken is the earlier one.',
  {
    rule: {
      record: {
        lastChanged: (start, former, step) => {
          const at = nowServed()
          return (at && arrivals.get(at.asked)) ?? recordRules.record.lastChanged(start, former, step)
        },
      },
    },
  },
)
const servedThrough = ofArrival.seam!.passage!.through!

/** Lawful other readings of records, their writes, expansion and attachments that a third reader of the document thought up. */
export const thirdRecordVariants: readonly Variant[] = [
  {
    ...ofArrival,
    leaves: ['A-REC-15', 'A-REC-04'],
    seam: {
      passage: {
        through: (request, go, way) =>
          servedThrough(
            request,
            async (passed) => {
              const asked = nowServed()?.asked
              if (!asked || way.inBatch || !isWrite(asked)) return go(passed)
              arrivals.set(asked, way.house.clock.now())
              served += 1
              if (served % 3 > 0) await new Promise<void>((done) => void setTimeout(done, (served % 3) * 2))
              return go(passed)
            },
            way,
          ),
      },
    },
  },
  {
    id: 'references-collapsed',
    leaves: ['A-REC-11', 'A-REC-12'],
    says: 'A list of one reference is shown as a text, one of none as null.',
    rule: { shown: { references: (ids) => (ids.length === 0 ? null : ids.length === 1 ? ids[0] : ids) } },
  },
  {
    id: 'post-on-existing-id-empty',
    leaves: ['A-DAT-12', 'A-DAT-33'],
    says: 'POST with the id of a stored record is answered with 200 and no data, and changes nothing.',
    rule: { data: { existing: () => ({ status: 200, body: { data: [] } }) } },
  },
  through(
    'body-naming-another-record-refused',
    ['A-DAT-35'],
    'An update whose body has another id or external id than its path is refused with 422; lastChanged may come as If-Match.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) ? jsonIn(request) : undefined
      if (!sent) return go(request)
      const named = asked.by === 'id' ? sent['id'] : sent['externalId']
      const same =
        asked.by === 'id' ? plain(named) === plain(asked.name) : String(named) === asked.name || named === null
      const match = request.headers.find(([name]) => /^if-match$/i.test(name))?.[1]
      if (named !== undefined && !same)
        return json(422, { error: 'CA-422', message: 'the body names another record', values: [] })
      return go(
        match === undefined || 'lastChanged' in sent
          ? request
          : withJson(request, (body) => ({ ...body, lastChanged: Number(match) })),
      )
    },
  ),
  through(
    'expanded-by-id-beside-data',
    ['A-EXP-10'],
    'Expanded records stand in one object beside data, by their ids; the field has the ids, and a count is a text.',
    async (request, go) => {
      const asked = askedOf(request)
      const relations = asked.query.getAll('expand').map((text) => (text.split(';')[0] ?? '').trim())
      const response = await go(request)
      if (asked.method !== 'GET' || relations.length === 0 || !isWell(response)) return response
      const included: Json = {}
      const takenOut = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(takenOut)
        if (typeof value !== 'object' || value === null) return value
        const id = (value as Json)['id']
        included[String(id)] = value
        return id
      }
      return withJson(response, (body) => {
        const left = eachRecord(body, (record) => ({
          ...record,
          ...Object.fromEntries(
            relations.flatMap((field) => {
              const value = record[field]
              if (typeof value === 'number') return [[field, String(value)]]
              // A shape that leaves out the id stays where it is, for nothing would lead to it.
              const told = [value].flat().every((one) => typeof (one as Json | undefined)?.['id'] === 'string')
              return field in record && told ? [[field, takenOut(value)]] : []
            }),
          ),
        }))
        return { ...left, included }
      })
    },
  ),
  {
    id: 'content-chunked-octets',
    leaves: ['A-ATT-10', 'A-ATT-08'],
    says: 'Content is sent in chunks as application/octet-stream, its name in the extended notation only.',
    rule: {
      attachment: {
        type: () => 'application/octet-stream',
        disposition: extendedOnly,
        encoding: () => undefined,
      },
    },
    wire: {
      response: (response, { target }) =>
        response.status === 200 && /\/Attachment\/[^/?]+\/content|\/attachmentService/.test(target)
          ? { ...response, headers: [...response.headers, ['Transfer-Encoding', 'chunked']] }
          : response,
    },
  },
  through(
    'data-of-version-5-beside',
    ['A-DAT-30'],
    'There is a version 5 of the Data API, whose lists have items.',
    async (request, go) => {
      const target = request.target.replace('/api/data/v5/', '/api/data/v4/')
      if (target === request.target) return go(request)
      return withJson(await go({ ...request, target }), ({ data, ...rest }) => ({ ...rest, items: data }))
    },
  ),
  through(
    'deleted-record-gone-with-its-names',
    ['A-DAT-24', 'A-DAT-18'],
    'GET of a deleted record is answered with 410, with its external id and the time; that of one that never was with 400.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const before = asked.method === 'DELETE' ? await now(request, go) : undefined
      const response = await go(request)
      if (before && isWell(response)) {
        const { id, externalId } = before
        const told = { error: 'CA-410', message: 'deleted', values: [], deletedAt: house.clock.now(), externalId }
        for (const name of [plain(id), String(externalId)]) gone(house).set(`${asked.resource} ${name}`, told)
      }
      if (!isGet(asked) || response.status !== 404) return response
      const name = asked.by === 'id' ? plain(asked.name) : asked.name
      const told = gone(house).get(`${asked.resource} ${name}`)
      return told ? json(410, told) : { ...response, status: 400 }
    },
  ),
  {
    id: 'references-to-deleted-unset-and-touched',
    leaves: ['A-DAT-25'],
    says: 'References to a deleted record are removed, which moves lastChanged of the records that had them.',
    rule: { data: { unlinks: () => 'touched' } },
  },
]
