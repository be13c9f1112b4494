import type { Fault } from '../deviation.ts'

/** Faults of A-PAR-11: the parameter fields. */
export const fieldsFaults: readonly Fault[] = [
  {
    id: 'fields-ignored',
    breaks: ['A-PAR-11'],
    says: 'fields is not looked at.',
    rule: { fields: { asked: () => undefined } },
  },
  {
    id: 'fields-ignored-on-get',
    breaks: ['A-PAR-11'],
    says: 'fields is not looked at when one record is read by id.',
    rule: { fields: { asked: (names, { operation, by }) => (operation === 'get' && by === 'id' ? undefined : names) } },
  },
  {
    id: 'fields-ignored-by-external-id',
    breaks: ['A-PAR-11'],
    says: 'fields is not looked at when one record is read by external id.',
    rule: { fields: { asked: (names, { by }) => (by === 'externalId' ? undefined : names) } },
  },
  {
    id: 'fields-ignored-on-list',
    breaks: ['A-PAR-11'],
    says: 'fields is not looked at in lists.',
    rule: { fields: { asked: (names, { operation }) => (operation === 'list' ? undefined : names) } },
  },
  {
    id: 'fields-only-first',
    breaks: ['A-PAR-11'],
    says: 'Only the first of the fields is answered.',
    rule: { fields: { asked: (names) => names?.slice(0, 1) } },
  },
  {
    id: 'fields-inverted',
    breaks: ['A-PAR-11'],
    says: 'All but the named fields are answered.',
    rule: { fields: { kept: (name, names) => !names.includes(name) } },
  },
  {
    id: 'fields-null-values',
    breaks: ['A-PAR-11'],
    says: 'The named fields are answered without their values.',
    rule: { fields: { value: () => null } },
  },
  {
    id: 'fields-drops-unset',
    breaks: ['A-PAR-11'],
    says: 'Records that lack the value of a named field vanish from lists.',
    rule: { fields: { keepsUnset: () => false } },
  },
  {
    id: 'fields-refused-on-get',
    breaks: ['A-PAR-11'],
    says: 'fields is refused when one record is read.',
    rule: { fields: { refuses: ({ operation }) => operation === 'get' } },
  },
  {
    id: 'fields-default-short',
    breaks: ['A-PAR-11'],
    says: 'Without fields only the fields of the service are answered.',
    rule: { fields: { asked: (names) => names ?? ['id', 'externalId', 'lastChanged'] } },
  },
  {
    id: 'data-list-cuts-texts',
    breaks: ['A-DAT-02'],
    says: 'Lists cut texts after thirty characters.',
    rule: { shown: { text: (value, isList) => (isList ? value.slice(0, 30) : value) } },
  },
  {
    id: 'data-external-id-hides-fields',
    breaks: ['A-DAT-14'],
    says: 'A record read by external id shows a few of its fields.',
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
    says: 'externalId is not answered though it is named.',
    rule: { fields: { kept: (name, names) => names.includes(name) && name !== 'externalId' } },
  },
]
