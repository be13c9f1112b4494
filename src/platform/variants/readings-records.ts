import { missingRecord, refusal } from '../data/refusal.ts'
import type { Fields, Step } from '../data/step.ts'
import type { Variant } from '../deviation.ts'
import { data } from '../rulebook/data.ts'
import { recordRules } from '../rulebook/record.ts'

const onCreate =
  (shows: 'id' | 'nothing') =>
  ({ operation }: Step) =>
    operation === 'create' ? shows : 'stored'

const flags = [
  'chargeableEfforts',
  'chargeableMileages',
  'chargeableMaterials',
  'chargeableExpenses',
  'inactive',
  'partOfRecurrenceSeries',
]
const defaults: Fields = Object.fromEntries(flags.map((flag) => [flag, false]))
const withDefaults = (fields: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(flags.filter((flag) => (fields[flag] ?? null) === null).map((flag) => [flag, false])),
})

/** Lawful servers of A-REC and A-DAT, thought up from their sentences alone. */
export const readingsRecordVariants: readonly Variant[] = [
  {
    id: 'reference-single-for-one',
    leaves: ['A-REC-11'],
    says: 'A list of one reference is shown as a text: the sentence names both forms and ties no field to one.',
    rule: { shown: { references: (ids) => (ids.length === 1 ? ids[0] : ids) } },
  },
  {
    id: 'lastchanged-10ms-clock',
    leaves: ['A-REC-03', 'A-REC-15'],
    says: 'lastChanged is a multiple of ten milliseconds.',
    rule: { record: { lastChanged: (start) => Math.floor(start / 10) * 10 } },
  },
  {
    id: 'lastchanged-plus-one',
    leaves: ['A-REC-04', 'A-REC-15'],
    says: 'lastChanged is at least a millisecond later than it was.',
    rule: { record: { lastChanged: (start, former = 0) => Math.max(start, former + 1) } },
    // An activity that is brought would write its call again, later than the answer says.
    excludes: ['service-call-brings-an-activity'],
  },
  {
    id: 'lastchanged-db-clock',
    leaves: ['A-REC-04'],
    says: 'The clock of lastChanged is two seconds behind that of the responses.',
    rule: { record: { lastChanged: (start) => start - 2000 } },
  },
  {
    id: 'externalid-unique-per-account',
    leaves: ['A-REC-07'],
    says: 'An external id that a record of any resource has is refused.',
    rule: {
      record: {
        holder: (externalId, resource, store) =>
          [resource, ...store.resources()]
            .map((name) => store.table(name).byExternalId(externalId))
            .find((record) => record !== undefined),
      },
    },
  },
  {
    id: 'externalid-unique-folded',
    leaves: ['A-REC-07'],
    says: 'An external id that differs from that of another record in letter case only is refused.',
    rule: {
      record: {
        holder: (externalId, resource, store) =>
          recordRules.record.holder(externalId, resource, store) ??
          store
            .table(resource)
            .all()
            .find((record) => record.externalId?.toLowerCase() === externalId.toLowerCase()),
      },
    },
  },
  {
    id: 'envelope-extra',
    leaves: ['A-REC-08'],
    says: 'Elements of data have another member after the record.',
    rule: { shown: { element: (key, dto) => ({ [key]: dto, aggregates: {} }) } },
  },
  {
    id: 'envelope-first-key-last',
    leaves: ['A-REC-08'],
    says: 'The fields of records stand in the opposite order.',
    rule: {
      shown: { element: (key, dto) => ({ [key]: Object.fromEntries(Object.entries(dto as object).reverse()) }) },
    },
  },
  {
    id: 'booleans-default-false',
    leaves: ['A-REC-09', 'A-DAT-05'],
    says: 'Booleans that are not sent to create or replace a record are false.',
    rule: {
      data: {
        created: (sent) => ({ ...defaults, ...withDefaults(sent) }),
        replaced: (_stored, sent) => withDefaults(sent),
      },
    },
  },
  {
    id: 'datetime-basic-offset',
    leaves: ['A-REC-10'],
    says: 'Date-times end in +00:00.',
    rule: { shown: { dateTime: (value) => value.replace(/Z$/, '+00:00') } },
  },
  {
    id: 'references-empty-array',
    leaves: ['A-REC-11'],
    says: 'A list of references without a value is shown as an empty list.',
    rule: { shown: { unset: (kind) => (kind === 'references' ? 'empty list' : 'null') } },
  },
  {
    id: 'references-id-form',
    leaves: ['A-REC-11'],
    says: 'Lists of references are shown in another order than they were sent in.',
    rule: { shown: { references: (ids) => [...ids].reverse() } },
  },
  {
    id: 'dup-externalid-400',
    leaves: ['A-REC-17', 'A-DAT-18'],
    says: 'An external id in use is refused with 400.',
    rule: { record: { takenExternalId: () => refusal(400, 'CA-400', 'externalId is in use') } },
  },
  {
    id: 'list-any-order',
    leaves: ['A-DAT-02'],
    says: 'A list without orderBy starts with its second record, and ends with its first.',
    rule: { order: { unordered: (records) => [...records.slice(1), ...records.slice(0, 1)] } },
  },
  {
    id: 'create-202-visible',
    leaves: ['A-DAT-04'],
    says: 'A successful POST is answered with 202.',
    rule: { data: { status: (step) => (step.operation === 'create' ? 202 : data.status(step)) } },
  },
  {
    id: 'create-location',
    leaves: ['A-DAT-04', 'A-DAT-31'],
    says: 'A successful POST is answered with 201 without a body.',
    rule: { data: { shows: onCreate('nothing') } },
  },
  {
    id: 'post-200-id-only',
    leaves: ['A-DAT-04', 'A-DAT-31'],
    says: 'A successful POST is answered with nothing but the id.',
    rule: { data: { shows: onCreate('id') } },
  },
  {
    id: 'put-default-reset',
    leaves: ['A-DAT-05'],
    says: 'PUT sets strings and booleans that are not sent to the empty string and false.',
    rule: {
      data: {
        replaced: (stored, sent) => ({
          ...Object.fromEntries(
            Object.entries(stored)
              .filter(([name, value]) => name !== 'externalId' && ['string', 'boolean'].includes(typeof value))
              .filter(
                ([, value]) => typeof value === 'boolean' || !/^[\da-f-]{32,36}$|^\d{4}-.*Z$/i.test(String(value)),
              )
              .map(([name, value]) => [name, typeof value === 'boolean' ? false : '']),
          ),
          ...sent,
        }),
      },
    },
  },
  {
    id: 'delete-second-200',
    leaves: ['A-DAT-10'],
    says: 'DELETE of a missing record is answered with 200.',
    rule: { data: { missing: ({ operation }) => (operation === 'delete' ? { status: 200 } : missingRecord) } },
  },
  {
    id: 'missing-410-after-delete',
    leaves: ['A-DAT-24', 'A-DAT-18'],
    says: 'A missing record is answered with 410.',
    rule: { data: { missing: () => ({ ...missingRecord, status: 410 }) } },
  },
  {
    id: 'post-existing-200-noop',
    leaves: ['A-DAT-12'],
    says: 'A POST with the id of a stored record is answered with 200 and the stored record.',
    rule: { data: { existing: (stored) => ({ status: 200, body: stored() }) } },
  },
  {
    id: 'post-existing-400-in-batch',
    leaves: ['A-DAT-12'],
    says: 'A POST with the id of a stored record is refused with 400.',
    rule: { data: { existing: () => refusal(400, 'CA-400', 'a record with this id already exists') } },
  },
  {
    id: 'ca146-missing-ref',
    leaves: ['A-DAT-18', 'A-DAT-27'],
    says: 'A reference to a missing record is refused with CA-146.',
    rule: { references: { refusal: (message) => refusal(400, 'CA-146', message) } },
  },
  {
    id: 'missing-ref-422',
    leaves: ['A-DAT-27'],
    says: 'A reference to a missing record is refused with 422.',
    rule: { references: { refusal: (message) => refusal(422, 'CA-422', message, [message.split(' ')[0]]) } },
  },
  {
    id: 'ca27-placeholder',
    leaves: ['A-DAT-19', 'A-DAT-20'],
    says: 'The message of CA-27 ends in a placeholder.',
    rule: { lock: { message: () => 'Resource concurrent modification detected {0}' } },
  },
  {
    id: 'force-any-case',
    leaves: ['A-DAT-22', 'A-DAT-23'],
    says: 'forceUpdate and forceDelete are read in any letter case.',
    rule: { lock: { forced: (flag) => flag?.toLowerCase() === 'true' } },
  },
  {
    id: 'delete-nulls-reference',
    leaves: ['A-DAT-25'],
    says: 'References to a deleted record are removed.',
    rule: { data: { unlinks: () => true } },
  },
  {
    id: 'unknown-resource-404',
    leaves: ['A-DAT-29'],
    says: 'Malformed JSON is refused with 422.',
    rule: { data: { unreadable: () => 422 } },
  },
  {
    id: 'delete-bare-428',
    leaves: ['A-DAT-32', 'A-DAT-28'],
    says: 'A write without lastChanged and without force is refused with 428.',
    rule: { lock: { unversionedStatus: () => 428 } },
  },
  {
    id: 'get-203-206',
    leaves: ['A-DAT-38'],
    says: 'A record is answered with 203, a list with 206.',
    rule: {
      data: {
        status: (step) => (step.operation === 'get' ? 203 : step.operation === 'list' ? 206 : data.status(step)),
      },
    },
  },
  {
    id: 'get-201',
    leaves: ['A-DAT-38'],
    says: 'Reads are answered with 201.',
    rule: { data: { status: (step) => (step.operation === 'delete' ? 200 : 201) } },
  },
  {
    id: 'date-header-two-hours-behind',
    leaves: ['A-REC-04'],
    says: 'A proxy writes the Date of answers, and its clock is two hours behind.',
    wire: {
      response: (response, _request, now) => ({
        ...response,
        headers: [...response.headers, ['Date', new Date(now - 7_200_000).toUTCString()] as const],
      }),
    },
  },
]
