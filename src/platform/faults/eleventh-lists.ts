import type { Fault } from '../deviation.ts'
import { allStores } from '../data/stores.ts'
import { searchRules } from '../rulebook/cql.ts'
import { reshaping, rewriting, withParts, withQuery, type Json } from './passing.ts'
import { isRead, nowServed, serving } from './serving.ts'

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
