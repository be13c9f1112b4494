import { writtenOtherwise } from '../variants/sieve.ts'
import { allLacking, withIdentities, withResources, type ServedWorld } from './world.ts'

const texts = { Equipment: 'remarks' }
const flags = ['chargeableEfforts', 'chargeableMileages', 'chargeableMaterials', 'chargeableExpenses']
const computed = { ServiceCall: [...flags, 'startDateTime'] }

/** Lawful where the target file tells that these fields are computed. */
const flagsOfTheContract = writtenOtherwise(
  'flags-of-the-contract',
  ['A-REC-13'],
  'What is chargeable of a service call is what its contract says, and its start that of its first activity, whatever is sent.',
  (sent, { resource }) =>
    resource === 'ServiceCall'
      ? Object.fromEntries(
          Object.entries(sent).flatMap(([name, value]) =>
            name === 'startDateTime' ? [] : [[name, flags.includes(name) ? false : value]],
          ),
        )
      : sent,
)

/** Everything that a check might have taken for granted is different. */
export const stranger: ServedWorld = {
  name: 'stranger',
  says: 'Other DTO versions, other required fields, 10,000 records of others, a path prefix, ids in lower case with dashes, two identities, SCIM and User API in other forms.',
  variants: [
    'record-ids-dashed',
    'record-date-times-milliseconds',
    'page-from-zero',
    'external-ids-beside',
    'scim-ids-as-numbers',
    'scim-answers-plain-json',
    'scim-attributes-in-lower-case',
    'scim-all-statuses-200',
    'user-all-statuses-200',
    'user-page-from-one',
    'user-moments-with-offset',
    'user-companies-in-reverse',
    'code-unique',
    'codes-stay',
    'equipment-states-of-a-list',
  ],
  own: () => [flagsOfTheContract],
  data: {
    ...withResources({
      ServiceCall: { versions: { 31: 9, 33: 11 }, template: { typeCode: 'REPAIR' } },
      Activity: { versions: { 41: 11 }, template: { type: 'ASSIGNMENT' } },
      BusinessPartner: { versions: { 22: 8, 24: 11 }, template: { code: 'FP-{fresh}' } },
      Person: { versions: { 26: 11 }, template: { firstName: 'Fieldproof' } },
      Equipment: { versions: { 28: 11 }, template: { name: undefined, status: 'INSTALLED', code: 'EQ-{fresh}' } },
      Attachment: { versions: { 21: 11 } },
    }),
    foreign: 10_000,
  },
  prefix: '/fsm/west',
  target: (plain) =>
    withIdentities({ ...plain, fixtures: { ...(plain.fixtures as object), texts, computed } }, ['admin', 'user'], {
      ...allLacking(
        ['account-grant', 'client-grant', 'general-client', 'disallowed-client'],
        'one client was set up, for two users',
      ),
      ...allLacking(
        ['sso-user', 'expired-user', 'unprivileged-user', 'companyless-user', 'other-user', 'unreadable-resource'],
        'two users were set up',
      ),
      ...allLacking(['password-change', 'password-trials'], 'no password may be changed'),
      ...allLacking(['crowd', 'dispatch'], 'two users were set up, neither of them a crowd owner'),
      ...allLacking(['second-cluster', 'reserved-account'], 'there is one account'),
    }),
}
