import { gzipSync } from 'node:zlib'
import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isWell, withJson, type Json } from '../faults/passing.ts'
import { nowServed, serving } from '../faults/serving.ts'
import { json, textAnswer } from '../http/answers.ts'
import { extendedOnly } from '../rulebook/attachment.ts'
import { refusal } from '../data/refusal.ts'
import { data } from '../rulebook/data.ts'

const lawful = (
  leaves: Variant['leaves'],
  { id, says, rule, seam }: Pick<Variant, 'id' | 'says' | 'rule' | 'seam'>,
): Variant => ({ id, says, leaves, ...(rule ? { rule } : {}), ...(seam ? { seam } : {}) })

const exponent = (digits: string): string => `${digits[0]}.${digits.slice(1)}E${digits.length - 1}`
let served = 0

const withoutUser = new WeakSet<object>()
const {
  id: meId,
  says: meSays,
  ...me
} = serving(
  'me-refused-without-user',
  ['A-REC-18'],
  'Nobody has changed what a token without user wrote, and me() is refused to it.',
  {
    rule: {
      record: { lastChangedBy: (writer) => writer.userId ?? null },
      cql: {
        me: (id) => {
          const asked = nowServed()?.asked
          if (asked && id === undefined) withoutUser.add(asked)
          return id
        },
      },
    },
  },
)
const meThrough = me.seam?.passage?.through

/** Expanded records and counts out of a record, into entries of their own. */
function takenOut(body: Json, relations: readonly string[]): Json {
  const expanded: Json[] = []
  const left = eachRecord(body, (record) => {
    const kept: Json = { ...record }
    for (const field of relations) {
      const counted = /^count\((.+)\)$/.exec(field)?.[1]
      if (!(field in record)) continue
      const value = record[field]
      if (counted !== undefined) {
        expanded.push({ field: counted, ownerId: record['id'], count: String(value) })
        delete kept[field]
      } else if (typeof value === 'object' && value !== null) {
        expanded.push({ field, ownerId: record['id'], [field]: value })
        kept[field] = Array.isArray(value)
          ? value.map((one) => (typeof one === 'object' && one !== null ? (one as Json)['id'] : one))
          : (value as Json)['id']
      }
    }
    return kept
  })
  return { ...left, expanded }
}

/** Lawful other readings of the Data API and the Query API that nobody here had in mind. */
export const unheardDataVariants: readonly Variant[] = [
  {
    id: 'lastchanged-in-exponent-form',
    leaves: ['A-REC-03'],
    says: 'lastChanged is written in exponent form.',
    seam: {
      passage: {
        through: async (request, go) => {
          const response = await go(request)
          const text = response.body.toString('latin1')
          if (!askedOf(request).resource || !text.startsWith('{')) return response
          return {
            ...response,
            body: Buffer.from(
              text
                .replace(/"lastChanged":(\d{13})\b/g, (_, digits: string) => `"lastChanged":${exponent(digits)}`)
                .replace(/"values":\[(\d{13})\]/g, (_, digits: string) => `"values":[${exponent(digits)}]`),
              'latin1',
            ),
          }
        },
      },
    },
  },
  {
    id: 'datetimes-with-microseconds',
    leaves: ['A-REC-10'],
    says: 'Date-times are shown with microseconds and +00:00.',
    excludes: ['record-date-times-milliseconds', 'datetime-basic-offset'],
    rule: { shown: { dateTime: (value) => new Date(value).toISOString().replace('Z', '000+00:00') } },
  },
  {
    id: meId,
    says: meSays,
    leaves: ['A-REC-18'],
    ...(me.rule ? { rule: me.rule } : {}),
    seam: {
      passage: {
        through: (request, go, way) =>
          meThrough!(
            request,
            async (passed) => {
              const response = await go(passed)
              const asked = nowServed()?.asked
              return asked && withoutUser.has(asked)
                ? json(400, { error: 'CA-400', message: 'me() needs a user', values: [] })
                : response
            },
            way,
          ),
      },
    },
  },
  {
    id: 'put-refills-service-fields',
    leaves: ['A-DAT-05'],
    says: 'PUT fills what the service keeps and empties lists that are not sent.',
    excludes: ['booleans-default-false', 'put-default-reset'],
    rule: {
      data: {
        replaced: (stored, sent, step) => ({
          ...Object.fromEntries(
            Object.entries(stored).flatMap(([name, value]) => (Array.isArray(value) ? [[name, []]] : [])),
          ),
          ...('createDateTime' in stored ? { createDateTime: new Date().toISOString() } : {}),
          ...('code' in stored ? { code: `N${(served += 1)}` } : {}),
          ...('statusCode' in stored ? { statusCode: '-1' } : {}),
          ...('typeName' in stored ? { typeName: 'Default' } : {}),
          ...data.replaced(stored, sent, step),
        }),
      },
    },
  },
  {
    id: 'lock-message-titled-with-children',
    leaves: ['A-DAT-20'],
    says: 'CA-27 has a message in capitalised words, its value as a string and one more field.',
    excludes: ['lock-values-text', 'lock-message-prefixed', 'lock-message-upper-case', 'ca27-placeholder'],
    rule: {
      lock: {
        message: () => 'Resource Concurrent Modification Detected',
        values: (stored) => [String(stored)],
        more: () => ({ children: [] }),
      },
    },
  },
  lawful(
    ['A-DAT-12', 'A-DAT-33'],
    serving(
      'post-on-existing-id-silent',
      ['A-DAT-12'],
      'POST with the id of a stored record is answered with 204 and changes nothing; a forced one is refused with 405.',
      {
        rule: {
          data: {
            existing: () =>
              nowServed()?.asked.query.get('forceUpdate') === 'true'
                ? refusal(405, 'CA-405', 'POST does not update')
                : { status: 204 },
          },
        },
      },
    ),
  ),
  {
    id: 'missing-record-200-empty-data',
    leaves: ['A-DAT-24'],
    says: 'A missing record is answered with 200 and no data, also to a DELETE.',
    excludes: ['missing-410-after-delete'],
    rule: {
      data: {
        missing: (step) =>
          step.operation === 'get' || step.operation === 'delete'
            ? { status: 200, body: { data: [] } }
            : data.missing(step),
      },
    },
  },
  {
    id: 'page-zero-with-envelope',
    leaves: ['A-PAR-13'],
    says: 'The first page is 0, and lists tell page and total.',
    excludes: ['page-from-zero', 'page-envelope'],
    rule: {
      page: {
        first: () => 0,
        envelope: ({ size, at, total }) => ({
          currentPage: at,
          hasNext: total > (at + 1) * size,
          totalObjectCount: String(total),
        }),
      },
    },
  },
  {
    id: 'page-alone-seven',
    leaves: ['A-PAR-16'],
    says: 'With page alone a page has seven records; a page after the last is refused.',
    excludes: ['page-alone-ten', 'page-after-last-refused', 'page-size-zero-all'],
    rule: {
      page: { defaultSize: ({ page }) => (page === undefined ? 20 : 7), zero: () => 'refuse', beyond: () => 'refuse' },
    },
  },
  {
    id: 'order-defaults-to-descending',
    leaves: ['A-PAR-10'],
    says: 'Without asc or desc a list is in descending order, unset values first, texts by locale; without orderBy it is shuffled.',
    excludes: ['order-unset-first', 'order-default-descending', 'order-text-any-case', 'list-newest-first'],
    rule: {
      order: {
        direction: (word) => word ?? 'desc',
        unset: () => 'first',
        compare: (one, other) =>
          typeof one === 'string' && typeof other === 'string'
            ? one.localeCompare(other, 'en')
            : one < other
              ? -1
              : one > other
                ? 1
                : 0,
        unordered: (records) => {
          const at = (served += 1) % Math.max(1, records.length)
          return [...records.slice(at), ...records.slice(0, at)]
        },
      },
    },
  },
  {
    id: 'external-ids-in-sibling-field',
    leaves: ['A-PAR-13'],
    says: 'External ids of references stand in fields named with @externalId.',
    excludes: ['external-ids-beside'],
    rule: { externalIds: { beside: () => '@externalId' } },
  },
  {
    id: 'deleted-v1-bare-203',
    leaves: ['A-DEL-08'],
    says: 'DeletedObjects.1 is a bare array with 203; deleted listings begin with the newest.',
    excludes: ['deleted-first-version-bare', 'deleted-first-version-objects', 'deleted-newest-first'],
    rule: {
      deleted: { first: (entries) => entries.map(({ id }) => id), order: (entries) => [...entries].reverse() },
    },
    wire: {
      response: (response, request) =>
        response.status === 200 && /\/deleted\?.*DeletedObjects(?:\.|%2E)1\b/i.test(request.target)
          ? { ...response, status: 203 }
          : response,
    },
  },
  {
    id: 'expanded-in-side-array',
    leaves: ['A-EXP-10'],
    says: 'Expanded records and counts stand in a list beside data.',
    rule: { expand: { objectKey: (field, _resource, type) => `${field}(${type.toUpperCase()})` } },
    seam: {
      passage: {
        through: async (request, go) => {
          const asked = askedOf(request)
          const relations = asked.query.getAll('expand').map((text) => (text.split(';')[0] ?? '').trim())
          const response = await go(request)
          return asked.method === 'GET' && relations.length > 0 && isWell(response)
            ? withJson(response, (body) => takenOut(body, relations))
            : response
        },
      },
    },
  },
  {
    id: 'content-gzip-and-extended-file-name',
    leaves: ['A-ATT-08', 'A-ATT-10'],
    says: 'Content is sent as inline bytes, compressed where the caller takes that.',
    excludes: ['attachment-encoding-absent', 'att-gzip'],
    rule: {
      attachment: {
        type: () => 'application/octet-stream',
        disposition: (name) => extendedOnly(name).replace(/^attachment/, 'inline'),
      },
    },
    wire: {
      response: (response, { headers }) => {
        const accepts = headers.find(([name]) => /^accept-encoding$/i.test(name))?.[1]
        const named = response.headers.some(([name]) => /^content-disposition$/i.test(name))
        const refusesGzip = accepts !== undefined && !/gzip|\*/i.test(accepts)
        return named && response.status === 200 && !refusesGzip
          ? {
              ...response,
              headers: [
                ...response.headers.filter(([name]) => !/^content-encoding$/i.test(name)),
                ['Content-Encoding', 'gzip'],
              ],
              body: gzipSync(response.body),
            }
          : response
      },
    },
  },
  {
    id: 'query-api-201-and-extras',
    leaves: ['A-QRY-03'],
    says: 'A statement is answered with 201 and more fields; a malformed one with 418 and text.',
    excludes: ['query-api-status-201', 'query-api-envelope-more'],
    rule: {
      query: {
        status: () => 201,
        refuses: () => textAnswer(418, 'text/plain', 'no'),
        envelope: (rows) => ({ pageSize: rows.length, currentPage: 1, totals: { rows: rows.length }, data: rows }),
      },
    },
  },
]
