import { gzipSync } from 'node:zlib'
import type { Variant } from '../deviation.ts'
import { expansionsMoved } from './expansions-moved.ts'
import { eachRecord, type Json } from '../faults/passing.ts'
import { textAnswer } from '../http/answers.ts'
import { extendedOnly } from '../rulebook/attachment.ts'

let served = 0

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
        expanded.push({
          field: counted,
          ownerId: record['id'],
          count: typeof value === 'number' ? String(value) : value,
        })
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

/** Lawful other readings of lists, expansions, content and the Query API that nobody here had in mind. */
export const unheardListVariants: readonly Variant[] = [
  {
    id: 'page-zero-with-envelope',
    leaves: ['A-PAR-13'],
    says: 'The first page is 0, and lists tell page and total.',
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
    rule: {
      page: {
        defaultSize: ({ page }) => (page === undefined ? 20 : 7),
        zero: () => 'refuse',
        beyond: () => ({ status: 400 }),
      },
    },
  },
  {
    id: 'order-defaults-to-descending',
    leaves: ['A-PAR-10'],
    says: 'Without asc or desc a list is in descending order, unset values first, texts by locale; without orderBy it is shuffled.',
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
    rule: { externalIds: { beside: () => '@externalId' } },
  },
  {
    id: 'deleted-v1-bare-203',
    leaves: ['A-DEL-08'],
    says: 'DeletedObjects.1 is a bare array with 203; deleted listings begin with the newest.',
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
    seam: expansionsMoved(takenOut),
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
    rule: {
      query: {
        status: () => 201,
        refuses: () => textAnswer(418, 'text/plain', 'no'),
        envelope: (rows) => ({ pageSize: rows.length, currentPage: 1, totals: { rows: rows.length }, data: rows }),
      },
    },
  },
]
