import { asks, quoted } from './asks.ts'
import { isOneOf, refersToOneOf, valuesOf } from './truth.ts'
import type { Table } from './table.ts'
import { cql } from './requirements.ts'

const stamps = ({ rows }: Table) => valuesOf(rows, 'lastChanged')
const partner = ({ partners }: Table, position: number) => partners[position]?.['id']

asks(
  cql['query-in'],
  'strings-and-numbers',
  {
    brokenBy: [
      'cql-in-only-first',
      'cql-in-only-last',
      'cql-in-inverted',
      'cql-in-as-prefix',
      'cql-in-numbers-never',
      'cql-in-numbers-of-32-bits',
      'cql-in-repeats-rows-of-repeated-values',
    ],
  },
  (table) => [
    ['subject in ("10", "9")', isOneOf('subject', ['10', '9'])],
    ['subject in ("abcX", "nobody", "bc", "abcX")', isOneOf('subject', ['abcX', 'bc'])],
    ['subject in ("a b")', isOneOf('subject', ['a b'])],
    ['remarks in ("last", "second")', isOneOf('remarks', ['last', 'second'])],
    [`lastChanged in (${stamps(table).slice(0, 3).join(', ')})`, isOneOf('lastChanged', stamps(table).slice(0, 3))],
  ],
)

asks(
  cql['query-in'],
  'identifiers',
  { brokenBy: ['cql-in-only-first', 'cql-in-only-last', 'cql-in-null-matches'] },
  (table) => [
    [
      `businessPartner in (${quoted(partner(table, 0))}, ${quoted(partner(table, 1))})`,
      refersToOneOf('businessPartner', [partner(table, 0), partner(table, 1)]),
    ],
    [
      `id in (${quoted(table.rows[2]?.id)}, ${quoted(table.rows[7]?.id)})`,
      refersToOneOf('id', [table.rows[2]?.id, table.rows[7]?.id]),
    ],
  ],
)
