import type { Variant } from '../deviation.ts'

const dashed = (id: string) => {
  const hex = id.replaceAll('-', '').toLowerCase()
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Lawful other readings of A-REC. */
export const recordVariants: readonly Variant[] = [
  {
    id: 'record-ids-dashed',
    leaves: ['A-REC-01'],
    says: 'All ids are shown in lower case with dashes.',
    rule: { shown: { id: dashed } },
  },
  {
    id: 'record-ids-lower-case',
    leaves: ['A-REC-01'],
    says: 'All ids are shown in lower case.',
    rule: { shown: { id: (id) => id.replaceAll('-', '').toLowerCase() } },
  },
  {
    id: 'record-unset-omitted',
    leaves: ['A-REC-12'],
    says: 'Fields without a value are left out.',
    rule: { shown: { unset: () => 'omitted' } },
  },
  {
    id: 'record-more-fields',
    leaves: ['A-REC-13'],
    says: 'Records have fields that the sample does not show.',
    rule: { shown: { more: () => ({ syncBase: 10, lastSynced: null, permissions: { write: true } }) } },
  },
  {
    id: 'record-envelope-more-fields',
    leaves: ['A-REC-08', 'A-PAR-13'],
    says: 'The data envelope has additional fields.',
    rule: {
      shown: {
        envelope: (elements) => ({
          data: elements,
          pageSize: 20,
          currentPage: 1,
          lastPage: 1,
          totalObjectCount: elements.length,
          truncated: false,
        }),
      },
    },
  },
  {
    id: 'record-inlined-rest-unset',
    leaves: ['A-REC-14'],
    says: 'Fields missing from an inlined object are cleared.',
    rule: { record: { onPartialInlined: () => 'unset' } },
  },
  {
    id: 'record-changed-by-nobody',
    leaves: ['A-REC-18'],
    says: 'lastChangedBy of a record written with a token without user is null.',
    rule: { record: { lastChangedBy: (writer) => writer.userId ?? null } },
  },
  {
    id: 'record-date-times-milliseconds',
    leaves: ['A-REC-10'],
    says: 'Date-times are shown with milliseconds.',
    rule: { shown: { dateTime: (value) => new Date(value).toISOString() } },
  },
]
