import type { Step } from '../data/step.ts'
import type { Fault } from '../deviation.ts'

const unchecked = (operation: 'create' | 'put' | 'patch', method: string): Fault => ({
  id: `data-reference-unchecked-on-${operation}`,
  breaks: ['A-DAT-27'],
  says: `${method} stores a single reference to a missing record.`,
  rule: { references: { checks: (kind, step: Step) => kind !== 'single' || step.operation !== operation } },
})

/** Faults of the references between records. */
export const referenceFaults: readonly Fault[] = [
  unchecked('create', 'POST'),
  unchecked('put', 'PUT'),
  unchecked('patch', 'PATCH'),
  {
    id: 'data-list-reference-unchecked',
    breaks: ['A-DAT-27'],
    says: 'A list of references to missing records is stored.',
    rule: { references: { checks: (kind) => kind !== 'list' } },
  },
  {
    id: 'data-reference-stored-though-refused',
    breaks: ['A-DAT-27'],
    says: 'A write with a reference to a missing record is refused but stored.',
    rule: { data: { storesRefused: (cause) => cause === 'reference' } },
  },
  {
    id: 'data-reference-by-external-id-refused',
    breaks: ['A-DAT-17'],
    says: 'Updates by external id refuse references by external id.',
    rule: { references: { acceptsExternalId: ({ by }) => by !== 'externalId' } },
  },
  {
    id: 'data-reference-by-external-id-unresolved',
    breaks: ['A-DAT-17', 'A-REC-11'],
    says: 'A reference by external id is stored as it was sent.',
    rule: { references: { resolves: () => false } },
  },
]
