import type { Fault } from '../deviation.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { perOperation } from './elsewhere.ts'

const { dispatch } = dispatchRules

const ofPeople = ['user-get', 'user-list', 'user-put', 'user-delete']
const ofScim = [
  'user-get',
  'users',
  'user-put',
  'user-delete',
  'groups',
  'group-put',
  'group-patch',
  'group-delete',
].map((name) => `scim-${name}`)
const ofCrowd = [
  ...['get', 'list', 'update', 'delete', 'skill-get'],
  ...['get', 'create', 'update', 'delete', 'batch'].map((name) => `address-${name}`),
].map((name) => `crowd-${name}`)
const ofOwners = ['confirm', 'notify']
const ofPartners = ['reject', 'accept', 'release', 'update', 'batch-accept']
const ofTrees = ['service-get', 'service-activity', 'service-create', 'service-patch', 'service-bulk-patch']
const ofWork = ['reoptimize', 'report-build', 'report-download']
const actions = (names: readonly string[]) => names.map((name) => `dispatch-${name}`)

/** A partner's own is asked for once more inside: what is another one's there is taken for its own. */
const asOwn = (faults: readonly Fault[]): readonly Fault[] =>
  faults.map((fault) => ({
    ...fault,
    rule: {
      ...fault.rule,
      dispatch: fault.id.endsWith('-list')
        ? { lists: (one, asked) => dispatch.lists({ ...one, own: true }, asked) }
        : {
            actsOn: (action, planned, nth) =>
              fault.id.endsWith(`-dispatch-${action}`) ? planned !== 'none' : dispatch.actsOn(action, planned, nth),
          },
    },
  }))

/** People, technicians, assignments and trees that are open to strangers. */
export const elsewherePeopleFaults: readonly Fault[] = [
  ...perOperation(
    'found',
    [...ofPeople.filter((name) => name !== 'user-delete'), ...ofScim],
    ['B-PRV-02', 'B-USR-06'],
    { account: 'everywhere' },
  ),
  ...perOperation('named', ['user-post', ...ofPeople], ['B-PRV-02', 'B-USR-06'], { account: 'everywhere' }),
  ...perOperation('found', [...ofCrowd, ...actions(ofOwners), ...ofTrees, ...ofWork], ['B-PRV-02']),
  ...perOperation('named', ['crowd-create', ...ofCrowd, ...actions(ofOwners), ...ofTrees, ...ofWork], ['B-PRV-02']),
  ...asOwn(perOperation('found', actions(['list', ...ofPartners]), ['B-PRV-02'])),
  ...asOwn(perOperation('named', actions(['list', ...ofPartners]), ['B-PRV-02'])),
  {
    id: 'users-of-all-accounts-counted',
    breaks: ['B-USR-06'],
    says: 'A list of users shows those of the account and counts those of all accounts.',
    rule: { reach: { counts: () => 'everywhere' } },
  },
]
