import type { Fault } from '../deviation.ts'
import { catalogue } from '../data/catalogue.ts'
import { cql as strictCql } from '../rulebook/cql.ts'
import { deletedRules } from '../rulebook/deleted.ts'
import { askedOf, passing, refused, rewriting, withQuery } from './passing.ts'
import { asksForList } from './serving.ts'

const deletedInBatch = new WeakSet<object>()

const linkedOrdering = /[A-Za-z]\.[A-Za-z]+ *[<>]/
const linked = /[A-Za-z]\.[A-Za-z]+ /
// A query is read before its records are tested, and both without a wait between them.
const query = { ordersLinked: false, lacksLink: false }

/** Quiet breaches of parameters, the deleted listing and queries that another reader thought up. */
export const thirdQueryFaults: readonly Fault[] = [
  passing(
    'refused-delete-without-dtos-done',
    ['A-PAR-02'],
    'A DELETE without dtos is refused and takes effect.',
    async (request, go) => {
      const asked = askedOf(request)
      if (asked.method !== 'DELETE' || !asked.resource || asked.query.has('dtos')) return go(request)
      await go(withQuery(request, { dtos: `${asked.resource}.${catalogue.get(asked.resource)?.newest}` }))
      return refused(400, 'dtos is missing')
    },
  ),
  rewriting(
    'root-in-version-of-first-pair',
    ['A-PAR-03', 'A-GEN-05'],
    'A record is shown in the version that the first pair of dtos has, whatever resource it names.',
    ({ method, resource, query: asked }) =>
      method === 'GET' && resource !== undefined && (asked.get('dtos') ?? '').includes(';'),
    (request, { resource, query: asked }) => {
      const pairs = (asked.get('dtos') ?? '').split(';')
      const version = pairs[0]?.split('.')[1] ?? ''
      return withQuery(request, {
        dtos: pairs.map((pair) => (pair.startsWith(`${resource}.`) ? `${resource}.${version}` : pair)).join(';'),
      })
    },
  ),
  rewriting(
    'page-lowered-to-100-with-expand',
    ['A-PAR-15'],
    'A page with expanded records holds at most 100.',
    (asked) => asksForList(asked) && asked.query.has('expand') && Number(asked.query.get('pageSize')) > 100,
    (request) => withQuery(request, { pageSize: '100' }),
  ),
  rewriting(
    'external-ids-add-references-to-fields',
    ['A-PAR-11'],
    'With useExternalIds, fields does not leave out references.',
    ({ method, resource, query: asked }) =>
      method === 'GET' &&
      resource === 'ServiceCall' &&
      asked.get('useExternalIds') === 'true' &&
      (asked.get('fields') ?? '') !== '',
    (request, { query: asked }) =>
      withQuery(request, { fields: `${asked.get('fields')},businessPartner,technicians,responsibles` }),
  ),
  {
    id: 'deleted-in-a-batch-without-external-id',
    breaks: ['A-DEL-02', 'A-DEL-07'],
    says: 'An entry of a record that a batch deleted has no external id.',
    rule: {
      deleted: {
        lists: (deletion, asker) => {
          if (deletion.inBatch) deletedInBatch.add(deletion.record)
          return deletedRules.deleted.lists(deletion, asker)
        },
        order: (entries) =>
          entries.map((entry) => (deletedInBatch.has(entry as object) ? { ...entry, externalId: null } : entry)),
      },
    },
  },
  {
    id: 'cql-linked-unset-drops-record',
    breaks: ['A-CQL-21', 'A-CQL-03'],
    says: 'A record without the reference does not satisfy an OR with a criterion on the linked record.',
    rule: {
      cql: {
        query: (text) => {
          query.lacksLink = false
          return text
        },
        linkedUnset: () => {
          query.lacksLink = true
          return null
        },
        join: (operator, parts) => {
          const lacks = query.lacksLink
          query.lacksLink = false
          return lacks ? false : strictCql.join(operator, parts)
        },
      },
    },
  },
  {
    id: 'cql-deleted-found-through-links',
    breaks: ['A-CQL-21', 'A-DAT-10'],
    says: 'A query with a criterion on a linked record finds deleted records, too.',
    rule: { cql: { searched: (records, deleted, text) => (linked.test(text) ? [...records, ...deleted()] : records) } },
  },
  {
    id: 'cql-ordering-linked-strings-served',
    breaks: ['A-CQL-09'],
    says: 'Ordering operators are accepted on strings of linked records.',
    rule: {
      cql: {
        query: (text) => {
          query.ordersLinked = linkedOrdering.test(text)
          return text
        },
        orders: (kind) => query.ordersLinked || strictCql.orders(kind),
      },
    },
  },
  {
    id: 'cql-backslash-in-pattern-lost',
    breaks: ['A-CQL-11'],
    says: 'A backslash in a pattern is taken for an escape.',
    rule: {
      cql: { matches: (value, pattern, how) => strictCql.matches(value, pattern.replace(/\\(.)/g, '$1'), how) },
    },
  },
  {
    id: 'cql-empty-text-is-null',
    breaks: ['A-CQL-14'],
    says: 'is null holds for an empty text.',
    rule: { cql: { isNull: (unset, _isReference, value) => unset || value === '' } },
  },
]
