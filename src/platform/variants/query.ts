import type { Variant } from '../deviation.ts'

/** Lawful other readings of A-QRY. */
export const queryVariants: readonly Variant[] = [
  {
    id: 'query-api-status-201',
    leaves: ['A-QRY-03'],
    says: 'A statement is answered with 201.',
    rule: { query: { status: () => 201 } },
  },
  {
    id: 'query-api-envelope-more',
    leaves: ['A-QRY-03'],
    says: 'Page and total are returned beside the rows.',
    rule: {
      query: {
        envelope: (rows) => ({
          data: rows,
          pageSize: 1000,
          currentPage: 1,
          lastPage: 1,
          totalObjectCount: rows.length,
          truncated: false,
        }),
      },
    },
  },
  {
    id: 'query-api-id-added',
    leaves: ['A-QRY-03'],
    says: 'Rows also contain id and lastChanged.',
    rule: { query: { more: ({ id, lastChanged }) => ({ id, lastChanged }) } },
  },
  {
    id: 'query-api-every-field',
    leaves: ['A-QRY-02'],
    says: 'Rows contain every field beside the selected ones.',
    rule: { query: { more: (whole) => whole } },
  },
]
