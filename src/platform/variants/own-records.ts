import type { Variant } from '../deviation.ts'
import { peopleRules } from '../rulebook/people.ts'

const { owns } = peopleRules.permission

/** Whose a record is: no sentence says so. */
const meaning = (id: string, says: string, rule: typeof owns): Variant => ({
  id,
  leaves: ['B-USR-25'],
  says,
  rule: { permission: { owns: rule } },
})

export const ownRecordVariants: readonly Variant[] = [
  meaning(
    'own-last-changed',
    'Own records are those that the user changed last.',
    ({ lastChangedBy }, user) => lastChangedBy === user,
  ),
  meaning('own-nobodys', 'Own records are those that name the user, and none does.', () => false),
  meaning('own-of-the-company', 'Own records are those of the company of the user.', () => true),
  meaning(
    'own-to-write',
    'Own records are to read those of the company, to update and delete those that the user created.',
    (record, user, touch) => !['put', 'patch', 'delete'].includes(touch.operation) || owns(record, user, touch),
  ),
  meaning(
    'own-or-of-the-company',
    'Own records are those that the user created, and those that the company had from the start.',
    (record, user, touch) => record.createdBy === undefined || owns(record, user, touch),
  ),
  {
    id: 'own-not-found',
    leaves: ['A-AUT-13', 'B-USR-25'],
    says: 'A record that is not covered by a permission of Own is not found.',
    rule: { permission: { notOwn: () => 404 } },
  },
  {
    id: 'own-bad-request-to-write',
    leaves: ['A-AUT-13', 'B-USR-25'],
    says: 'Writing a record that is not covered by a permission of Own is answered with 400, reading it with 404.',
    rule: { permission: { notOwn: ({ operation }) => (operation === 'get' ? 404 : 400) } },
  },
]
