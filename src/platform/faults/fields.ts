import type { Fault } from '../deviation.ts'

/** Faults of A-PAR-11: the parameter fields. */
export const fieldsFaults: readonly Fault[] = [
  {
    id: 'fields-ignored',
    breaks: ['A-PAR-11'],
    says: 'fields is ignored.',
    rule: { fields: { asked: () => undefined } },
  },
  {
    id: 'fields-ignored-on-get',
    breaks: ['A-PAR-11'],
    says: 'fields is ignored when a record is read by id.',
    rule: { fields: { asked: (names, { operation, by }) => (operation === 'get' && by === 'id' ? undefined : names) } },
  },
  {
    id: 'fields-ignored-by-external-id',
    breaks: ['A-PAR-11'],
    says: 'fields is ignored when a record is read by external id.',
    rule: { fields: { asked: (names, { by }) => (by === 'externalId' ? undefined : names) } },
  },
  {
    id: 'fields-ignored-on-list',
    breaks: ['A-PAR-11'],
    says: 'fields is ignored in lists.',
    rule: { fields: { asked: (names, { operation }) => (operation === 'list' ? undefined : names) } },
  },
  {
    id: 'fields-only-first',
    breaks: ['A-PAR-11'],
    says: 'Only the first of the named fields is returned.',
    rule: { fields: { asked: (names) => names?.slice(0, 1) } },
  },
  {
    id: 'fields-inverted',
    breaks: ['A-PAR-11'],
    says: 'All fields except the named ones are returned.',
    rule: { fields: { kept: (name, names) => !names.includes(name) } },
  },
  {
    id: 'fields-null-values',
    breaks: ['A-PAR-11'],
    says: 'The named fields are returned without their values.',
    rule: { fields: { value: () => null } },
  },
  {
    id: 'fields-drops-unset',
    breaks: ['A-PAR-11'],
    says: 'Records without a value in a named field are missing from lists.',
    rule: { fields: { keepsUnset: () => false } },
  },
  {
    id: 'fields-refused-on-get',
    breaks: ['A-PAR-11'],
    says: 'fields is refused when a single record is read.',
    rule: { fields: { refuses: ({ operation }) => operation === 'get' } },
  },
  {
    id: 'fields-default-short',
    breaks: ['A-PAR-11'],
    says: 'Without the parameter fields, only id, externalId and lastChanged are returned.',
    rule: { fields: { asked: (names) => names ?? ['id', 'externalId', 'lastChanged'] } },
  },
  {
    id: 'data-list-cuts-texts',
    breaks: ['A-DAT-02'],
    says: 'Lists truncate strings to 30 characters.',
    rule: { shown: { text: (value, isList) => (isList ? value.slice(0, 30) : value) } },
  },
  {
    id: 'data-external-id-hides-fields',
    breaks: ['A-DAT-14'],
    says: 'A record read by external id shows only some of its fields.',
    rule: {
      fields: {
        asked: (names, { by }) =>
          by === 'externalId' ? (names ?? ['id', 'externalId', 'lastChanged', 'subject', 'remarks']) : names,
      },
    },
  },
  {
    id: 'fields-loses-external-id',
    breaks: ['A-PAR-11'],
    says: 'externalId is missing although it is named.',
    rule: { fields: { kept: (name, names) => names.includes(name) && name !== 'externalId' } },
  },
]
