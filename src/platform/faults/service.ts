import type { Fault } from '../deviation.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { dropping, inActivities, inEach, uuidIn, withField } from './tree-edits.ts'

const onCreate = ['service-create']
const onGet = ['service-get']
const onActivity = ['service-activity']

/** Faults of B-SVC: calls, activities, ids and references. */
export const serviceFaults: readonly Fault[] = [
  serviceFault('missing', ['B-SVC-01'], 'There is no Service API.', { served: () => false }),
  serviceFault('needs-query-context', ['B-SVC-01'], 'The context is wanted in the query.', {
    readsContext: (_header, query) => query,
  }),
  serviceFault('needs-request-id', ['B-SVC-01'], 'A call without X-Request-ID is refused.', {
    needsRequestId: () => true,
  }),
  serviceFault('malformed-crashes', ['K-SVC-01'], 'A body that is no tree is answered with 500.', {
    unreadableStatus: () => 500,
  }),
  serviceFault('create-201', ['B-SVC-03'], 'A POST is answered with 201.', {
    status: (of) => (of === 'service-create' ? 201 : 200),
  }),
  serviceFault(
    'create-bare',
    ['B-SVC-03'],
    'A POST is answered without activities.',
    shows(dropping('activities'), onCreate),
  ),
  serviceFault(
    'create-first-activity-only',
    ['B-SVC-03'],
    'Only the first activity is created.',
    takes((body) => ({
      ...body,
      activities: Array.isArray(body['activities']) ? body['activities'].slice(0, 1) : undefined,
    })),
  ),
  serviceFault('get-202', ['B-SVC-05'], 'A service call is read with 202.', {
    status: (of) => (of === 'service-get' ? 202 : 200),
  }),
  serviceFault('activity-202', ['B-SVC-06'], 'An activity is read with 202.', {
    status: (of) => (of === 'service-activity' ? 202 : 200),
  }),
  serviceFault(
    'get-bare',
    ['B-SVC-05'],
    'A service call is read without its activities.',
    shows(dropping('activities'), onGet),
  ),
  serviceFault('get-all-activities', ['B-SVC-05'], 'A service call is read with the activities of all.', {
    activities: (_own, all) => all.slice(-4),
  }),
  serviceFault(
    'activity-is-call',
    ['B-SVC-06'],
    'An activity is answered with the id of no activity.',
    shows(withField('id', { uuid: '0'.repeat(32) }), onActivity),
  ),
  serviceFault('activity-first', ['B-SVC-06'], 'The first activity of a service call is answered for each.', {
    activity: (asked, all) => all.find(({ fields }) => fields['serviceCall'] === asked.fields['serviceCall']) ?? asked,
  }),
  serviceFault('no-default-activity', ['B-SVC-04'], 'No default activity is made.', { defaultActivities: () => 0 }),
  serviceFault('default-activity-always', ['B-SVC-04'], 'autoCreateActivity=false is overlooked.', {
    defaultActivities: (given) => (given === 0 ? 1 : 0),
  }),
  serviceFault('default-activity-twice', ['B-SVC-04'], 'Two default activities are made.', {
    defaultActivities: (given, auto) => (given === 0 && auto !== 'false' ? 2 : 0),
  }),
  serviceFault('default-needs-true', ['B-SVC-04'], 'A default activity is made with autoCreateActivity=true only.', {
    defaultActivities: (given, auto) => (given === 0 && auto === 'true' ? 1 : 0),
  }),
  serviceFault('default-beside-given', ['B-SVC-29'], 'A default activity is made beside given ones.', {
    defaultActivities: (_given, auto) => (auto === 'false' ? 0 : 1),
  }),
  serviceFault('true-adds-activity', ['B-SVC-29'], 'autoCreateActivity=true adds an activity to given ones.', {
    defaultActivities: (given, auto) => (auto === 'true' || (given === 0 && auto !== 'false') ? 1 : 0),
  }),
  serviceFault('needs-contact', ['B-SVC-07'], 'A service call without contact is refused.', {
    requiresAlso: (part) => (part === 'call' ? ['contact'] : []),
  }),
  serviceFault('activity-needs-status', ['B-SVC-07'], 'An activity without status is refused.', {
    requiresAlso: (part) => (part === 'activity' ? ['status'] : []),
  }),
  serviceFault('needs-external-id', ['B-SVC-07'], 'A service call without externalId is refused.', {
    requiresAlso: (part) => (part === 'call' ? ['externalId'] : []),
  }),
  ...(['businessPartner', 'subject', 'priority', 'status'] as const).map((field) =>
    serviceFault(`${field.toLowerCase()}-not-required`, ['B-SVC-18'], `A service call without ${field} is taken.`, {
      requires: (part, name) => part !== 'call' || name !== field,
    }),
  ),
  serviceFault('activity-subject-not-required', ['B-SVC-18'], 'An activity without subject is taken.', {
    requires: (part, name) => part !== 'activity' || name !== 'subject',
  }),
  serviceFault('material-not-required', ['B-SVC-18'], 'A reserved material without its warehouse is taken.', {
    requires: (part, name) => part !== 'material' || !['moved', 'used', 'warehouse'].includes(name),
  }),
  serviceFault('refused-call-stays', ['B-SVC-18'], 'The service call of a refused tree stays.', {
    keepsRefused: (table) => table === 'ServiceCall',
  }),
  serviceFault('large-tree-half-refused', ['B-SVC-18'], 'Of a tree that is refused for its size the call is stored.', {
    mostActivities: () => 2,
    keepsRefused: (table) => table === 'ServiceCall',
  }),
  serviceFault('refused-activities-stay', ['B-SVC-18'], 'The activities of a refused tree stay.', {
    keepsRefused: (table) => table === 'Activity',
  }),
  serviceFault('missing-reference-taken', ['B-SVC-18'], 'A business partner that does not exist is taken.', {
    onMissing: (field) => (field === 'businessPartner' ? 'F1E1D0000000000000000000000000B1' : undefined),
  }),
  serviceFault('missing-equipment-taken', ['B-SVC-18'], 'An equipment that does not exist is taken.', {
    onMissing: (field) => (field === 'equipment' ? 'F1E1D0000000000000000000000000E1' : undefined),
  }),
  serviceFault('token-403', ['B-SVC-17'], 'An invalid token is answered with 403.', { tokenStatus: () => 403 }),
  serviceFault('no-token-needed', ['B-SVC-17'], 'A call without a valid token is served.', { needsToken: () => false }),
  serviceFault('missing-call-400', ['B-SVC-17'], 'A service call that does not exist is answered with 400.', {
    missingStatus: (what) => (what === 'service call' ? 400 : 404),
  }),
  serviceFault('missing-activity-400', ['B-SVC-17'], 'An activity that does not exist is answered with 400.', {
    missingStatus: (what) => (what === 'activity' ? 400 : 404),
  }),
  serviceFault(
    'missing-call-empty',
    ['B-SVC-17'],
    'A service call that does not exist is answered with an empty tree.',
    {
      missingStatus: () => 200,
    },
  ),
  ...(['X-Account-Name', 'X-Company-Name', 'X-Client-ID', 'X-Client-Version'] as const).map((header) =>
    serviceFault(`${header.toLowerCase()}-not-required`, ['B-SVC-28'], `A call without ${header} is served.`, {
      needs: (name) => name !== header,
    }),
  ),
  serviceFault(
    'ids-plain',
    ['B-SVC-08'],
    'Ids are plain strings.',
    shows(inEach((part) => ({ ...part, id: uuidIn(part['id']) }))),
  ),
  serviceFault(
    'id-missing',
    ['B-SVC-08'],
    'Ids are objects without uuid.',
    shows(inEach((part) => ({ ...part, id: { value: uuidIn(part['id']) } }))),
  ),
  serviceFault(
    'no-codes',
    ['B-SVC-08'],
    'A service call gets no code.',
    shows(dropping('code'), ['service-create', 'service-get']),
  ),
  serviceFault('activity-no-code', ['B-SVC-08'], 'Activities get no code.', shows(inActivities(dropping('code')))),
  serviceFault('call-external-id-twice', ['B-SVC-08'], 'Two service calls may hold one external id.', {
    onTakenExternalId: (table) => (table === 'ServiceCall' ? 'double' : 'refuse'),
  }),
  serviceFault('activity-external-id-twice', ['B-SVC-08'], 'Two activities may hold one external id.', {
    onTakenExternalId: (table) => (table === 'ReservedMaterial' ? 'refuse' : 'double'),
  }),
  serviceFault('material-external-id-twice', ['B-SVC-08'], 'Two reserved materials may hold one external id.', {
    onTakenExternalId: () => 'double',
  }),
  serviceFault('no-code-lookup', ['B-SVC-09'], 'A reference by code finds nothing.', {
    lookedUpBy: (given) => given.find((key) => key !== 'code'),
  }),
  serviceFault('no-external-id-lookup', ['B-SVC-09'], 'A reference by external id finds nothing.', {
    lookedUpBy: (given) => given.find((key) => key !== 'externalId'),
  }),
  serviceFault('code-is-external-id', ['B-SVC-09'], 'A code is looked up among the external ids.', {
    reads: (reference) => ('code' in reference && !('id' in reference) ? { externalId: reference['code'] } : reference),
  }),
  serviceFault('reference-next', ['B-SVC-09'], 'A reference by external id means another record.', {
    reads: (reference) =>
      'externalId' in reference && Object.keys(reference).length === 1
        ? { id: 'F1E1D0000000000000000000000000B1' }
        : reference,
  }),
  serviceFault('external-id-first', ['B-SVC-09'], 'The external id of a reference goes first.', {
    lookedUpBy: (given) => given.at(-1),
  }),
  serviceFault('code-before-id', ['B-SVC-09'], 'The code of a reference goes before its id.', {
    lookedUpBy: (given) => (given.includes('code') ? 'code' : given[0]),
  }),
  serviceFault('external-id-before-code', ['B-SVC-09'], 'The external id of a reference goes before its code.', {
    lookedUpBy: (given) => (given.includes('id') ? 'id' : given.at(-1)),
  }),
  serviceFault('reference-plain', ['B-SVC-09'], 'A reference is shown as the id alone.', {
    reference: (reference) => reference['id'],
  }),
  serviceFault('partner-not-stored', ['B-SVC-09'], 'The service call is stored with another business partner.', {
    links: (field, id) => (field === 'businessPartner' ? 'F1E1D0000000000000000000000000B1' : id),
  }),
]
