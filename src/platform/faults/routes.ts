import type { Fault } from '../deviation.ts'
import { cql as strictCql } from '../rulebook/cql.ts'
import type { Showing } from '../rulebook/values.ts'

const stale = (
  where: string,
  says: string,
  statement: string,
  meets: (seen: Omit<Showing, 'kind'>) => boolean,
): Fault => ({
  id: `route-stale-${where}`,
  breaks: [statement],
  says,
  rule: { values: { version: (stored, former, seen) => (former !== undefined && meets(seen) ? former : stored) } },
})

/** Faults of one way to read or to write beside the others, and of records after their state has moved. */
export const routeFaults: readonly Fault[] = [
  stale(
    'by-external-id',
    'A record read by external id is one version behind.',
    'A-DAT-14',
    ({ place, inBatch }) => place === 'external-id' && !inBatch,
  ),
  stale('in-searches', 'A query shows records one version behind.', 'A-DAT-02', ({ place }) => place === 'search'),
  stale('expanded', 'Expanded records are one version behind.', 'A-EXP-01', ({ place }) => place === 'expanded'),
  stale('in-rows', 'Rows of the Query API are one version behind.', 'A-QRY-02', ({ place }) => place === 'row'),
  stale(
    'in-a-batch',
    'A GET in a batch is one version behind.',
    'A-BAT-05',
    ({ place, inBatch }) => inBatch && place === 'id',
  ),
  {
    id: 'data-remade-holds-former',
    breaks: ['A-DAT-03', 'A-DAT-06'],
    says: 'A record created with the id of a deleted one gets the fields of that one, too.',
    rule: { data: { created: (sent, former) => ({ ...former(), ...sent }) } },
  },
  {
    id: 'data-former-external-id-found',
    breaks: ['A-DAT-14', 'A-DAT-24'],
    says: 'A record is still found by the external id that it had before.',
    rule: { data: { keepsNames: () => true } },
  },
  {
    id: 'data-reused-external-id-lost',
    breaks: ['A-DAT-14'],
    says: 'No record is found by an external id that a deleted one had.',
    rule: { data: { reusesNames: () => false } },
  },
  {
    id: 'list-lacks-what-a-batch-wrote',
    breaks: ['A-DAT-02', 'A-CQL-21'],
    says: 'Lists do not hold records that a batch wrote last.',
    rule: { data: { listed: (records) => records.filter((record) => !(record as { inBatch?: boolean }).inBatch) } },
  },
  {
    id: 'query-api-lacks-what-a-batch-wrote',
    breaks: ['A-QRY-01'],
    says: 'The Query API does not see records that a batch wrote last.',
    rule: { query: { sees: (inBatch) => !inBatch } },
  },
  {
    id: 'query-api-last-row-missing',
    breaks: ['A-QRY-01'],
    says: 'The last of several rows is missing.',
    rule: { query: { envelope: (rows) => ({ data: rows.length > 1 ? rows.slice(0, -1) : rows }) } },
  },
  {
    id: 'deleted-in-a-batch-left-out',
    breaks: ['A-DEL-01'],
    says: 'The deleted listing does not hold what a batch deleted.',
    rule: { deleted: { lists: ({ inBatch }) => !inBatch } },
  },
  {
    id: 'deleted-undone-listed',
    breaks: ['A-DEL-01', 'A-BAT-08'],
    says: 'The deleted listing holds what a batch deleted, even if that was rolled back.',
    rule: { deleted: { notesUndone: () => true } },
  },
  {
    id: 'attachment-in-a-batch-empty',
    breaks: ['A-ATT-01', 'A-ATT-03'],
    says: 'An attachment created in a batch has no content.',
    rule: { attachment: { created: (fields, inBatch) => (inBatch ? { ...fields, fileContent: '' } : fields) } },
  },
  {
    id: 'page-size-lowered-to-100',
    breaks: ['A-PAR-15'],
    says: 'A page holds at most 100 records.',
    rule: { page: { size: (asked) => Math.min(asked, 100) } },
  },
  {
    id: 'cql-in-cut-at-100',
    breaks: ['A-CQL-13'],
    says: 'in looks at the first 100 values only.',
    rule: { cql: { among: (equal) => equal.slice(0, 100).includes(true) } },
  },
  {
    id: 'expand-to-many-cut-at-100',
    breaks: ['A-EXP-01'],
    says: 'At most 100 records are expanded.',
    rule: { expand: { many: (found) => found.slice(0, 100) } },
  },
  {
    id: 'expand-count-capped-at-100',
    breaks: ['A-EXP-03'],
    says: 'A count ends at 100.',
    rule: { expand: { count: (found) => Math.min(found.length, 100) } },
  },
  {
    id: 'cql-query-latin-1',
    breaks: ['A-CQL-07', 'A-CQL-11', 'A-CQL-13'],
    says: 'Queries are read in Latin-1.',
    rule: { cql: { query: (text) => Buffer.from(text, 'utf8').toString('latin1') } },
  },
  {
    id: 'cql-date-milliseconds-cut',
    breaks: ['A-CQL-07', 'A-CQL-08'],
    says: 'Dates are compared to the second.',
    rule: {
      cql: {
        order: (a, b, kind) =>
          kind === 'date'
            ? Math.floor(Date.parse(String(a)) / 1000) - Math.floor(Date.parse(String(b)) / 1000)
            : strictCql.order(a, b, kind),
      },
    },
  },
  {
    id: 'cql-numbers-whole',
    breaks: ['A-CQL-07', 'A-CQL-08'],
    says: 'Numbers are compared without their decimals.',
    rule: {
      cql: {
        order: (a, b, kind) =>
          kind === 'number' ? Math.trunc(Number(a)) - Math.trunc(Number(b)) : strictCql.order(a, b, kind),
      },
    },
  },
  {
    id: 'record-last-changed-by-kept-in-a-batch',
    breaks: ['A-REC-05'],
    says: 'A part of a batch does not change lastChangedBy.',
    rule: {
      record: {
        lastChangedBy: (writer, former, { inBatch }) =>
          inBatch && former ? former : (writer.userId ?? writer.clientId),
      },
    },
  },
  {
    id: 'record-last-changed-by-kept-on-put',
    breaks: ['A-REC-05'],
    says: 'PUT does not change lastChangedBy.',
    rule: {
      record: {
        lastChangedBy: (writer, former, { operation }) =>
          operation === 'put' && former ? former : (writer.userId ?? writer.clientId),
      },
    },
  },
  {
    id: 'record-last-changed-by-kept-by-external-id',
    breaks: ['A-REC-05'],
    says: 'Updates by external id do not change lastChangedBy.',
    rule: {
      record: {
        lastChangedBy: (writer, former, { by }) =>
          by === 'externalId' && former ? former : (writer.userId ?? writer.clientId),
      },
    },
  },
  {
    id: 'cql-me-constant',
    breaks: ['A-CQL-06'],
    says: 'me() is the same user for everybody.',
    rule: { cql: { me: () => '20101' } },
  },
]
