import type { Variant } from '../deviation.ts'

/** Lawful other forms of useExternalIds and expand (A-PAR-13, A-EXP-09, 10). */
export const expandVariants: readonly Variant[] = [
  {
    id: 'external-ids-beside',
    leaves: ['A-PAR-13'],
    says: 'External ids stand in fields of their own beside the references.',
    rule: { externalIds: { beside: () => 'ExternalId' } },
  },
  {
    id: 'expand-beside',
    leaves: ['A-EXP-10'],
    says: 'What is expanded is gathered under one field, and references stay as they are.',
    rule: { expand: { gathered: () => 'expanded' } },
  },
  {
    id: 'expand-in-list',
    leaves: ['A-EXP-10'],
    says: 'A single expanded record stands in a list.',
    rule: { expand: { wrap: (record) => [record] } },
  },
  {
    id: 'expand-count-in-field',
    leaves: ['A-EXP-10'],
    says: 'A count stands under the name of the relation.',
    rule: { expand: { countKey: (field) => field } },
  },
  {
    id: 'expand-type-resource-spelling',
    leaves: ['A-EXP-10'],
    says: 'The field of an expanded object spells the type like the resource.',
    rule: { expand: { objectKey: (field, resource) => `${field}(${resource})` } },
  },
  {
    id: 'expand-without-dto-ignored',
    leaves: ['A-EXP-09'],
    says: 'An expansion whose DTO is not named adds nothing.',
    rule: { expand: { needsDto: () => 'nothing' } },
  },
]
