import type { Fault } from '../deviation.ts'
import { rewriting, withQuery } from './passing.ts'
import { asksForList } from './serving.ts'

/** Searches are served as if another query was sent. */
const readAs = (id: string, breaks: Fault['breaks'], says: string, change: (query: string) => string): Fault =>
  rewriting(
    id,
    breaks,
    says,
    (asked) => asksForList(asked) && asked.query.has('query'),
    (request, asked) => withQuery(request, { query: change(asked.query.get('query') ?? '') }),
  )

/** Breaches of searches by fields of linked records that equality alone does not show. */
export const unaskedQueryFaults: readonly Fault[] = [
  readAs(
    'cql-orders-through-links-by-the-record-itself',
    ['A-CQL-03', 'A-CQL-08'],
    '<, >, <= and >= on the lastChanged of a linked record compare that of the record itself.',
    (query) => query.replace(/\b\w+\.(lastChanged (?:<|>))/g, '$1'),
  ),
  readAs(
    'cql-ilike-through-links-minds-case',
    ['A-CQL-03', 'A-CQL-12'],
    'ilike on a field of a linked record is case-sensitive.',
    (query) => query.replace(/\b(\w+\.\w+) ilike /g, '$1 like '),
  ),
  readAs(
    'cql-lists-through-links-end-at-the-first',
    ['A-CQL-03', 'A-CQL-13'],
    'in on the name of a linked record uses the first value only.',
    (query) => query.replace(/\b(\w+\.name in \("[^"]*")(?:, "[^"]*")+/g, '$1'),
  ),
  readAs(
    'cql-null-through-links-tells-of-the-link',
    ['A-CQL-03', 'A-CQL-14'],
    'is null on a field of a linked record tells whether a record is linked.',
    (query) => query.replace(/\b(\w+)\.\w+ is null\b/g, '$1 is null'),
  ),
  readAs(
    'cql-patterns-on-children-without-wildcards',
    ['A-CQL-03', 'A-CQL-11'],
    'like on a field of what refers to a record compares like =.',
    (query) => query.replace(/\b(activities\.\w+) like /g, '$1 = '),
  ),
]
