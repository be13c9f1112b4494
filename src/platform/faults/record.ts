import { randomBytes } from 'node:crypto'
import type { Fault } from '../deviation.ts'

let serial = 4711

/** Faults of A-REC: the fields of every record. */
export const recordFaults: readonly Fault[] = [
  {
    id: 'record-id-not-guid',
    breaks: ['A-REC-01'],
    says: 'Generated ids are sequential numbers.',
    seam: { recordId: { next: () => String(++serial) } },
  },
  {
    id: 'record-id-short',
    breaks: ['A-REC-01'],
    says: 'Generated ids have 31 hex digits.',
    seam: { recordId: { next: () => randomBytes(16).toString('hex').slice(1) } },
  },
  {
    id: 'record-id-number',
    breaks: ['A-REC-01'],
    says: 'The id is shown as a number.',
    rule: { shown: { id: (id) => Number.parseInt(id.slice(0, 8), 16) } },
  },
  {
    id: 'record-id-renamed',
    breaks: ['A-REC-01'],
    says: 'The id is in the field uuid.',
    rule: { shown: { idField: () => 'uuid' } },
  },
  {
    id: 'record-supplied-id-ignored',
    breaks: ['A-REC-02'],
    says: 'POST ignores the id that was sent and generates one.',
    rule: { record: { id: (_supplied, generated) => generated } },
  },
  {
    id: 'record-last-changed-seconds',
    breaks: ['A-REC-03'],
    says: 'lastChanged is in seconds.',
    rule: { record: { lastChanged: (start) => Math.floor(start / 1000) } },
  },
  {
    id: 'record-last-changed-text',
    breaks: ['A-REC-03', 'A-REC-10'],
    says: 'lastChanged is a string of digits.',
    rule: { shown: { lastChanged: (milliseconds) => String(milliseconds) } },
  },
  {
    id: 'record-last-changed-iso',
    breaks: ['A-REC-03', 'A-REC-10'],
    says: 'lastChanged is an ISO 8601 string.',
    rule: { shown: { lastChanged: (milliseconds) => new Date(milliseconds).toISOString() } },
  },
  {
    id: 'record-last-changed-ahead',
    breaks: ['A-REC-04'],
    says: 'lastChanged is one day later than the transaction that wrote the record.',
    rule: { record: { lastChanged: (start) => start + 86_400_000 } },
  },
  {
    id: 'record-last-changed-behind',
    breaks: ['A-REC-04'],
    says: 'lastChanged is one day earlier than the transaction that wrote the record.',
    rule: { record: { lastChanged: (start) => start - 86_400_000 } },
  },
  {
    id: 'record-last-changed-kept-on-patch',
    breaks: ['A-REC-04', 'A-REC-15'],
    says: 'PATCH does not change lastChanged.',
    rule: {
      record: { lastChanged: (start, former, { operation }) => (operation === 'patch' ? (former ?? start) : start) },
    },
  },
  {
    id: 'record-last-changed-kept-on-put',
    breaks: ['A-REC-04', 'A-REC-15'],
    says: 'PUT does not change lastChanged.',
    rule: {
      record: { lastChanged: (start, former, { operation }) => (operation === 'put' ? (former ?? start) : start) },
    },
  },
  {
    id: 'record-last-changed-backward',
    breaks: ['A-REC-15'],
    says: 'Every update moves lastChanged one millisecond backward.',
    rule: { record: { lastChanged: (start, former) => (former === undefined ? start : former - 1) } },
  },
  {
    id: 'record-last-changed-by-stale',
    breaks: ['A-REC-05'],
    says: 'An update by another user does not change lastChangedBy.',
    rule: { record: { lastChangedBy: (writer, former) => former ?? writer.userId ?? writer.clientId } },
  },
  {
    id: 'record-last-changed-by-name',
    breaks: ['A-REC-05'],
    says: 'lastChangedBy holds the name of the user.',
    rule: { record: { lastChangedBy: (writer) => writer.userName ?? writer.clientId } },
  },
  {
    id: 'record-last-changed-by-number',
    breaks: ['A-REC-05'],
    says: 'lastChangedBy is shown as a number.',
    rule: { shown: { lastChangedBy: (id) => Number.parseInt(id, 10) || 0 } },
  },
  {
    id: 'record-last-changed-by-absent',
    breaks: ['A-REC-05', 'A-PAR-03'],
    says: 'DTOs from base version 10 lack lastChangedBy.',
    rule: { dtos: { carriesLastChangedBy: () => false } },
  },
  {
    id: 'record-external-id-absent',
    breaks: ['A-REC-06', 'A-PAR-03'],
    says: 'DTOs from base version 9 on lack externalId.',
    rule: { dtos: { carriesExternalId: () => false } },
  },
  {
    id: 'record-external-id-hidden',
    breaks: ['A-REC-06'],
    says: 'externalId is null although the record can be found by it.',
    rule: { shown: { externalId: () => null } },
  },
  {
    id: 'record-external-id-object',
    breaks: ['A-REC-06'],
    says: 'externalId is shown as an object.',
    rule: { shown: { externalId: (externalId) => ({ value: externalId }) } },
  },
  {
    id: 'record-external-id-upper-case',
    breaks: ['A-REC-06'],
    says: 'externalId is shown in upper case.',
    rule: { shown: { externalId: (externalId) => externalId.toUpperCase() } },
  },
  {
    id: 'record-duplicate-external-id-on-post',
    breaks: ['A-REC-07', 'A-REC-17'],
    says: 'POST stores a second record with an external id in use.',
    rule: { record: { onTakenExternalId: ({ operation }) => (operation === 'create' ? 'store' : 'refuse') } },
  },
  {
    id: 'record-duplicate-external-id-on-put',
    breaks: ['A-REC-07', 'A-REC-17'],
    says: 'PUT gives a second record an external id in use.',
    rule: { record: { onTakenExternalId: ({ operation }) => (operation === 'put' ? 'store' : 'refuse') } },
  },
  {
    id: 'record-duplicate-external-id-on-patch',
    breaks: ['A-REC-07', 'A-REC-17'],
    says: 'PATCH gives a second record an external id in use.',
    rule: { record: { onTakenExternalId: ({ operation }) => (operation === 'patch' ? 'store' : 'refuse') } },
  },
  {
    id: 'record-duplicate-external-id-overwrites',
    breaks: ['A-REC-17', 'A-DAT-12'],
    says: 'POST with an external id in use overwrites the record that has it.',
    rule: { record: { onTakenExternalId: ({ operation }) => (operation === 'create' ? 'overwrite' : 'refuse') } },
  },
  {
    id: 'record-duplicate-external-id-stored-though-refused',
    breaks: ['A-REC-07', 'A-REC-17'],
    says: 'A write with an external id in use is refused but stored.',
    rule: { data: { storesRefused: (cause) => cause === 'external-id' } },
  },
  {
    id: 'record-envelope-missing',
    breaks: ['A-REC-08'],
    says: 'A single record is returned without the data envelope.',
    rule: { shown: { envelope: (elements, isList) => (isList ? { data: elements } : elements[0]) } },
  },
  {
    id: 'record-envelope-no-array',
    breaks: ['A-REC-08'],
    says: 'data of a single record is an object.',
    rule: { shown: { envelope: (elements, isList) => ({ data: isList ? elements : elements[0] }) } },
  },
  {
    id: 'record-envelope-missing-in-list',
    breaks: ['A-REC-08', 'A-DAT-02'],
    says: 'A list is returned as a bare array.',
    rule: { shown: { envelope: (elements, isList) => (isList ? elements : { data: elements }) } },
  },
  {
    id: 'record-key-upper-camel',
    breaks: ['A-REC-08'],
    says: 'Elements of data are keyed by the resource name in upper camel case.',
    rule: { shown: { key: (resource) => resource } },
  },
  {
    id: 'record-key-lower-case',
    breaks: ['A-REC-08'],
    says: 'Elements of data are keyed by the resource name in lower case.',
    rule: { shown: { key: (resource) => resource.toLowerCase() } },
  },
  {
    id: 'record-key-missing',
    breaks: ['A-REC-08'],
    says: 'Elements of data are the records themselves, without the resource key.',
    rule: { shown: { element: (_key, dto) => dto } },
  },
  {
    id: 'record-booleans-text',
    breaks: ['A-REC-09'],
    says: 'Booleans are shown as the strings true and false.',
    rule: { shown: { boolean: (value) => String(value) } },
  },
  {
    id: 'record-booleans-number',
    breaks: ['A-REC-09'],
    says: 'Booleans are shown as 0 and 1.',
    rule: { shown: { boolean: (value) => Number(value) } },
  },
  {
    id: 'record-date-times-number',
    breaks: ['A-REC-10'],
    says: 'Date-times are shown as milliseconds.',
    rule: { shown: { dateTime: (value) => Date.parse(value) } },
  },
  {
    id: 'record-date-times-offset',
    breaks: ['A-REC-10'],
    says: 'Date-times are shown with an offset of two hours.',
    rule: {
      shown: { dateTime: (value) => new Date(Date.parse(value) + 7_200_000).toISOString().replace('Z', '+02:00') },
    },
  },
  {
    id: 'record-date-times-local',
    breaks: ['A-REC-10'],
    says: 'Date-times are shown without a time zone.',
    rule: { shown: { dateTime: (value) => value.replace('Z', '') } },
  },
  {
    id: 'record-reference-object',
    breaks: ['A-REC-11'],
    says: 'A reference is shown as an object with id.',
    rule: { shown: { reference: (id) => ({ id }) } },
  },
  {
    id: 'record-list-reference-text',
    breaks: ['A-REC-11'],
    says: 'A list of references is shown as one comma-separated string.',
    rule: { shown: { references: (ids) => ids.join(',') } },
  },
  {
    id: 'record-list-reference-objects',
    breaks: ['A-REC-11'],
    says: 'A list of references is shown as objects with id.',
    rule: { shown: { references: (ids) => ids.map((id) => ({ id })) } },
  },
  {
    id: 'record-inlined-partly-updated',
    breaks: ['A-REC-14'],
    says: 'Fields missing from an inlined object keep their stored values.',
    rule: { record: { onPartialInlined: () => 'keep' } },
  },
]
