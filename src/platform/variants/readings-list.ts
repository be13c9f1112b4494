import type { Variant } from '../deviation.ts'

/** Lawful servers of A-PAR and A-EXP, thought up from their sentences alone. */
export const readingsListVariants: readonly Variant[] = [
  {
    id: 'no-dtos-empty-too',
    leaves: ['A-PAR-02'],
    says: 'A request without dtos is refused with 422.',
    rule: { dtos: { missingStatus: () => 422 } },
  },
  {
    id: 'fields-unknown-ignored',
    leaves: ['A-PAR-11'],
    says: 'Names in fields that the resource does not have are ignored.',
    rule: { fields: { refusesUnknown: () => false } },
  },
  {
    id: 'useext-null-omitted',
    leaves: ['A-PAR-13'],
    says: 'A reference to a record without external id carries none.',
    rule: { externalIds: { one: (id, externalId) => ({ id, ...(externalId === null ? {} : { externalId }) }) } },
  },
  {
    id: 'noread-403',
    leaves: ['A-EXP-07'],
    says: 'An expansion that the user may not read is refused with 403.',
    rule: { expand: { forbidden: () => 403 } },
  },
  {
    id: 'expand-key-nested',
    leaves: ['A-EXP-10'],
    says: 'An expanded record is wrapped in an object.',
    rule: { expand: { wrap: (record) => ({ entity: record }) } },
  },
  {
    id: 'count-string-key',
    leaves: ['A-EXP-10'],
    says: 'A count is wrapped in an object.',
    rule: { expand: { counted: (count) => ({ count }) } },
  },
]
