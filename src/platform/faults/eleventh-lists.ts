import { AsyncLocalStorage } from 'node:async_hooks'
import type { Fault } from '../deviation.ts'
import { allStores } from '../data/stores.ts'
import { searchRules } from '../rulebook/cql.ts'
import type { House } from '../house.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Place } from '../rulebook/values.ts'
import { askedOf, isWell, jsonIn, reshaping, rewriting, withJson, withParts, withQuery, type Json } from './passing.ts'
import { asksForList, isRead, nowServed, plain, serving } from './serving.ts'

const rows = 20
/** Set while a list is read with the deleted rows in it. */
const marked = new AsyncLocalStorage<true>()

const bornAt = ({ fields, lastChanged }: StoredRecord): number =>
  Date.parse(String(fields['createDateTime'])) || lastChanged

/** Records with the deleted ones, which stand last, at the place of their creation. */
const inPlace = <T>(records: readonly T[]): readonly T[] =>
  records.toSorted((one, other) => bornAt(one as StoredRecord) - bornAt(other as StoredRecord))

const isLive = (house: House, resource: string, id: unknown): boolean =>
  [...allStores(house).values()].some((store) => store.table(resource).byId(plain(id)) !== undefined)

const withPlaces = serving(
  'deleted-records-take-places-on-the-page',
  ['A-PAR-04'],
  'A list without paging parameters and without a query is shorter by those of its first twenty rows that are deleted.',
  {
    rule: {
      data: {
        readsDeleted: (reads) => reads === 'list' && marked.getStore() === true,
        listed: (records) => (marked.getStore() ? inPlace(records) : records),
      },
    },
  },
)

/** Where the record stands that is being shown. */
let shownAt: Place | undefined

const setOrWildcard = /%%|%|\[[^\]]*\]|[^%[]+/gs
const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
function bracketPattern(pattern: string, operator: 'like' | 'ilike'): RegExp | undefined {
  if (/\[[^\]]*$/.test(pattern) || pattern.includes('[]')) return undefined
  const pieces = (pattern.match(setOrWildcard) ?? []).map((token) =>
    token === '%%'
      ? '%'
      : token === '%'
        ? '.*'
        : token.startsWith('[')
          ? `[${token.slice(1, -1).replace(/[\\[]/g, '\\$&')}]`
          : literally(token),
  )
  return new RegExp(`^${pieces.join('')}$`, operator === 'ilike' ? 'is' : 's')
}

/** The relation that an expansion names, counted or not. */
const relationOf = (text: string): string =>
  text
    .replace(/^count\(\s*(\w+)\s*\).*$/s, '$1')
    .split(';')[0]
    ?.trim() ?? ''

/** Breaches of lists, queries and expansions that an eleventh reader of the document thought up. */
export const eleventhListFaults: readonly Fault[] = [
  {
    ...withPlaces,
    seam: {
      passage: {
        through: (request, go, way) =>
          withPlaces.seam!.passage!.through!(
            request,
            async (passed) => {
              const asked = askedOf(passed)
              const { resource, query } = asked
              const isPlain = !['page', 'pageSize', 'query'].some((name) => query.has(name))
              if (!asksForList(asked) || !resource || !isPlain || way.inBatch) return go(passed)
              const all = await marked.run(true, () => go(withQuery(passed, { fields: null, expand: null })))
              const first = isWell(all) ? ((jsonIn(all)?.['data'] ?? []) as Json[]) : []
              const live = first.filter((one) =>
                isLive(way.house, resource, (Object.values(one)[0] as Json | undefined)?.['id']),
              ).length
              if (live === first.length) return go(passed)
              const response = await go(withQuery(passed, { pageSize: String(Math.max(1, Math.min(rows, live))) }))
              return live > 0 ? response : withJson(response, (body) => ({ ...body, data: [] }))
            },
            way,
          ),
      },
    },
  },
  serving(
    'deletions-of-one-instant-kept-as-one',
    ['A-DEL-01'],
    'Of several deletions of a resource in one millisecond the last one is listed.',
    {
      rule: {
        deleted: {
          lists: (deletion) => {
            const { asked, house } = nowServed() ?? {}
            if (!asked?.resource || !house) return true
            for (const store of allStores(house).values()) {
              const { deletions } = store.table(asked.resource)
              const at = deletions.indexOf(deletion)
              if (at >= 0) return !deletions.slice(at + 1).some((later) => later.at === deletion.at)
            }
            return true
          },
        },
      },
    },
  ),
  {
    id: 'runs-of-blanks-in-queries-squeezed',
    breaks: ['A-CQL-07'],
    says: 'Several blanks in a query are one, within quotes, too.',
    rule: { cql: { query: (text) => text.replace(/ {2,}/g, ' ') } },
  },
  {
    id: 'cql-brackets-are-a-set',
    breaks: ['A-CQL-11', 'A-CQL-12'],
    says: 'Square brackets in a pattern stand for one of the characters between them.',
    rule: {
      cql: {
        matches: (value, pattern, operator) =>
          pattern.includes('[')
            ? (bracketPattern(pattern, operator)?.test(value) ?? false)
            : searchRules.cql.matches(value, pattern, operator),
      },
    },
  },
  rewriting(
    'shaped-read-loses-external-ids-of-references',
    ['A-PAR-12'],
    'With fields references carry no external ids.',
    (asked) => isRead(asked) && asked.query.has('fields') && asked.query.get('useExternalIds') === 'true',
    (request) => withQuery(request, { useExternalIds: null }),
  ),
  rewriting(
    'count-and-expansion-of-one-relation-replace-each-other',
    ['A-EXP-04'],
    'Of the count and the expansion of one relation the one named last is served.',
    (asked) => isRead(asked) && asked.query.getAll('expand').length > 1,
    (request, { query }) => {
      const all = query.getAll('expand')
      const isCount = (text: string) => /^\s*count\(/.test(text)
      const left = all.filter(
        (one, at) =>
          !all.slice(at + 1).some((later) => relationOf(later) === relationOf(one) && isCount(later) !== isCount(one)),
      )
      return left.length === all.length ? request : withParts(request, 'expand', left)
    },
  ),
  {
    id: 'expanded-attachments-show-their-content',
    breaks: ['A-ATT-02'],
    says: 'Expanded attachments show their content.',
    rule: {
      values: {
        version: (stored, _former, { place }) => {
          shownAt = place
          return stored
        },
      },
      attachment: { shows: () => (shownAt === 'expanded' ? 'content' : 'nothing') },
    },
  },
  reshaping(
    'query-api-rows-omit-what-is-false-or-nought',
    ['A-QRY-02'],
    'Rows of the Query API leave out values that are false, 0 or the empty string.',
    ({ method, path }) => method === 'POST' && path.endsWith('/api/query/v1'),
    (body) => ({
      ...body,
      data: ((body['data'] ?? []) as Json[]).map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([alias, fields]) => [
            alias,
            typeof fields === 'object' && fields !== null
              ? Object.fromEntries(Object.entries(fields).filter(([, value]) => ![false, 0, ''].includes(value as '')))
              : fields,
          ]),
        ),
      ),
    }),
  ),
]
