import { check } from '../../src/kit/index.ts'
import { peopleMachine } from './model/machine.ts'
import { scim } from './requirements.ts'

// Faults that only several steps through both interfaces show; the walks find most of the others, too.
check.model(
  scim['written-is-read'],
  'any-writes-through-both-interfaces',
  {
    needs: ['user-api'],
    brokenBy: [
      'scim-remove-of-a-stranger-takes-the-last',
      'scim-put-writes-phone-back',
      'people-members-put-back-by-groups',
      'people-back-in-groups-when-active',
      'user-list-names-before-scim',
      'user-put-lost-after-scim',
      'scim-shows-cleared-name-as-null-text',
      'scim-patch-filter-takes-all',
      'user-put-loses-email',
      'user-put-group-in-first-company-only',
      'user-group-set-for-a-company-stays',
    ],
    effects: true,
    runs: 3,
  },
  peopleMachine,
)
