import { gzipSync } from 'node:zlib'
import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, headerIn, isWell, withJson, type Json } from '../faults/passing.ts'
import { empty } from '../http/answers.ts'
import { extendedOnly } from '../rulebook/attachment.ts'
import { strictCompare } from '../rulebook/order.ts'
import { rewritten } from './exact-json.ts'
import { expansionsMoved } from './expansions-moved.ts'
import { shuffled } from './shuffled.ts'
import { isSurplus } from './sixth-data.ts'

const dictionary = new Intl.Collator('en', { numeric: true, ignorePunctuation: true })
const collated = (one: string, other: string): number => dictionary.compare(one, other) || strictCompare(one, other)
const idIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as Json)['id'] : undefined

/** Expanded records by relation, each once, and counts by the record that has them, in one member of the envelope. */
function setApart(body: Json, relations: readonly string[]): Json {
  const expanded: Record<string, Json> = {}
  const put = (relation: string, id: unknown, value: unknown) => ((expanded[relation] ??= {})[String(id)] = value)
  const left = eachRecord(body, (record) => {
    const kept: Json = { ...record }
    for (const relation of relations) {
      const value = record[relation]
      // What leaves out an id that leads to it stays where it is.
      if (Array.isArray(value)) {
        if (typeof record['id'] !== 'string') continue
        if (value.length > 0) put(relation, record['id'], value)
        delete kept[relation]
      } else if (typeof value === 'number' && typeof record['id'] === 'string') {
        put(relation, record['id'], String(value))
        delete kept[relation]
      } else if (typeof idIn(value) === 'string') {
        put(relation, idIn(value), value)
        kept[relation] = idIn(value)
      }
    }
    return kept
  })
  return { ...left, expanded }
}

/** JSON in lines that end with CR and LF, in ASCII. */
const dressed = (text: string): string =>
  rewritten(text, (body) => JSON.stringify(body, null, 2))
    .replaceAll('\n', '\r\n')
    .replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Lawful other readings of how records are listed and shown that an eighth reader of the document thought up. */
export const eighthReadVariants: readonly Variant[] = [
  {
    id: 'list-shuffled-each-time',
    leaves: ['A-PAR-10', 'A-DAT-02'],
    says: 'A list without orderBy is in another order for each request, so that its pages overlap.',
    rule: { order: { unordered: shuffled } },
  },
  {
    id: 'order-of-a-dictionary-descending',
    leaves: ['A-PAR-10'],
    says: 'Without asc or desc a list is in descending order, texts as in a dictionary with numbers by their size, unset values first where it ascends and last where it descends.',
    rule: {
      order: {
        direction: (word) => word ?? 'desc',
        unset: (_linked, direction) => (direction === 'asc' ? 'first' : 'last'),
        compare: (one, other) =>
          typeof one === 'string' && typeof other === 'string' ? collated(one, other) : strictCompare(one, other),
      },
    },
  },
  {
    id: 'dtos-exact-or-422',
    leaves: ['A-PAR-02', 'A-PAR-03', 'A-EXP-09'],
    says: 'dtos that names more than the answer holds, or something twice, is refused with 422 and no body, and so is an expansion without its pair.',
    rule: { expand: { needsDto: () => 422 } },
    seam: {
      passage: {
        through: (request, go) => {
          const asked = askedOf(request)
          const looks = asked.resource !== undefined && asked.by !== 'deleted' && asked.query.has('dtos')
          return looks && isSurplus(asked) ? Promise.resolve(empty(422)) : go(request)
        },
      },
    },
  },
  {
    id: 'date-times-with-comma-in-crlf',
    leaves: ['A-REC-10', 'A-GEN-01'],
    says: 'Date-times have a decimal comma and +00:00; JSON is in lines that end with CR and LF, in ASCII, with a media type of its own.',
    excludes: ['envelope-extra'],
    rule: { shown: { dateTime: (value) => new Date(value).toISOString().replace('.', ',').replace('Z', '+00:00') } },
    wire: {
      response: (response) =>
        response.headers.some(([name, value]) => /^content-type$/i.test(name) && /^application\/json\b/i.test(value)) &&
        response.body.length > 0
          ? {
              ...response,
              headers: response.headers.map(([name, value]) => [
                name,
                /^content-type$/i.test(name) ? 'application/vnd.fsp.v4+json;charset="utf-8"' : value,
              ]),
              body: Buffer.from(dressed(response.body.toString('utf8')), 'latin1'),
            }
          : response,
    },
  },
  {
    id: 'content-gzipped-unless-not-taken',
    leaves: ['A-ATT-02', 'A-ATT-08', 'A-ATT-10'],
    says: 'Content is compressed unless the caller names other codings only, and sent in chunks as application/octet-stream; objects show fileContent as the empty text.',
    excludes: ['attachment-encoding-absent', 'att-gzip'],
    rule: { attachment: { type: () => 'application/octet-stream', disposition: extendedOnly } },
    wire: {
      response: (response, request) => {
        const named = response.headers.some(([name]) => /^content-disposition$/i.test(name))
        if (!named || response.status !== 200) return response
        const codings = headerIn(request, 'accept-encoding')
        const packs = codings === undefined || /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))|\*/i.test(codings)
        return {
          ...response,
          headers: [
            ...response.headers.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name)),
            ['Content-Encoding', packs ? 'gzip' : 'identity'],
            ['Transfer-Encoding', 'chunked'],
          ],
          body: packs ? gzipSync(response.body) : response.body,
        }
      },
    },
    seam: {
      passage: {
        through: async (request, go) => {
          const { resource, by, query } = askedOf(request)
          const response = await go(request)
          const fields = query.get('fields')
          const shows = fields === null || fields.split(',').includes('fileContent')
          return resource === 'Attachment' && isWell(response) && by !== 'deleted' && by !== 'content' && shows
            ? withJson(response, (body) => eachRecord(body, (record) => ({ ...record, fileContent: '' })))
            : response
        },
      },
    },
  },
  {
    id: 'expanded-by-relation-beside-data',
    leaves: ['A-EXP-10'],
    says: 'Expanded records stand beside data, by relation and by id, counts as texts by the id of the record that has them; a relation without records has nothing there.',
    rule: { expand: { objectKey: (_field, _resource, type) => `object(${type.toUpperCase()})` } },
    seam: expansionsMoved(setApart),
  },
]
