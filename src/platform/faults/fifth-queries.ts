import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { searchRules } from '../rulebook/cql.ts'
import { nowServed, plain, serving } from './serving.ts'

const patchedLists = perHouse(() => new Set<string>())

/** A query with what stands in quotes blotted out. */
export const unquoted = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => '"'.repeat(quoted.length))

/** A query without the parentheses that only group, if they stand within each other. */
function flattened(text: string): string {
  const bare = unquoted(text)
  const open: Array<{ readonly at: number; readonly groups: boolean }> = []
  const dropped: number[] = []
  let isDeep = false
  for (let at = 0; at < bare.length; at += 1) {
    if (bare[at] === '(')
      open.push({ at, groups: !/[\w!]\s*$/.test(bare.slice(0, at)) || /\b(?:AND|OR)\s*$/.test(bare.slice(0, at)) })
    if (bare[at] !== ')') continue
    isDeep ||= open.filter(({ groups: grouping }) => grouping).length > 1
    const last = open.pop()
    if (last?.groups) dropped.push(last.at, at)
  }
  return isDeep ? [...text].map((char, at) => (dropped.includes(at) ? ' ' : char)).join('') : text
}

/** A pattern in which only a % at the end stands for nothing, too. */
function hungry(value: string, pattern: string, anyCase: boolean): boolean {
  const tokens = pattern.match(/%%|%|[^%]+/gs) ?? []
  const pieces = tokens.map((token, at) =>
    token === '%'
      ? at === tokens.length - 1
        ? '.*'
        : '.+'
      : (token === '%%' ? '%' : token).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  )
  return new RegExp(`^${pieces.join('')}$`, anyCase ? 'is' : 's').test(value)
}

/** Quiet breaches of the query language that a fifth reader thought up. */
export const fifthQueryFaults: readonly Fault[] = [
  {
    id: 'cql-deep-parentheses-flattened',
    breaks: ['A-CQL-01', 'A-CQL-21'],
    says: 'Parentheses within parentheses lose their effect.',
    rule: { cql: { query: flattened } },
  },
  {
    id: 'cql-at-most-a-date-exclusive',
    breaks: ['A-CQL-08'],
    says: '<= with a date-time does not hold for the same date-time.',
    rule: {
      cql: {
        compares: (operator, order, kind) =>
          kind === 'date' && operator === '<=' ? order < 0 : searchRules.cql.compares(operator, order, kind),
      },
    },
  },
  {
    id: 'cql-not-of-or-negates-the-first',
    breaks: ['A-CQL-10', 'A-CQL-21'],
    says: '! of an expression joined by OR negates only its first criterion.',
    rule: {
      cql: {
        negate: (held, kind, parts) =>
          kind === 'or'
            ? searchRules.cql.join('or', [searchRules.cql.negate(parts[0] ?? null, '', []), ...parts.slice(1)])
            : searchRules.cql.negate(held, kind, parts),
      },
    },
  },
  {
    id: 'cql-like-wildcard-before-text-needs-a-character',
    breaks: ['A-CQL-11', 'A-CQL-12'],
    says: '% before the end of a pattern stands for at least one character.',
    rule: { cql: { matches: (value, pattern, operator) => hungry(value, pattern, operator === 'ilike') } },
  },
  serving(
    'cql-contains-first-of-a-patched-list',
    ['A-CQL-05'],
    'CONTAINS tests only the first element of a list that a PATCH wrote.',
    {
      rule: {
        cql: {
          contains: (list, value, former) => {
            const house = nowServed()?.house
            return house && patchedLists(house).has(list.join(' '))
              ? list[0] === value
              : searchRules.cql.contains(list, value, former)
          },
        },
        data: {
          patched: (stored, sent) => {
            const house = nowServed()?.house
            for (const value of Object.values(sent))
              if (house && Array.isArray(value)) patchedLists(house).add(value.map(plain).join(' '))
            return { ...stored, ...sent }
          },
        },
      },
    },
  ),
  {
    id: 'cql-is-null-written-only',
    breaks: ['A-CQL-14'],
    says: 'is null holds only for fields that were set to null, not for those that were never sent.',
    rule: { cql: { isNull: (unset, _isReference, value) => unset && value === null } },
  },
]
