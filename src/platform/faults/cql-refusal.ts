import type { Fault } from '../deviation.ts'
import type { cql } from '../rulebook/cql.ts'

const fault = (id: string, says: string, rule: Partial<typeof cql>, ...breaks: string[]): Fault => ({
  id,
  says,
  breaks: breaks as [string, ...string[]],
  rule: { cql: rule },
})

/** What is refused for one reason is answered otherwise; all else is refused as ever. */
const answered = (id: string, says: string, whys: readonly string[], as: 500 | 'unfiltered', ...breaks: string[]) =>
  fault(id, says, { refused: (why) => (whys.includes(why) ? as : 400) }, ...breaks)

/** Faults in what must be refused (A-CQL-09, 18, 20, 22, 23). */
export const cqlRefusalFaults: readonly Fault[] = [
  fault(
    'cql-ordering-strings-accepted',
    'Strings and identifiers are ordered.',
    { orders: (kind) => kind !== 'flag' },
    'A-CQL-09',
  ),
  fault(
    'cql-ordering-booleans-accepted',
    'Booleans are ordered.',
    { orders: (kind) => kind !== 'text' && kind !== 'id' },
    'A-CQL-09',
  ),
  answered('cql-ordering-crashes', 'An ordering of strings is answered 500.', ['ordering'], 500, 'A-CQL-09'),
  answered(
    'cql-unknown-field-unfiltered',
    'A query with an unknown field is answered without a filter.',
    ['field'],
    'unfiltered',
    'A-CQL-18',
  ),
  answered('cql-unknown-field-crashes', 'A query with an unknown field is answered 500.', ['field'], 500, 'A-CQL-18'),
  answered(
    'cql-malformed-unfiltered',
    'A malformed query is answered without a filter.',
    ['malformed'],
    'unfiltered',
    'A-CQL-18',
  ),
  answered('cql-malformed-crashes', 'A malformed query is answered 500.', ['malformed', 'unbalanced'], 500, 'A-CQL-18'),
  answered(
    'cql-unbalanced-unfiltered',
    'A query with a parenthesis or quote too few or too many is answered without a filter.',
    ['unbalanced'],
    'unfiltered',
    'A-CQL-18',
  ),
  fault('cql-unknown-operator-equal', 'An unknown operator is read as =.', { knowsOperator: () => true }, 'A-CQL-18'),
  fault(
    'cql-deep-query-crashes',
    'A query nested more than fifty deep is answered 500.',
    { deepest: () => 50, limitStatus: () => 500 },
    'A-CQL-18',
  ),
  fault(
    'cql-long-list-crashes',
    'A list of more than fifty values is answered 500.',
    { longestList: () => 50, limitStatus: () => 500 },
    'A-CQL-18',
  ),
  fault(
    'cql-unknown-criteria-true',
    'A criterion written as a function holds for every record.',
    { functionHolds: () => true },
    'A-CQL-20',
  ),
  fault(
    'cql-object-without-type-accepted',
    'An object reference is taken without its resource.',
    { objectNeedsType: () => false },
    'A-CQL-22',
  ),
  answered(
    'cql-object-without-type-crashes',
    'An object reference without its resource is answered 500.',
    ['object'],
    500,
    'A-CQL-22',
  ),
  fault('cql-contains-text-accepted', 'CONTAINS is taken on plain fields.', { containsOn: () => true }, 'A-CQL-23'),
  answered('cql-contains-text-crashes', 'CONTAINS on a plain field is answered 500.', ['contains'], 500, 'A-CQL-23'),
]
