import { missingRecord } from '../data/refusal.ts'
import type { Step } from '../data/step.ts'
import type { Variant } from '../deviation.ts'

const success = (step: Step) => (['create', 'put', 'patch'].includes(step.operation) ? 201 : 200)

/** Lawful other readings of A-DAT. */
export const dataVariants: readonly Variant[] = [
  {
    id: 'data-post-status-200',
    leaves: ['A-DAT-04'],
    says: 'A successful POST is answered with 200.',
    rule: { data: { status: (step) => (step.operation === 'create' ? 200 : success(step)) } },
  },
  {
    id: 'data-post-no-content',
    leaves: ['A-DAT-04', 'A-DAT-31'],
    says: 'A successful POST is answered with 204 without a body.',
    rule: {
      data: {
        status: (step) => (step.operation === 'create' ? 204 : success(step)),
        shows: (step) => (step.operation === 'create' ? 'nothing' : 'stored'),
      },
    },
  },
  {
    id: 'data-missing-empty',
    leaves: ['A-DAT-18', 'A-DAT-38'],
    says: 'GET of a missing record is answered with 200 and empty data.',
    rule: {
      data: { missing: (step) => (step.operation === 'get' ? { status: 200, body: { data: [] } } : missingRecord) },
    },
  },
  {
    id: 'data-missing-bad-request',
    leaves: ['A-DAT-18'],
    says: 'A missing record is answered with 400.',
    rule: { data: { missing: () => ({ ...missingRecord, status: 400 }) } },
  },
  {
    id: 'lock-values-text',
    leaves: ['A-DAT-20'],
    says: 'values of CA-27 holds the stored lastChanged as a string.',
    rule: { lock: { values: (stored) => [String(stored)] } },
  },
  {
    id: 'lock-values-more',
    leaves: ['A-DAT-19'],
    says: 'values of CA-27 has more elements after the stored lastChanged.',
    rule: { lock: { values: (stored, supplied) => [stored, supplied] } },
  },
  {
    id: 'lock-message-prefixed',
    leaves: ['A-DAT-20'],
    says: 'The message of CA-27 begins with the code and is capitalised.',
    rule: { lock: { message: () => 'CA-27: Resource concurrent modification detected' } },
  },
  {
    id: 'lock-message-upper-case',
    leaves: ['A-DAT-20'],
    says: 'The message of CA-27 is in upper case.',
    rule: { lock: { message: () => 'RESOURCE CONCURRENT MODIFICATION DETECTED' } },
  },
  {
    id: 'lock-children',
    leaves: ['A-DAT-19'],
    says: 'The body of CA-27 has children of the same structure.',
    rule: {
      lock: {
        more: (stored) => ({
          children: [
            { error: 'CA-27', message: 'resource concurrent modification detected', values: [stored], children: [] },
          ],
        }),
      },
    },
  },
  {
    id: 'lock-unversioned-update-accepted',
    leaves: ['A-DAT-28'],
    says: 'An update without lastChanged and without forceUpdate is accepted.',
    rule: { lock: { refusesUnversioned: ({ operation }) => operation === 'delete' } },
  },
  {
    id: 'data-post-forced-overwrites',
    leaves: ['A-DAT-33'],
    says: 'POST with forceUpdate=true and the id of a stored record overwrites it.',
    rule: { data: { postOnExisting: (forced) => (forced ? 'overwrite' : 'refuse') } },
  },
  {
    id: 'data-reference-by-external-id-narrow',
    leaves: ['A-DAT-34'],
    says: 'References by external id are refused except on updates by external id.',
    rule: { references: { acceptsExternalId: ({ by }) => by === 'externalId' } },
  },
]
