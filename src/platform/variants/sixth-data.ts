import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { catalogue } from '../data/catalogue.ts'
import { inverseOf } from '../data/inverse.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, refused, withQuery, type Asked } from '../faults/passing.ts'
import { extendedOnly } from '../rulebook/attachment.ts'

const idOf = (record: unknown): string => (record as { readonly id: string }).id
const hashOf = (record: unknown): string => createHash('md5').update(idOf(record)).digest('hex')
const by =
  (key: (record: unknown) => string) =>
  (one: unknown, other: unknown): number =>
    key(one) < key(other) ? -1 : 1

/** The resources of which an answer may hold records. */
function expectedIn({ resource, query }: Asked): ReadonlySet<string> {
  const root = catalogue.get(resource ?? '')
  const expanded = query.getAll('expand').map((text) => {
    const what = (text.split(';')[0] ?? '').trim()
    const pointed = /\(\s*(\w+)\s*\)$/.exec(what)?.[1] ?? ''
    if (catalogue.has(pointed)) return pointed
    const field = what.startsWith('count(') ? pointed : what
    const kind = root?.fields[field]?.kind
    if (typeof kind === 'object' && 'reference' in kind) return kind.reference
    if (typeof kind === 'object' && 'references' in kind) return kind.references
    return root && inverseOf(field, root)?.resource
  })
  return new Set([resource, ...expanded].filter((name): name is string => name !== undefined))
}

/** Whether dtos names what the answer does not hold, or something twice. */
export function isSurplus(asked: Asked): boolean {
  const pairs = (asked.query.get('dtos') ?? '').split(';')
  const expected = expectedIn(asked)
  return (
    new Set(pairs).size < pairs.length || pairs.some((pair) => pair === '' || !expected.has(pair.split('.')[0] ?? ''))
  )
}

/** A query in the words of SQL, in those of the document: what is quoted stays as it is. */
function asDocumented(query: string): string {
  return query
    .split(/("[^"]*")/)
    .map((piece, at) =>
      at % 2 === 1
        ? piece
        : piece
            .replace(/'([^']*)'/g, '"$1"')
            .replaceAll('<>', '!=')
            .replace(/([\w.]+)\s+is\s+not\s+null\b/gi, '!($1 is null)')
            .replace(/\s+/g, ' '),
    )
    .join('')
}

const plainBoundary = /^multipart\/mixed; boundary=(\S+)$/

/** Lawful other readings of records, queries, expansion, attachments and batches that a sixth reader of the document thought up. */
export const sixthDataVariants: readonly Variant[] = [
  {
    id: 'list-from-the-greatest-id-down',
    leaves: ['A-PAR-10'],
    says: 'A list without orderBy is in the descending order of ids.',
    rule: { order: { unordered: (records) => records.toSorted(by(idOf)).reverse() } },
  },
  {
    id: 'order-of-equals-by-hash',
    leaves: ['A-PAR-10'],
    says: 'Records that orderBy does not tell apart are in the order of a hash of their ids.',
    rule: { data: { listed: (records) => records.toSorted(by(hashOf)) } },
  },
  {
    id: 'page-zero-is-page-one',
    leaves: ['A-PAR-13', 'A-PAR-16'],
    says: 'The first page is 1, and page 0 is the same.',
    rule: { page: { first: () => 0, number: (at) => Math.max(0, at - 1) } },
  },
  {
    id: 'record-unset-omitted-but-external-id',
    leaves: ['A-REC-12'],
    says: 'Fields without a value are left out, but for externalId and lastChangedBy.',
    rule: { shown: { unset: (kind) => (kind === undefined ? 'null' : 'omitted') } },
  },
  {
    id: 'forced-delete-overlooks-last-changed',
    leaves: ['A-DAT-23'],
    says: 'A forced DELETE does not read lastChanged, whatever it is.',
    seam: {
      passage: {
        through: (request, go) => {
          const { method, query } = askedOf(request)
          const forced = method === 'DELETE' && query.get('forceDelete') === 'true'
          return go(forced ? withQuery(request, { lastChanged: null }) : request)
        },
      },
    },
  },
  {
    id: 'cql-in-the-words-of-sql',
    leaves: ['A-CQL-19', 'A-CQL-24'],
    says: 'Queries may also have keywords in lower case, single quotes, <>, is not null and line breaks.',
    rule: {
      cql: {
        query: asDocumented,
        isKeyword: (written, word) => written.toLowerCase() === word.toLowerCase(),
      },
    },
  },
  {
    id: 'dtos-surplus-refused',
    leaves: ['A-PAR-02', 'A-PAR-03'],
    says: 'dtos with an empty pair, one twice, or one of a resource that the answer does not hold is refused.',
    seam: {
      passage: {
        through: async (request, go) => {
          const asked = askedOf(request)
          const looks = asked.resource !== undefined && asked.by !== 'deleted' && asked.query.has('dtos')
          return looks && isSurplus(asked) ? refused(400, 'dtos names what the answer does not hold') : go(request)
        },
      },
    },
  },
  {
    id: 'batch-answer-plain-heads',
    leaves: ['A-BAT-10', 'A-BAT-17'],
    says: 'In a batch answer the boundary holds = and ?, header names are in lower case, and status lines have no reason.',
    excludes: ['batch-answer-preamble', 'batch-odd-boundary-and-padding'],
    rule: { batch: { statusLine: (status) => `HTTP/1.1 ${status} \r\n` } },
    wire: {
      response: (response) => {
        const at = response.headers.findIndex(([name]) => /^content-type$/i.test(name))
        const boundary = plainBoundary.exec(response.headers[at]?.[1] ?? '')?.[1]
        if (boundary === undefined) return response
        const other = `=_?part=${boundary}`
        const text = `\r\n${response.body.toString('latin1')}`
          .replaceAll(`\r\n--${boundary}`, `\r\n--${other}`)
          .replace(/\r\n(?:Content-[A-Za-z]+|Location):(?=[^\r]*\r\n(?:[A-Za-z-]+:|\r\n))/g, (head) =>
            head.toLowerCase(),
          )
        return {
          ...response,
          headers: response.headers.map(([name, value], position) => [
            name,
            position === at ? `multipart/mixed; boundary="${other}"` : value,
          ]),
          body: Buffer.from(`The parts follow.${text}The end.`, 'latin1'),
        }
      },
    },
  },
  {
    id: 'content-octets-always-compressed',
    leaves: ['A-ATT-08', 'A-ATT-10'],
    says: 'Content is application/octet-stream, compressed and sent in chunks, its name in the extended notation only.',
    excludes: ['attachment-encoding-absent', 'att-gzip'],
    rule: { attachment: { type: () => 'application/octet-stream', disposition: extendedOnly } },
    wire: {
      response: (response, { target }) =>
        response.status === 200 &&
        /\/content(?:\?|$)|\/attachmentService/.test(target) &&
        response.headers.some(([name]) => /^content-disposition$/i.test(name))
          ? {
              ...response,
              headers: [
                ...response.headers.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name)),
                ['Content-Encoding', 'gzip'],
                ['Transfer-Encoding', 'chunked'],
              ],
              body: gzipSync(response.body),
            }
          : response,
    },
  },
]
