import type { Fault } from '../deviation.ts'
import type { cql } from '../rulebook/cql.ts'

const fault = (id: string, says: string, rule: Partial<typeof cql>, ...breaks: string[]): Fault => ({
  id,
  says,
  breaks: breaks as [string, ...string[]],
  rule: { cql: rule },
})

/** Answers one kind of invalid query differently; all others are refused as usual. */
const answered = (id: string, says: string, whys: readonly string[], as: 500 | 'unfiltered', ...breaks: string[]) =>
  fault(id, says, { refused: (why) => (whys.includes(why) ? as : 400) }, ...breaks)

/** Faults in refusals (A-CQL-09, 18, 20, 22, 23). */
export const cqlRefusalFaults: readonly Fault[] = [
  fault(
    'cql-ordering-strings-accepted',
    'Ordering operators are accepted on strings and identifiers.',
    { orders: (kind) => kind !== 'flag' },
    'A-CQL-09',
  ),
  fault(
    'cql-ordering-booleans-accepted',
    'Ordering operators are accepted on booleans.',
    { orders: (kind) => kind !== 'text' && kind !== 'id' },
    'A-CQL-09',
  ),
  answered(
    'cql-ordering-crashes',
    'An ordering operator on strings is answered with 500.',
    ['ordering'],
    500,
    'A-CQL-09',
  ),
  answered(
    'cql-unknown-field-unfiltered',
    'A query with an unknown field is answered without a filter.',
    ['field'],
    'unfiltered',
    'A-CQL-18',
  ),
  answered(
    'cql-list-criterion-unfiltered',
    'A query with a list as a plain criterion is answered without a filter.',
    ['collection'],
    'unfiltered',
    'A-CQL-18',
  ),
  answered(
    'cql-list-criterion-crashes',
    'A query with a list as a plain criterion is answered with 500.',
    ['collection'],
    500,
    'A-CQL-18',
  ),
  answered(
    'cql-unknown-field-crashes',
    'A query with an unknown field is answered with 500.',
    ['field'],
    500,
    'A-CQL-18',
  ),
  answered(
    'cql-field-below-text-unfiltered',
    'A query with a field below a text, number or boolean is answered without a filter.',
    ['below'],
    'unfiltered',
    'A-CQL-18',
  ),
  answered(
    'cql-field-below-text-crashes',
    'A query with a field below a text, number or boolean is answered with 500.',
    ['below'],
    500,
    'A-CQL-18',
  ),
  answered(
    'cql-malformed-unfiltered',
    'A malformed query is answered without a filter.',
    ['malformed'],
    'unfiltered',
    'A-CQL-18',
  ),
  answered(
    'cql-malformed-crashes',
    'A malformed query is answered with 500.',
    ['malformed', 'unbalanced'],
    500,
    'A-CQL-18',
  ),
  answered(
    'cql-unbalanced-unfiltered',
    'A query with an unbalanced parenthesis or quote is answered without a filter.',
    ['unbalanced'],
    'unfiltered',
    'A-CQL-18',
  ),
  fault('cql-unknown-operator-equal', 'An unknown operator is read as =.', { knowsOperator: () => true }, 'A-CQL-18'),
  fault(
    'cql-deep-query-crashes',
    'A query nested more than 50 levels deep is answered with 500.',
    { deepest: () => 50, limitStatus: () => 500 },
    'A-CQL-18',
  ),
  fault(
    'cql-long-list-crashes',
    'A list of more than 50 values is answered with 500.',
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
    'An object reference without its resource is accepted.',
    { objectNeedsType: () => false },
    'A-CQL-22',
  ),
  answered(
    'cql-object-without-type-crashes',
    'An object reference without its resource is answered with 500.',
    ['object'],
    500,
    'A-CQL-22',
  ),
  fault('cql-contains-text-accepted', 'CONTAINS is accepted on plain fields.', { containsOn: () => true }, 'A-CQL-23'),
  answered(
    'cql-contains-text-crashes',
    'CONTAINS on a plain field is answered with 500.',
    ['contains'],
    500,
    'A-CQL-23',
  ),
]
