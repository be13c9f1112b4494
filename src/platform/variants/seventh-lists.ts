import { gzipSync } from 'node:zlib'
import type { Variant } from '../deviation.ts'
import { comparedInAnyCase } from './compared-in-any-case.ts'
import { expansionsMoved } from './expansions-moved.ts'
import { askedOf, eachRecord, headerIn, isWell, withJson, type Json } from '../faults/passing.ts'
import { nowServed, serving } from '../faults/serving.ts'
import { json, textAnswer } from '../http/answers.ts'
import { extendedOnly } from '../rulebook/attachment.ts'
import { deletedRules } from '../rulebook/deleted.ts'
import { lawful } from './lawful.ts'

let listings = 0
const shuffled = <One>(all: readonly One[]): readonly One[] => {
  listings += 1
  const at = all.length === 0 ? 0 : listings % all.length
  return [...all.slice(at), ...all.slice(0, at)].reverse()
}
const idIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as Json)['id'] : undefined

/** Expanded records and counts of a record, in a member of its element. */
function setBeside(body: Json, relations: readonly string[]): Json {
  const elements = (body['data'] as Json[] | undefined) ?? []
  const data = elements.map((element) => {
    const expanded: Json = {}
    const [left] = (eachRecord({ data: [element] }, (record) => {
      const kept: Json = { ...record }
      for (const field of relations) {
        if (!(field in record)) continue
        const value = record[field]
        if (typeof value === 'number') {
          expanded[field] = { value: String(value) }
          delete kept[field]
        } else if (Array.isArray(value) && value.length > 0 && value.every((one) => idIn(one) !== undefined)) {
          expanded[field] = Object.fromEntries(value.map((one) => [String(idIn(one)), one as unknown]))
          kept[field] = value.map(idIn)
        } else if (!Array.isArray(value) && idIn(value) !== undefined) {
          expanded[field] = value
          kept[field] = idIn(value)
        }
      }
      return kept
    })['data'] ?? []) as Json[]
    return { ...left, expanded }
  })
  return { ...body, data }
}

const odd = "=_ a'(9)+,-./:=?"

/** Lawful other readings of lists, queries, expansion, content and batches that a seventh reader of the document thought up. */
export const seventhListVariants: readonly Variant[] = [
  {
    id: 'page-alone-fifty-from-zero',
    leaves: ['A-PAR-16', 'A-PAR-13', 'A-PAR-10'],
    says: 'The first page is 0, page alone means fifty records, a page after the last is 404, orderBy descends by default, and data stands last.',
    rule: {
      page: {
        first: () => 0,
        zero: () => 'refuse',
        defaultSize: ({ page }) => (page === undefined ? 20 : 50),
        beyond: () => ({ status: 404 }),
        envelope: ({ size, at, total }) => ({
          pageSize: size,
          currentPage: at,
          lastPage: Math.max(0, Math.ceil(total / size) - 1),
          truncated: false,
        }),
      },
      order: { direction: (word) => word ?? 'desc' },
    },
    seam: {
      passage: {
        through: async (request, go) => {
          const { method, by } = askedOf(request)
          const response = await go(request)
          return method === 'GET' && by === 'list' && isWell(response)
            ? withJson(response, ({ data, ...rest }) => ({ ...rest, data }))
            : response
        },
      },
    },
  },
  {
    id: 'external-ids-as-ref-and-ext',
    leaves: ['A-PAR-13'],
    says: 'With useExternalIds a reference is an object with ref and ext.',
    rule: { externalIds: { one: (id, externalId) => ({ ref: id, ext: externalId }) } },
  },
  {
    id: 'deleted-newest-bare-shuffled-counted',
    leaves: ['A-DEL-08'],
    says: 'DeletedObjects.1 is a bare array, the newest first; DeletedObjects.2 has a count and another order each time.',
    rule: {
      deleted: {
        first: (entries) => [...entries].reverse().map(({ id }) => id),
        second: (entries) => ({ count: entries.length, ...(deletedRules.deleted.second(shuffled(entries)) as object) }),
      },
    },
  },
  {
    id: 'cql-two-valued-and-folded',
    leaves: ['A-CQL-19', 'A-CQL-24'],
    says: 'OR binds tighter than AND, what has no value differs from every value, = != and in ignore case, keywords too, and _ is one character.',
    rule: {
      cql: {
        orFirst: () => true,
        unset: (operator) => operator === '!=',
        matchesUnset: () => false,
        amongUnset: () => false,
        linkedUnset: () => false,
        isKeyword: (written, word) => written.toLowerCase() === word.toLowerCase(),
        ...comparedInAnyCase,
      },
    },
  },
  {
    id: 'expanded-in-the-element',
    leaves: ['A-EXP-10', 'A-EXP-09'],
    says: 'Expanded records stand beside the record in its element, lists of them by id, counts as texts; an expansion without its DTO adds nothing.',
    rule: {
      expand: {
        needsDto: () => 'nothing',
        objectKey: (_field, _resource, type) => `object(${type.toUpperCase()})`,
      },
    },
    seam: expansionsMoved(setBeside),
  },
  {
    id: 'content-203-gzip-where-taken',
    leaves: ['A-ATT-10', 'A-ATT-08', 'A-DAT-38'],
    says: 'Content is 203, inline, application/octet-stream with a parameter, compressed where the caller takes that, with header names in small letters.',
    excludes: ['att-gzip'],
    rule: {
      attachment: {
        type: () => 'application/octet-stream;x=1',
        disposition: (name) => extendedOnly(name).replace(/^attachment/, 'inline'),
      },
    },
    wire: {
      response: (response, request) => {
        const named = response.headers.some(([name]) => /^content-disposition$/i.test(name))
        if (!named || response.status !== 200) return response
        const takes = /\bgzip\b/i.test(headerIn(request, 'accept-encoding') ?? '')
        return {
          status: 203,
          headers: [
            ...response.headers.flatMap(([name, value]): Array<[string, string]> =>
              /^content-(?:encoding|length)$/i.test(name) ? [] : [[name.toLowerCase(), value]],
            ),
            ['content-encoding', takes ? 'gzip' : 'identity'],
            ['transfer-encoding', 'chunked'],
            ['etag', '"1"'],
            ['cache-control', 'no-store'],
          ],
          body: takes ? gzipSync(response.body) : response.body,
        }
      },
    },
  },
  {
    id: 'query-api-201-every-field-and-no-bulk',
    leaves: ['A-QRY-03', 'A-QRY-02', 'A-BLK-01'],
    says: 'A statement is 201 with every field of the record and a total in each row, a malformed one 200 with a problem; every path with bulk in it is 501 and a page.',
    rule: {
      query: {
        status: () => 201,
        more: (whole) => whole,
        refuses: (why) => json(200, { data: [], problem: why }),
        envelope: (rows) => ({ data: rows.map((row) => ({ ...(row as object), score: 1, hint: null })) }),
      },
    },
    seam: {
      passage: {
        through: (request, go) =>
          /\/bulk(?:\/|\?|$)/.test(request.target)
            ? Promise.resolve(textAnswer(501, 'text/html', '<!doctype html><title>Not implemented</title>'))
            : go(request),
      },
    },
  },
  lawful(
    ['A-BAT-14', 'A-BAT-19'],
    serving(
      'batch-rolled-back-409-with-424',
      ['A-BAT-14'],
      'A batch that was rolled back is 409, with 424 in the parts before the failing one and none after it; other batches are 207.',
      {
        rule: {
          batch: {
            status: (failed) => (failed && nowServed()?.asked.query.get('transactional') !== 'false' ? 409 : 207),
            skipped: () => 'absent',
            takenBack: () => json(424, { error: 'CA-424', message: 'rolled back: a later part failed', values: [] }),
          },
        },
      },
    ),
  ),
  {
    id: 'batch-boundary-with-blank',
    leaves: ['A-BAT-10', 'A-BAT-17'],
    says: 'In a batch answer the boundary has a blank and every sign that it may have, after another parameter; delimiters are padded, parts begin with Content-ID, and there are a preamble and an epilogue.',
    excludes: ['batch-answer-preamble', 'batch-odd-boundary-and-padding'],
    rule: {
      batch: {
        statusLine: (status) => `HTTP/1.1 ${status} \r\n`,
        partType: () => 'application/http;msgtype=response',
      },
    },
    wire: {
      response: (response) => {
        const at = response.headers.findIndex(([name]) => /^content-type$/i.test(name))
        const boundary = /^multipart\/mixed; boundary=(\S+)$/.exec(response.headers[at]?.[1] ?? '')?.[1]
        if (boundary === undefined) return response
        const other = `${odd}${boundary}`
        const text = `\r\n${response.body.toString('latin1')}`
          .replace(
            /\r\nContent-Type: (application\/http[^\r]*)\r\nContent-ID: ([^\r]*)\r\n/g,
            '\r\ncontent-id: $2\r\nContent-Type: $1\r\n',
          )
          .replaceAll(`\r\n--${boundary}--`, `\r\n--${other}-- \t`)
          .replaceAll(`\r\n--${boundary}\r\n`, `\r\n--${other}  \r\n`)
        return {
          ...response,
          headers: response.headers.map(([name, value], position) => [
            name,
            position === at ? `Multipart/Mixed; type=x; boundary="${other}"` : value,
          ]),
          body: Buffer.from(`This is a message in parts.${text}\r\nThe end of it.`, 'latin1'),
        }
      },
    },
  },
]
