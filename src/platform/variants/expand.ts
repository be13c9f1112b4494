import type { Variant } from '../deviation.ts'

/** Lawful other forms of useExternalIds and expand (A-PAR-13, A-EXP-09, 10). */
export const expandVariants: readonly Variant[] = [
  {
    id: 'external-ids-beside',
    leaves: ['A-PAR-13'],
    says: 'External ids are in separate fields beside the references.',
    rule: { externalIds: { beside: () => 'ExternalId' } },
  },
  {
    id: 'no-external-ids-within-the-expanded',
    leaves: ['A-PAR-13', 'A-EXP-10'],
    says: 'With useExternalIds the references within expanded records carry no external ids.',
    rule: { externalIds: { withinExpanded: () => false } },
  },
  {
    id: 'expand-beside',
    leaves: ['A-EXP-10'],
    says: 'Expanded records are collected in one field, and references stay as they are.',
    rule: { expand: { gathered: () => 'expanded' } },
  },
  {
    id: 'expand-in-list',
    leaves: ['A-EXP-10'],
    says: 'A single expanded record is returned in a list.',
    rule: { expand: { wrap: (record) => [record] } },
  },
  {
    id: 'expand-count-in-field',
    leaves: ['A-EXP-10'],
    says: 'A count is returned under the name of the relation.',
    rule: { expand: { countKey: (field) => field } },
  },
  {
    id: 'expand-type-resource-spelling',
    leaves: ['A-EXP-10'],
    says: 'The field of an expanded object spells its type like the resource name.',
    rule: { expand: { objectKey: (field, resource) => `${field}(${resource})` } },
  },
  {
    id: 'expand-without-dto-ignored',
    leaves: ['A-EXP-09'],
    says: 'An expansion whose DTO is not named in dtos adds nothing.',
    rule: { expand: { needsDto: () => 'nothing' } },
  },
]
