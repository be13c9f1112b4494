import { createHash } from 'node:crypto'
import type { Fault } from '../deviation.ts'
import { allStores } from '../data/stores.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import { searchRules } from '../rulebook/cql.ts'
import { askedOf, isWell, jsonIn, passing, refused, withJson, type Json } from './passing.ts'
import { asksForList, resending } from './serving.ts'

const inList = 1000

const memory = perHouse(() => ({
  /** Hashes of contents that were deleted. */
  dropped: new Set<string>(),
}))
const hashOf = (content: unknown): string =>
  createHash('sha256')
    .update(Buffer.from(String(content ?? ''), 'base64'))
    .digest('hex')

/** The hash of the content of an attachment, in whichever company it is. */
function contentOf(house: House, by: string | undefined, name: string): string | undefined {
  for (const store of allStores(house).values()) {
    const table = store.table('Attachment')
    const found = by === 'externalId' ? table.byExternalId(name) : table.byId(name)
    if (found) return hashOf(found.fields['fileContent'])
  }
  return undefined
}

/** The fields of a record with each reference that was met before as a bare id. */
function onceNamed(fields: Json, met: Set<string>): Json {
  const bare = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bare)
    const { id, externalId } = (typeof value === 'object' && value !== null ? value : {}) as Json
    if (typeof id !== 'string' || externalId === undefined) return value
    if (met.has(id)) return id
    met.add(id)
    return value
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, bare(value)]))
}

let queryPartFailed = false

const patchEmpties = resending(
  'attachment-patch-empties-its-content',
  ['A-ATT-05'],
  'A PATCH of an attachment without content is done, and leaves it empty.',
  (asked) => asked.resource === 'Attachment' && asked.method === 'PATCH',
  (sent) => ('fileContent' in sent ? sent : { ...sent, fileContent: '' }),
)

/** Quiet breaches of the Data API and of batches that a fifteenth reader of the document thought up. */
export const fifteenthDataFaults: readonly Fault[] = [
  {
    id: 'cql-ilike-without-wildcard-compares-exactly',
    breaks: ['A-CQL-12'],
    says: 'ilike with a pattern without % minds the case of letters.',
    rule: {
      cql: {
        matches: (value, pattern, operator) =>
          operator === 'ilike' && !pattern.includes('%')
            ? value === pattern
            : searchRules.cql.matches(value, pattern, operator),
      },
    },
  },
  {
    id: 'cql-list-cut-after-a-thousand',
    breaks: ['A-CQL-13'],
    says: 'Of the values of a list the first thousand count.',
    rule: { cql: { among: (equal) => equal.slice(0, inList).includes(true) } },
  },
  passing(
    'cql-negative-numbers-refused',
    ['A-CQL-15'],
    'A query that compares with a negative number is refused.',
    async (request, go) => {
      const query = askedOf(request).query.get('query') ?? ''
      return /[<>=(,]\s*-\d/.test(query.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""'))
        ? refused(400, 'the query is not valid')
        : go(request)
    },
  ),
  passing(
    'external-ids-at-the-first-mention-only',
    ['A-PAR-12'],
    'In a list a reference carries the external id the first time that its record is named, and is a bare id later.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      if (!asksForList(asked) || asked.query.get('useExternalIds') !== 'true' || !isWell(response)) return response
      const met = new Set<string>()
      return withJson(response, (body) => ({
        ...body,
        data: ((body['data'] ?? []) as Json[]).map((element) =>
          Object.fromEntries(Object.entries(element).map(([key, fields]) => [key, onceNamed(fields as Json, met)])),
        ),
      }))
    },
  ),
  {
    ...patchEmpties,
    rule: { attachment: { update: (operation) => (operation === 'patch' ? 'whole' : 'refuse') } },
  },
  passing(
    'attachments-of-one-content-deleted-together',
    ['A-ATT-03'],
    'Deleting an attachment deletes the content of others with the same bytes.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const { dropped } = memory(house)
      if (asked.resource !== 'Attachment') return go(request)
      if (asked.by === 'content' && dropped.has(contentOf(house, 'id', asked.name ?? '') ?? ''))
        return json(404, { error: 'CA-404', message: 'not found', values: [] })
      const hash = asked.method === 'DELETE' ? contentOf(house, asked.by, asked.name ?? '') : undefined
      const response = await go(request)
      if (hash !== undefined && isWell(response)) dropped.add(hash)
      const sent = asked.method === 'POST' && isWell(response) ? jsonIn(request) : undefined
      if (sent) dropped.delete(hashOf(sent['fileContent']))
      return response
    },
  ),
  {
    id: 'batch-keeps-what-came-before-a-failed-query',
    breaks: ['A-BAT-08'],
    says: 'Where a part of a transactional batch fails that is a statement of the Query API, the parts before it stay done.',
    seam: {
      passage: {
        part: async (request, go, { position }) => {
          if (position === 0) queryPartFailed = false
          const response = await go(request)
          if (/\/api\/query\//.test(request.target) && !isWell(response)) queryPartFailed = true
          return response
        },
      },
      undo: { applies: () => !queryPartFailed },
    },
  },
]
