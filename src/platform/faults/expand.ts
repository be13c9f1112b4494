import type { Fault } from '../deviation.ts'
import type { Reads, Wanted } from '../rulebook/shape.ts'

const without = (leaves: (wanted: Wanted, reads: Reads) => boolean) => ({
  expand: {
    asked: <T extends Wanted>(wanted: readonly T[], reads: Reads) => wanted.filter((one) => !leaves(one, reads)),
  },
})

/** Faults of A-EXP. */
export const expandFaults: readonly Fault[] = [
  { id: 'expand-ignored', breaks: ['A-EXP-01'], says: 'expand is ignored.', rule: without(() => true) },
  {
    id: 'expand-ignored-on-get',
    breaks: ['A-EXP-01'],
    says: 'expand is ignored when a single record is read.',
    rule: without((_wanted, { operation }) => operation === 'get'),
  },
  {
    id: 'expand-ignored-on-list',
    breaks: ['A-EXP-01', 'A-EXP-08'],
    says: 'expand is ignored in lists.',
    rule: without((_wanted, { operation }) => operation === 'list'),
  },
  {
    id: 'expand-to-one-ignored',
    breaks: ['A-EXP-01'],
    says: 'References to one record are not expanded.',
    rule: without(({ kind }) => kind === 'one'),
  },
  {
    id: 'expand-to-many-ignored',
    breaks: ['A-EXP-01'],
    says: 'Relations to many records are not expanded.',
    rule: without(({ kind }) => kind === 'many'),
  },
  {
    id: 'expand-to-many-first-only',
    breaks: ['A-EXP-01'],
    says: 'Of many related records only the first is expanded.',
    rule: { expand: { many: (found) => found.slice(0, 1) } },
  },
  {
    id: 'expand-to-many-last-twice',
    breaks: ['A-EXP-01'],
    says: 'Of many related records the last is expanded twice.',
    rule: { expand: { many: (found) => [...found, ...found.slice(-1)] } },
  },
  {
    id: 'expand-to-many-everything',
    breaks: ['A-EXP-01'],
    says: 'A to-many relation expands all records of the resource.',
    rule: { expand: { many: (_found, all) => all } },
  },
  {
    id: 'expand-other-record',
    breaks: ['A-EXP-01'],
    says: 'A reference expands to a different record of the resource.',
    rule: { expand: { one: (found, all) => all.find((other) => other !== found) ?? found } },
  },
  {
    id: 'expand-shape-ignored',
    breaks: ['A-EXP-02'],
    says: 'fields in an expansion is ignored.',
    rule: { expand: { shape: () => undefined } },
  },
  {
    id: 'expand-shape-only-first',
    breaks: ['A-EXP-02'],
    says: 'Only the first of the fields of an expansion is shown.',
    rule: { expand: { shape: (names) => names?.slice(0, 1) } },
  },
  {
    id: 'expand-shape-empty',
    breaks: ['A-EXP-02'],
    says: 'An expansion with fields is empty.',
    rule: { expand: { shape: (names) => (names ? [] : undefined) } },
  },
  {
    id: 'expand-count-ignored',
    breaks: ['A-EXP-03'],
    says: 'count() is ignored.',
    rule: without(({ kind }) => kind === 'count'),
  },
  {
    id: 'expand-count-one-more',
    breaks: ['A-EXP-03'],
    says: 'count() counts one too many.',
    rule: { expand: { count: (found) => found.length + 1 } },
  },
  {
    id: 'expand-count-of-everything',
    breaks: ['A-EXP-03'],
    says: 'count() counts all records of the resource.',
    rule: { expand: { count: (_found, all) => all.length } },
  },
  {
    id: 'expand-count-as-records',
    breaks: ['A-EXP-03'],
    says: 'count() adds the records instead of the count.',
    rule: { expand: { count: () => 'records' } },
  },
  {
    id: 'expand-only-first',
    breaks: ['A-EXP-04'],
    says: 'Of several expansions only the first is applied.',
    rule: { expand: { asked: (wanted) => wanted.slice(0, 1) } },
  },
  {
    id: 'expand-only-last',
    breaks: ['A-EXP-04'],
    says: 'Of several expansions only the last is applied.',
    rule: { expand: { asked: (wanted) => wanted.slice(-1) } },
  },
  {
    id: 'expand-several-refused',
    breaks: ['A-EXP-04'],
    says: 'Several expansions are refused.',
    rule: { expand: { refuses: (wanted) => wanted.length > 1 } },
  },
  {
    id: 'expand-object-ignored',
    breaks: ['A-EXP-05'],
    says: 'Object references are not expanded.',
    rule: without(({ kind }) => kind === 'object'),
  },
  {
    id: 'expand-object-other-type',
    breaks: ['A-EXP-05'],
    says: 'An object reference is expanded although it points to another type.',
    rule: { expand: { matches: (pointsTo) => pointsTo !== undefined } },
  },
  {
    id: 'expand-object-under-field',
    breaks: ['A-EXP-05'],
    says: 'An expanded object reference is returned under the plain field name.',
    rule: { expand: { objectKey: (field) => field } },
  },
  {
    id: 'expand-without-permission',
    breaks: ['A-EXP-07'],
    says: 'Expanded records are shown to users without permission to read them.',
    rule: { expand: { reads: () => true } },
  },
  {
    id: 'expand-ignored-on-searches',
    breaks: ['A-EXP-08'],
    says: 'expand is ignored when there is a query.',
    rule: without((_wanted, { searches }) => searches),
  },
  {
    id: 'expand-drops-unlinked',
    breaks: ['A-EXP-08'],
    says: 'Records without a related record are missing from an expanded list.',
    rule: { expand: { dropsUnlinked: () => true } },
  },
  {
    id: 'expand-loses-filter',
    breaks: ['A-EXP-08'],
    says: 'A search with an expansion is not filtered.',
    rule: { expand: { filters: () => false } },
  },
  {
    id: 'expand-without-dto-crashes',
    breaks: ['A-EXP-09'],
    says: 'An expansion whose DTO is not named in dtos is answered with 500.',
    rule: { expand: { needsDto: () => 500 } },
  },
]
