import { patternOf, strictPattern } from '../cql/pattern.ts'
import { strictOrder, type cql } from '../rulebook/cql.ts'

/** Rules of a query language whose = and in ignore case, and whose _ is one character. */
export const comparedInAnyCase: Pick<typeof cql, 'order' | 'matches'> = {
  order: (one, other, kind) =>
    kind === 'text'
      ? strictOrder(String(one).toLowerCase(), String(other).toLowerCase(), kind)
      : strictOrder(one, other, kind),
  matches: (value, pattern, operator) =>
    patternOf(pattern, { ...strictPattern, underscore: true, anyCase: operator === 'ilike' }).test(value),
}
