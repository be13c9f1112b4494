import type { Variant } from '../deviation.ts'
import type { Json } from '../faults/passing.ts'
import { empty } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { expansionsMoved } from './expansions-moved.ts'
import { shuffled } from './shuffled.ts'

const chunk = 7

/** A response in chunks with an extension and a trailer; one of 204 has no body (RFC 9110, 15.3.5). */
function inChunks(response: PlatformResponse): PlatformResponse {
  if (response.status === 204) return response
  const text = response.body.toString('latin1')
  const chunks = (text.match(new RegExp(`[^]{1,${chunk}}`, 'g')) ?? []).map(
    (piece) => `${piece.length.toString(16)};n=1\r\n${piece}\r\n`,
  )
  return {
    ...response,
    headers: [['Transfer-Encoding', 'chunked'], ...response.headers],
    body: Buffer.from(`${chunks.join('')}0\r\nX-Part-Digest: ok\r\n\r\n`, 'latin1'),
  }
}

const idIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as Json)['id'] : undefined

/** Expanded records and counts beside the record that has them, in its element. */
function besideRecord(body: Json, relations: readonly string[]): Json {
  const data = ((body['data'] as Json[] | undefined) ?? []).map((element) => {
    const [key = '', record] = Object.entries(element)[0] ?? []
    const kept: Json = { ...(record as Json) }
    const beside: Json = {}
    for (const name of Object.keys(kept)) {
      const value = kept[name]
      const isObject = name.startsWith('object(')
      if (!relations.includes(name) && !isObject) continue
      if (typeof value === 'number') {
        beside[name] = { total: value }
        delete kept[name]
      } else if (Array.isArray(value) && value.length > 0 && value.every((one) => idIn(one) !== undefined)) {
        beside[name] = value
        kept[name] = value.map(idIn)
      } else if (!Array.isArray(value) && idIn(value) !== undefined) {
        beside[name] = value
        if (isObject) delete kept[name]
        else kept[name] = idIn(value)
      }
    }
    return { ...element, [key]: kept, ...beside }
  })
  return { ...body, data }
}

/** Lawful other readings of lists, expansion and batches that a ninth reader of the document thought up. */
export const ninthListVariants: readonly Variant[] = [
  {
    id: 'whatever-has-no-order-shuffled',
    leaves: ['A-PAR-10', 'A-DAT-02', 'A-DEL-08', 'A-EXP-10', 'A-COM-05'],
    says: 'Lists without orderBy, deleted listings, expanded records of a relation and the company list are in another order each time.',
    rule: {
      order: { unordered: shuffled },
      deleted: { order: shuffled },
      expand: { many: shuffled },
      company: { listed: shuffled },
    },
  },
  {
    id: 'batch-inner-in-chunks',
    leaves: ['A-BAT-10', 'A-BAT-17'],
    says: 'The responses in a batch answer are chunked with extensions and a trailer, and their status lines have no reason.',
    rule: {
      batch: {
        statusLine: (status) => `HTTP/1.1 ${status} \r\n`,
        shown: (parts) => parts.map((part) => ({ ...part, response: inChunks(part.response) })),
        whole: (response) => ({
          ...response,
          body: Buffer.from(
            response.body
              .toString('latin1')
              .replace(/(\r\nTransfer-Encoding: chunked\r\n(?:[^\r]+\r\n)*?)Content-Length: \d+\r\n/g, '$1'),
            'latin1',
          ),
        }),
      },
    },
  },
  {
    id: 'batch-answer-amid-look-alikes',
    leaves: ['A-BAT-10', 'A-BAT-17'],
    says: 'A batch answer has a preamble and an epilogue that look like parts, a boundary with a blank after other parameters, padded delimiters, and part headers folded and in small letters.',
    excludes: ['batch-answer-preamble', 'batch-odd-boundary-and-padding'],
    wire: {
      response: (response) => {
        const at = response.headers.findIndex(([name]) => /^content-type$/i.test(name))
        const boundary = /^multipart\/mixed; boundary=(\S+)$/.exec(response.headers[at]?.[1] ?? '')?.[1]
        if (boundary === undefined) return response
        const other = `=_(a b)'+,-./:=?9${boundary}`
        const text = `\r\n${response.body.toString('latin1')}`
          .replace(
            /\r\nContent-Type: application\/http[^\r]*\r\n(?:Content-ID: ([^\r]*)\r\n)?\r\n(?=HTTP\/)/g,
            (_all, id: string | undefined) =>
              `\r\n${id === undefined ? '' : `content-id: ${id}\r\n`}x-part: 1\r\ncontent-type: application/http;\r\n msgtype=response\r\n\r\n`,
          )
          .replaceAll(`\r\n--${boundary}--`, `\r\n--${other}--  \t`)
          .replaceAll(`\r\n--${boundary}\r\n`, `\r\n--${other}  \t\r\n`)
        return {
          ...response,
          headers: response.headers.map(([name, value], position) => [
            name,
            position === at ? `Multipart/Mixed ; charset=utf-8; BOUNDARY="${other}"` : value,
          ]),
          body: Buffer.from(
            `HTTP/1.1 500 preamble\r\nThis is no part.${text}\r\nContent-Type: application/http\r\n`,
            'latin1',
          ),
        }
      },
    },
  },
  {
    id: 'batch-202-or-207-taken-back-424',
    leaves: ['A-BAT-14', 'A-BAT-19'],
    says: 'A batch is 202, or 207 where a part failed; in one that was rolled back the parts before the failing one are 424 without a body, and none follows it.',
    rule: {
      batch: {
        status: (failed) => (failed ? 207 : 202),
        skipped: () => 'absent',
        takenBack: () => empty(424),
      },
    },
  },
  {
    id: 'expanded-under-its-field-in-the-element',
    leaves: ['A-EXP-10'],
    says: 'Expanded records stand beside the record in its element under the name of their field, and counts as totals.',
    rule: { expand: { objectKey: (_field, _resource, type) => `object(${type.toUpperCase()})` } },
    seam: expansionsMoved(besideRecord),
  },
]
