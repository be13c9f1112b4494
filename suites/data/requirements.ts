import { requirements } from '../../src/kit/index.ts'
export { attachments } from './requirements/attachments.ts'
export { cql } from './requirements/cql.ts'
export { expansion } from './requirements/expansion.ts'
export { deleted } from './requirements/deleted.ts'
export { shaping } from './requirements/shaping.ts'

const needs = ['writes', 'service-call'] as const
const callers = { level: 'must', side: 'client' } as const

/** Records of the Data API: their fields, and how they are created, read, changed and deleted. */
export const data = requirements('data', {
  // Fields
  'generated-id': {
    level: 'must', needs, says: 'A record has a GUID as id, made by the service when it was created without one.', sources: ['A-REC-01'],
    contract: ['record-id-number'],
  },
  'supplied-id': { level: 'must', needs, says: 'A record created with an id has that id.', sources: ['A-REC-02'], traffic: ['record-supplied-id-ignored'] },
  'last-changed-milliseconds': {
    level: 'must', needs, says: 'lastChanged is a number of milliseconds since the epoch.', sources: ['A-REC-03'],
    contract: ['record-last-changed-text', 'record-last-changed-iso'],
  },
  'last-changed-of-transaction': { level: 'must', needs, says: 'lastChanged is the time at which the writing transaction began.', sources: ['A-REC-04'] },
  'last-changed-forward': { level: 'implied', needs, says: 'Writes of one record that follow each other move its lastChanged forward.', sources: ['A-REC-15'], traffic: ['record-last-changed-kept-on-patch'] },
  'last-changed-by': {
    level: 'must', needs, says: 'From base version 10 a record tells by lastChangedBy, a string, the id of the user who changed it last.', sources: ['A-REC-05'],
    contract: ['record-last-changed-by-number'],
  },
  'external-id-field': {
    level: 'must', needs, says: 'From base version 9 a record shows its external id, a string or null.', sources: ['A-REC-06'],
    contract: ['record-external-id-object'],
  },
  'external-id-unique': { level: 'must', needs, says: 'No two records of a resource have the same external id.', sources: ['A-REC-07'], traffic: ['record-duplicate-external-id-on-put'] },
  'duplicate-external-id-refused': {
    level: 'implied', needs, says: 'A write that would give an external id a second time is refused and stores nothing.', sources: ['A-REC-17'],
  },
  'data-form': {
    level: 'must', needs, says: 'Records come in data, an array of objects, each with one record under the name of its resource in lower camel case.', sources: ['A-REC-08'],
    contract: ['record-envelope-missing', 'record-envelope-no-array', 'record-key-missing'],
  },
  'service-call-booleans': {
    level: 'must', says: 'The boolean fields of the service call sample are booleans.', sources: ['A-REC-09'],
    contract: ['record-booleans-text', 'record-booleans-number'],
  },
  'service-call-date-times': {
    level: 'must', says: 'The date-times of the service call sample are ISO 8601 strings in UTC, its lastChanged is a number.', sources: ['A-REC-10'],
    contract: ['record-date-times-number', 'record-date-times-offset', 'record-date-times-local'],
  },
  'reference-ids': {
    level: 'must', needs, says: 'A reference is shown as an id, a list of references as an array of ids.', sources: ['A-REC-11'],
    contract: ['record-reference-object', 'record-list-reference-objects'],
  },
  'sample-fields': { level: 'unshown', needs, says: 'Which of the sample fields a version of the service call carries is recorded.', sources: ['A-REC-12'] },
  'further-fields': { level: 'unshown', needs, says: 'Fields beyond the sample and the types of the untyped ones are recorded.', sources: ['A-REC-13'] },
  'base-versions': {
    level: 'unshown', needs: [...needs, 'older-dto'], says: 'What an older version of a DTO shows of the synchronisation fields is recorded.', sources: ['A-REC-16'],
  },
  'inlined-whole': {
    level: 'must', needs: [...needs, 'inlined-object'], says: 'A write of some fields of an inlined object keeps none of the others.', sources: ['A-REC-14'],
  },
  'writer-without-user': {
    level: 'unshown', needs: [...needs, 'client-grant'], says: 'What lastChangedBy says of a writer without user is recorded.', sources: ['A-REC-18'],
  },

  // Reading and writing by id
  'get-by-id': {
    level: 'must', needs, says: 'GET by id answers the record with that id.', sources: ['A-DAT-01'],
    contract: ['data-get-other-record'],
  },
  list: { level: 'must', needs, says: 'GET of a resource answers a list of its records.', sources: ['A-DAT-02'] },
  create: { level: 'must', needs, says: 'A record that was created by POST can be read.', sources: ['A-DAT-03'] },
  'create-status': { level: 'unshown', needs, says: 'Status and body of a successful POST are recorded.', sources: ['A-DAT-04'] },
  'create-answer': {
    level: 'implied', needs, says: 'A record in the answer to a POST is the created one, in the data form.', sources: ['A-DAT-31'],
    contract: ['data-post-answers-bare-record', 'record-envelope-missing'],
  },
  replace: {
    level: 'must', needs, says: 'PUT replaces the whole record and answers 201 with the updated one.', sources: ['A-DAT-05'], traffic: ['data-put-not-stored', 'data-put-merges'],
    contract: ['data-put-update-status-200', 'data-put-answers-nothing'],
  },
  'replace-creates': { level: 'must', needs, says: 'PUT on a missing id creates the record under it and answers 201.', sources: ['A-DAT-06'] },
  'partial-update': {
    level: 'must', needs, says: 'PATCH changes the fields sent and no other, and answers 201 with the updated record.', sources: ['A-DAT-07'], traffic: ['data-patch-not-stored', 'data-patch-resets'],
    contract: ['data-patch-update-status-200', 'data-patch-answers-nothing'],
  },
  'partial-update-creates': { level: 'must', needs, says: 'PATCH on a missing id creates the record under it and answers 201.', sources: ['A-DAT-08'] },
  'null-removes': { level: 'must', needs, says: 'PATCH with null for a field removes its value.', sources: ['A-DAT-09'], traffic: ['data-patch-null-ignored', 'data-patch-null-text'] },
  delete: {
    level: 'must', needs, says: 'DELETE answers 200 and the record is gone.', sources: ['A-DAT-10'], traffic: ['data-delete-readable-by-external-id'],
    contract: ['data-delete-status-204'],
  },
  'delete-carries-lock': { ...callers, says: 'A caller sends lastChanged with a DELETE that is not forced.', sources: ['A-DAT-11'] },
  'put-carries-whole': { ...callers, level: 'implied', untested: 'whether fields were left out on purpose does not show: a PUT without them unsets them', says: 'A caller sends the whole record with a PUT.', sources: ['A-DAT-39'] },
  'post-changes-nothing': { level: 'must', needs, says: 'POST with the id of a stored record does not change that record.', sources: ['A-DAT-12'], traffic: ['data-post-overwrites', 'data-post-overwrites-though-refused'] },
  'forced-post': { level: 'variant', needs, says: 'What a POST with forceUpdate=true does to a stored record is recorded.', sources: ['A-DAT-33'] },
  'missing-not-found': { level: 'implied', needs, says: 'A read of a record that is not there answers no record.', sources: ['A-DAT-24'] },
  'get-status': { level: 'unshown', needs, says: 'The statuses of successful reads are recorded.', sources: ['A-DAT-38'] },
  'required-field': {
    level: 'implied', needs: [...needs, 'required-field'], says: 'A create that lacks a required field is refused and stores nothing.', sources: ['A-DAT-36'],
  },
  'malformed-refused': {
    level: 'implied', needs, says: 'Malformed JSON and unknown resource names are refused with a 4xx and change nothing.', sources: ['A-DAT-29'],
  },
  'other-refusals': { level: 'unshown', needs, says: 'Error bodies of the conditions that are not shown are recorded.', sources: ['A-DAT-18'] },
  address: { level: 'must', needs, says: 'The Data API answers at /api/data/v4 of the base address.', sources: ['A-DAT-30'] },

  // External ids
  'create-with-external-id': { level: 'must', needs, says: 'A record created with an external id has it.', sources: ['A-DAT-13'], traffic: ['data-post-external-id-dropped'] },
  'get-by-external-id': {
    level: 'must', needs, says: 'GET by external id answers the record that has it.', sources: ['A-DAT-14'],
    contract: ['data-external-id-decoded-twice', 'data-external-id-ignores-case', 'data-external-id-ignores-end'],
  },
  'update-by-external-id': {
    level: 'must', needs, says: 'PUT and PATCH by external id do what they do by id, and create under that external id what is missing.', sources: ['A-DAT-15'],
    contract: ['data-put-by-external-id-update-status-200', 'data-patch-by-external-id-create-status-200', 'data-put-answers-nothing', 'data-patch-answers-nothing'],
  },
  'delete-by-external-id': {
    level: 'must', needs, says: 'DELETE by external id does what it does by id.', sources: ['A-DAT-16'], traffic: ['data-delete-by-external-id-not-stored'],
    contract: ['data-delete-by-external-id-status-204'],
  },

  // References
  'external-reference': {
    level: 'must', needs: [...needs, 'reference'], says: 'An update by external id takes references by external id.', sources: ['A-DAT-17'],
  },
  'external-reference-elsewhere': {
    level: 'variant', needs: [...needs, 'reference'], says: 'Where else references by external id are taken is recorded.', sources: ['A-DAT-34'],
  },
  'external-reference-shape': {
    level: 'unshown', needs: [...needs, 'reference'], says: 'Which shape of a reference by external id is taken is recorded.', sources: ['A-DAT-35'],
  },
  'delete-keeps-referrers': {
    level: 'must', needs: [...needs, 'reference'], says: 'Deleting a record leaves the records that refer to it.', sources: ['A-DAT-25'],
  },
  'missing-reference-refused': {
    level: 'implied', needs, says: 'A write with a reference to a missing record is refused and stores nothing.', sources: ['A-DAT-27'],
  },

  // Optimistic lock
  'lock-error-body': {
    level: 'must', says: 'The error body of CA-27 has a string error, a string message and an array values.', sources: ['A-DAT-19'],
    contract: ['lock-message-missing', 'lock-values-missing', 'lock-values-bare'],
  },
  'stale-lock-refused': {
    level: 'must', needs, says: 'A write with another lastChanged than the stored one is refused with 409, CA-27 and the stored value.', sources: ['A-DAT-20'], traffic: ['lock-ignored-on-put', 'lock-ignored-on-patch', 'lock-ignored-on-delete', 'lock-values-supplied'],
    contract: ['lock-other-status', 'lock-status-bad-request', 'lock-other-message', 'lock-values-empty'],
  },
  'stale-lock-changes-nothing': { level: 'must', needs, says: 'A write that was refused with CA-27 changed nothing.', sources: ['A-DAT-21'], traffic: ['lock-refused-put-stored', 'lock-refused-patch-stored'] },
  'force-update': { level: 'must', needs, says: 'forceUpdate=true overwrites whatever lastChanged says; it is off unless asked for.', sources: ['A-DAT-22'], traffic: ['lock-force-update-ignored-on-put', 'lock-force-update-ignored-on-patch', 'lock-force-update-ignored-by-external-id'] },
  'force-delete': { level: 'must', needs, says: 'forceDelete=true deletes whatever lastChanged says; it is off unless asked for.', sources: ['A-DAT-23'], traffic: ['lock-force-delete-ignored', 'lock-force-delete-ignored-by-external-id'] },
  'unversioned-delete-refused': {
    level: 'implied', needs, says: 'A DELETE with neither lastChanged nor forceDelete=true is refused and the record stays.', sources: ['A-DAT-32'],
  },
  'unversioned-update': { level: 'unshown', needs, says: 'What an update with neither lastChanged nor forceUpdate does is recorded.', sources: ['A-DAT-28'] },
  'one-winner': {
    level: 'must', needs, says: 'Of updates at the same moment with the same lastChanged at most one succeeds; the lock refuses the others with CA-27.', sources: ['A-DAT-26'],
  },
  'some-winner': { level: 'implied', needs, says: 'Of updates at the same moment with the same current lastChanged one succeeds.', sources: ['A-DAT-37'] },

  // Parameters
  'dtos-sent': { ...callers, says: 'A caller names with dtos the version of every DTO that it expects.', sources: ['A-PAR-01'] },
  'dtos-missing-refused': { level: 'implied', needs, says: 'A request without dtos is refused.', sources: ['A-PAR-02'] },
  'dtos-selects': {
    level: 'must', needs: [...needs, 'older-dto'], says: 'The version in dtos decides which representation is answered.', sources: ['A-PAR-03'],
  },
  'client-identifier-accepted': { level: 'implied', needs, says: 'clientIdentifier may be sent and may be left out.', sources: ['A-PAR-14'] },

  // Last, so that a statement's own requirement claims it first
  history: {
    level: 'must', needs, says: 'What is read of a record is what the writes before it left, one after the other.',
    sources: ['A-DAT-03', 'A-DAT-05', 'A-DAT-06', 'A-DAT-07', 'A-DAT-08', 'A-DAT-09', 'A-DAT-10', 'A-DAT-12', 'A-DAT-15', 'A-DAT-16', 'A-DAT-20', 'A-DAT-21', 'A-DAT-22', 'A-DAT-23'],
  },
})
