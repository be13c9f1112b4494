import { missingRecord } from '../data/refusal.ts'
import type { Step } from '../data/step.ts'
import type { Fault } from '../deviation.ts'
import { pathFaults } from './path.ts'

type Write = 'create' | 'put' | 'patch' | 'delete'
const method = { create: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const
const is = (step: Step, operation: Step['operation'], by?: Step['by']) =>
  step.operation === operation && (by === undefined || step.by === by)
const success = (step: Step) => (['create', 'put', 'patch'].includes(step.operation) ? 201 : 200)
const suffix = (by: Step['by']) => (by === 'externalId' ? '-by-external-id' : '')
const words = (by: Step['by']) => (by === 'externalId' ? 'external id' : 'id')

const status = (operation: 'put' | 'patch', by: Step['by'], creates: boolean): Fault => ({
  id: `data-${operation}${suffix(by)}-${creates ? 'create' : 'update'}-status-200`,
  breaks: [
    by === 'externalId'
      ? 'A-DAT-15'
      : operation === 'put'
        ? creates
          ? 'A-DAT-06'
          : 'A-DAT-05'
        : creates
          ? 'A-DAT-08'
          : 'A-DAT-07',
  ],
  says: `${method[operation]} by ${words(by)} that ${creates ? 'creates' : 'updates'} a record is answered with 200.`,
  rule: { data: { status: (step) => (is(step, operation, by) && step.creates === creates ? 200 : success(step)) } },
})

const noUpsert = (operation: 'put' | 'patch', by: Step['by']): Fault => ({
  id: `data-${operation}${suffix(by)}-missing-refused`,
  breaks: [by === 'externalId' ? 'A-DAT-15' : operation === 'put' ? 'A-DAT-06' : 'A-DAT-08'],
  says: `${method[operation]} on a missing ${words(by)} is answered with 404.`,
  rule: { data: { upserts: (step) => !is(step, operation, by) } },
})

const lost = (operation: Write, breaks: Fault['breaks']): Fault => ({
  id: `data-${operation}-not-stored`,
  breaks,
  says: `${method[operation]} reports success but has no effect.`,
  rule: { data: { persists: (step) => !is(step, operation) } },
})

const shows = (operation: Write, what: 'former' | 'nothing', breaks: Fault['breaks']): Fault => ({
  id: `data-${operation}-answers-${what === 'former' ? 'old-version' : 'nothing'}`,
  breaks,
  says: `${method[operation]} is answered with ${what === 'former' ? 'the record as it was before' : 'an empty body'}.`,
  rule: { data: { shows: (step) => (is(step, operation) ? what : 'stored') } },
})

const withoutRequired = (operation: 'create' | 'put' | 'patch'): Fault => ({
  id: `data-required-unchecked-on-${operation}`,
  breaks: operation === 'patch' ? ['A-DAT-36', 'A-DAT-08'] : ['A-DAT-36'],
  says: `${method[operation]} creates a record that lacks a required field.`,
  rule: { data: { refusesRequired: (step) => !is(step, operation) } },
})

/** Faults of the operations on records. */
export const operationFaults: readonly Fault[] = [
  {
    id: 'data-get-other-record',
    breaks: ['A-DAT-01', 'A-DAT-14'],
    says: 'GET of a stored record returns another record of the resource.',
    rule: { data: { picks: (found, all) => all().find((other) => other !== found) ?? found } },
  },
  {
    id: 'data-get-missing',
    breaks: ['A-DAT-01', 'A-DAT-03'],
    says: 'GET by id finds no record.',
    rule: { data: { finds: (by) => by !== 'id' } },
  },
  {
    id: 'data-get-by-external-id-missing',
    breaks: ['A-DAT-14'],
    says: 'GET by external id finds no record.',
    rule: { data: { finds: (by) => by !== 'externalId' } },
  },
  {
    id: 'data-list-empty',
    breaks: ['A-DAT-02'],
    says: 'A list is always empty.',
    rule: { data: { listed: () => [] } },
  },
  {
    id: 'data-list-refused',
    breaks: ['A-DAT-02'],
    says: 'A list without a query is refused.',
    rule: { data: { status: (step) => (step.operation === 'list' ? 400 : success(step)) } },
  },
  {
    id: 'data-list-repeats',
    breaks: ['A-DAT-02'],
    says: 'A list contains its first record twice.',
    rule: { data: { listed: (records) => [...records.slice(0, 1), ...records] } },
  },
  lost('create', ['A-DAT-03']),
  lost('put', ['A-DAT-05', 'A-DAT-06']),
  lost('patch', ['A-DAT-07', 'A-DAT-08']),
  lost('delete', ['A-DAT-10']),
  status('put', 'id', false),
  status('put', 'id', true),
  status('patch', 'id', false),
  status('patch', 'id', true),
  status('put', 'externalId', false),
  status('put', 'externalId', true),
  status('patch', 'externalId', false),
  status('patch', 'externalId', true),
  {
    id: 'data-delete-status-204',
    breaks: ['A-DAT-10'],
    says: 'DELETE by id is answered with 204.',
    rule: { data: { status: (step) => (is(step, 'delete', 'id') ? 204 : success(step)) } },
  },
  {
    id: 'data-delete-by-external-id-status-204',
    breaks: ['A-DAT-16'],
    says: 'DELETE by external id is answered with 204.',
    rule: { data: { status: (step) => (is(step, 'delete', 'externalId') ? 204 : success(step)) } },
  },
  shows('put', 'former', ['A-DAT-05', 'A-DAT-15']),
  shows('patch', 'former', ['A-DAT-07', 'A-DAT-15']),
  shows('put', 'nothing', ['A-DAT-05', 'A-DAT-15']),
  shows('patch', 'nothing', ['A-DAT-07', 'A-DAT-15']),
  {
    id: 'data-post-answers-bare-record',
    breaks: ['A-DAT-31', 'A-REC-08'],
    says: 'POST returns the record outside the data envelope.',
    rule: { data: { bares: (step) => is(step, 'create') } },
  },
  {
    id: 'data-post-answers-what-was-sent',
    breaks: ['A-DAT-31'],
    says: 'POST returns only the fields sent, without those the service filled in.',
    rule: { data: { shows: (step) => (is(step, 'create') ? 'sent' : 'stored') } },
  },
  {
    id: 'data-put-merges',
    breaks: ['A-DAT-05'],
    says: 'PUT by id keeps the fields that were not sent.',
    rule: { data: { replaced: (stored, sent, step) => (step.by === 'id' ? { ...stored, ...sent } : sent) } },
  },
  {
    id: 'data-put-by-external-id-merges',
    breaks: ['A-DAT-15'],
    says: 'PUT by external id keeps the fields that were not sent.',
    rule: { data: { replaced: (stored, sent, step) => (step.by === 'externalId' ? { ...stored, ...sent } : sent) } },
  },
  noUpsert('put', 'id'),
  noUpsert('patch', 'id'),
  noUpsert('put', 'externalId'),
  noUpsert('patch', 'externalId'),
  {
    id: 'data-upsert-other-id',
    breaks: ['A-DAT-06', 'A-DAT-08'],
    says: 'PUT and PATCH on a missing id create the record under another id.',
    rule: { data: { upsertId: (_addressed, generated) => generated } },
  },
  {
    id: 'data-upsert-forgets-external-id',
    breaks: ['A-DAT-15'],
    says: 'PUT and PATCH on a missing external id create the record without an external id.',
    rule: { data: { upsertExternalId: () => null } },
  },
  {
    id: 'data-update-by-external-id-creates-second',
    breaks: ['A-DAT-15', 'A-REC-07'],
    says: 'PUT and PATCH by external id create a second record with that external id.',
    rule: {
      data: {
        recognises: (step) => !(step.by === 'externalId' && (step.operation === 'put' || step.operation === 'patch')),
      },
      record: { onTakenExternalId: () => 'store' },
    },
  },
  {
    id: 'data-patch-resets',
    breaks: ['A-DAT-07'],
    says: 'PATCH by id clears the fields that were not sent.',
    rule: { data: { patched: (stored, sent, step) => (step.by === 'id' ? sent : { ...stored, ...sent }) } },
  },
  {
    id: 'data-patch-by-external-id-resets',
    breaks: ['A-DAT-15'],
    says: 'PATCH by external id clears the fields that were not sent.',
    rule: { data: { patched: (stored, sent, step) => (step.by === 'externalId' ? sent : { ...stored, ...sent }) } },
  },
  {
    id: 'data-patch-null-ignored',
    breaks: ['A-DAT-09'],
    says: 'PATCH with null for a field leaves its value unchanged.',
    rule: {
      data: {
        patched: (stored, sent) => ({
          ...stored,
          ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)),
        }),
      },
    },
  },
  {
    id: 'data-patch-null-text',
    breaks: ['A-DAT-09'],
    says: 'PATCH with null for a field stores the string null.',
    rule: {
      data: {
        patched: (stored, sent) => ({
          ...stored,
          ...Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, value ?? 'null'])),
        }),
      },
    },
  },
  {
    id: 'data-patch-null-empty',
    breaks: ['A-DAT-09'],
    says: 'PATCH with null for a field stores an empty string.',
    rule: {
      data: {
        patched: (stored, sent) => ({
          ...stored,
          ...Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, value ?? ''])),
        }),
      },
    },
  },
  {
    id: 'data-delete-readable-by-id',
    breaks: ['A-DAT-10', 'A-DAT-24'],
    says: 'A deleted record can still be read by id.',
    rule: { data: { readsDeleted: (reads) => reads === 'id' } },
  },
  {
    id: 'data-delete-readable-by-external-id',
    breaks: ['A-DAT-10', 'A-DAT-24'],
    says: 'A deleted record can still be read by external id.',
    rule: { data: { readsDeleted: (reads) => reads === 'externalId' } },
  },
  {
    id: 'data-delete-still-listed',
    breaks: ['A-DAT-10'],
    says: 'A deleted record still appears in lists.',
    rule: { data: { readsDeleted: (reads) => reads === 'list' } },
  },
  {
    id: 'data-delete-by-external-id-not-stored',
    breaks: ['A-DAT-16'],
    says: 'DELETE by external id reports success but has no effect.',
    rule: { data: { persists: (step) => !is(step, 'delete', 'externalId') } },
  },
  {
    id: 'data-delete-by-external-id-refused',
    breaks: ['A-DAT-16'],
    says: 'DELETE by external id finds no record.',
    rule: { data: { recognises: (step) => !is(step, 'delete', 'externalId') } },
  },
  {
    id: 'data-delete-cascades',
    breaks: ['A-DAT-25'],
    says: 'Deleting a record deletes the records that refer to it.',
    rule: { data: { cascades: () => true } },
  },
  {
    id: 'data-missing-made-up',
    breaks: ['A-DAT-24'],
    says: 'GET of a missing record is answered with 200 with an empty record.',
    rule: {
      data: {
        missing: (step) =>
          step.operation === 'get' ? { status: 200, body: { data: [{ record: { id: null } }] } } : missingRecord,
      },
    },
  },
  {
    id: 'data-post-overwrites',
    breaks: ['A-DAT-12'],
    says: 'POST with the id of a stored record overwrites it.',
    rule: { data: { postOnExisting: () => 'overwrite' } },
  },
  {
    id: 'data-post-overwrites-though-refused',
    breaks: ['A-DAT-12'],
    says: 'POST with the id of a stored record is refused but overwrites it.',
    rule: { data: { storesRefused: (cause) => cause === 'exists' } },
  },
  {
    id: 'data-post-external-id-dropped',
    breaks: ['A-DAT-13'],
    says: 'POST does not store the external id.',
    rule: { data: { created: (sent) => ({ ...sent, externalId: null }) } },
  },
  withoutRequired('create'),
  withoutRequired('put'),
  withoutRequired('patch'),
  {
    id: 'data-required-stored-though-refused',
    breaks: ['A-DAT-36'],
    says: 'A create that lacks a required field is refused but stored.',
    rule: { data: { storesRefused: (cause) => cause === 'required' } },
  },
  {
    id: 'data-malformed-json-crashes',
    breaks: ['A-DAT-29'],
    says: 'Malformed JSON is answered with 500.',
    rule: { data: { unreadable: () => 500 } },
  },
  {
    id: 'data-malformed-json-accepted',
    breaks: ['A-DAT-29'],
    says: 'A malformed JSON body is used as far as it can be parsed.',
    rule: { data: { readsUnreadable: () => true } },
  },
  {
    id: 'data-unknown-resource-crashes',
    breaks: ['A-DAT-29'],
    says: 'An unknown resource name is answered with 500.',
    rule: { data: { unknownResource: () => 500 } },
  },
  {
    id: 'data-unknown-resource-empty',
    breaks: ['A-DAT-29'],
    says: 'An unknown resource name is answered with 200 with an empty list.',
    rule: { data: { unknownResource: () => 200 } },
  },
  ...pathFaults,
]
