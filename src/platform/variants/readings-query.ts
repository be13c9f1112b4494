import type { Variant } from '../deviation.ts'
import { json } from '../http/answers.ts'

/** Lawful servers of A-QRY, thought up from its sentences alone. */
export const readingsQueryVariants: readonly Variant[] = [
  {
    id: 'qry-null-members',
    leaves: ['A-QRY-02'],
    says: 'Selected fields without a value are left out of a row.',
    rule: { query: { value: (value) => value ?? undefined } },
  },
  {
    id: 'qry-malformed-422',
    leaves: ['A-QRY-03'],
    says: 'A statement that cannot be read is refused with 422.',
    rule: { query: { refuses: (why) => json(422, { reason: why }) } },
  },
  {
    id: 'qry-malformed-200-empty',
    leaves: ['A-QRY-03'],
    says: 'A statement that cannot be read is answered with 200, no rows and an error.',
    rule: { query: { refuses: (why) => json(200, { data: [], error: why }) } },
  },
]
