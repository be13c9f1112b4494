import type { Fault } from '../deviation.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'
import {
  dropping,
  inActivities,
  inAttachments,
  inEach,
  inMaterials,
  inRequirements,
  inUdfValues,
  uuidIn,
  withField,
  type Edit,
} from './tree-edits.ts'

type Rules = Partial<Rulebook['service']>

const fault = (id: string, breaks: Fault['breaks'], says: string, service: Rules): Fault => ({
  id: `service-${id}`,
  breaks,
  says,
  rule: { service },
})

/** What the answer says otherwise; `of` narrows it to operations. */
const shows = (edit: Edit, of: readonly string[] = ['service-create', 'service-get', 'service-activity']): Rules => ({
  shown: (tree, operation) => (of.includes(operation) ? edit(tree) : tree),
})
/** What a POST is misread as. */
const takes = (edit: Edit): Rules => ({ taken: (body) => edit(body) as Readonly<Record<string, unknown>> })

const onCreate = ['service-create']
const onGet = ['service-get']
const onActivity = ['service-activity']

/** Faults of B-SVC. */
export const serviceFaults: readonly Fault[] = [
  fault('missing', ['B-SVC-01'], 'There is no Service API.', { served: () => false }),
  fault('needs-query-context', ['B-SVC-01'], 'The context is wanted in the query.', {
    readsContext: (_header, query) => query,
  }),
  fault('needs-request-id', ['B-SVC-01'], 'A call without X-Request-ID is refused.', { needsRequestId: () => true }),
  fault('malformed-crashes', ['K-SVC-01'], 'A body that is no tree is answered with 500.', {
    unreadableStatus: () => 500,
  }),
  fault('create-201', ['B-SVC-03'], 'A POST is answered with 201.', {
    status: (of) => (of === 'service-create' ? 201 : 200),
  }),
  fault('create-bare', ['B-SVC-03'], 'A POST is answered without activities.', shows(dropping('activities'), onCreate)),
  fault(
    'create-first-activity-only',
    ['B-SVC-03'],
    'Only the first activity is created.',
    takes((body) => ({
      ...body,
      activities: Array.isArray(body['activities']) ? body['activities'].slice(0, 1) : undefined,
    })),
  ),
  fault('get-202', ['B-SVC-05'], 'A service call is read with 202.', {
    status: (of) => (of === 'service-get' ? 202 : 200),
  }),
  fault('activity-202', ['B-SVC-06'], 'An activity is read with 202.', {
    status: (of) => (of === 'service-activity' ? 202 : 200),
  }),
  fault(
    'get-bare',
    ['B-SVC-05'],
    'A service call is read without its activities.',
    shows(dropping('activities'), onGet),
  ),
  fault('get-all-activities', ['B-SVC-05'], 'A service call is read with the activities of all.', {
    activities: (_own, all) => all.slice(-4),
  }),
  fault(
    'activity-is-call',
    ['B-SVC-06'],
    'An activity is answered with the id of no activity.',
    shows(withField('id', { uuid: '0'.repeat(32) }), onActivity),
  ),
  fault('activity-first', ['B-SVC-06'], 'The first activity of a service call is answered for each.', {
    activity: (asked, all) => all.find(({ fields }) => fields['serviceCall'] === asked.fields['serviceCall']) ?? asked,
  }),
  fault('no-default-activity', ['B-SVC-04'], 'No default activity is made.', { defaultActivities: () => 0 }),
  fault('default-activity-always', ['B-SVC-04'], 'autoCreateActivity=false is overlooked.', {
    defaultActivities: (given) => (given === 0 ? 1 : 0),
  }),
  fault('default-activity-twice', ['B-SVC-04'], 'Two default activities are made.', {
    defaultActivities: (given, auto) => (given === 0 && auto !== 'false' ? 2 : 0),
  }),
  fault('default-needs-true', ['B-SVC-04'], 'A default activity is made with autoCreateActivity=true only.', {
    defaultActivities: (given, auto) => (given === 0 && auto === 'true' ? 1 : 0),
  }),
  fault('default-beside-given', ['B-SVC-29'], 'A default activity is made beside given ones.', {
    defaultActivities: (_given, auto) => (auto === 'false' ? 0 : 1),
  }),
  fault('true-adds-activity', ['B-SVC-29'], 'autoCreateActivity=true adds an activity to given ones.', {
    defaultActivities: (given, auto) => (auto === 'true' || (given === 0 && auto !== 'false') ? 1 : 0),
  }),
  fault('needs-contact', ['B-SVC-07'], 'A service call without contact is refused.', {
    requiresAlso: (part) => (part === 'call' ? ['contact'] : []),
  }),
  fault('activity-needs-status', ['B-SVC-07'], 'An activity without status is refused.', {
    requiresAlso: (part) => (part === 'activity' ? ['status'] : []),
  }),
  fault('needs-external-id', ['B-SVC-07'], 'A service call without externalId is refused.', {
    requiresAlso: (part) => (part === 'call' ? ['externalId'] : []),
  }),
  ...(['businessPartner', 'subject', 'priority', 'status'] as const).map((field) =>
    fault(`${field.toLowerCase()}-not-required`, ['B-SVC-18'], `A service call without ${field} is taken.`, {
      requires: (part, name) => part !== 'call' || name !== field,
    }),
  ),
  fault('activity-subject-not-required', ['B-SVC-18'], 'An activity without subject is taken.', {
    requires: (part, name) => part !== 'activity' || name !== 'subject',
  }),
  fault('material-not-required', ['B-SVC-18'], 'A reserved material without its warehouse is taken.', {
    requires: (part, name) => part !== 'material' || !['moved', 'used', 'warehouse'].includes(name),
  }),
  fault('refused-call-stays', ['B-SVC-18'], 'The service call of a refused tree stays.', {
    keepsRefused: (table) => table === 'ServiceCall',
  }),
  fault('refused-activities-stay', ['B-SVC-18'], 'The activities of a refused tree stay.', {
    keepsRefused: (table) => table === 'Activity',
  }),
  fault('missing-reference-taken', ['B-SVC-18'], 'A business partner that does not exist is taken.', {
    onMissing: (field) => (field === 'businessPartner' ? 'F1E1D0000000000000000000000000B1' : undefined),
  }),
  fault('missing-equipment-taken', ['B-SVC-18'], 'An equipment that does not exist is taken.', {
    onMissing: (field) => (field === 'equipment' ? 'F1E1D0000000000000000000000000E1' : undefined),
  }),
  fault('token-403', ['B-SVC-17'], 'An invalid token is answered with 403.', { tokenStatus: () => 403 }),
  fault('no-token-needed', ['B-SVC-17'], 'A call without a valid token is served.', { needsToken: () => false }),
  fault('missing-call-400', ['B-SVC-17'], 'A service call that does not exist is answered with 400.', {
    missingStatus: (what) => (what === 'service call' ? 400 : 404),
  }),
  fault('missing-activity-400', ['B-SVC-17'], 'An activity that does not exist is answered with 400.', {
    missingStatus: (what) => (what === 'activity' ? 400 : 404),
  }),
  fault('missing-call-empty', ['B-SVC-17'], 'A service call that does not exist is answered with an empty tree.', {
    missingStatus: () => 200,
  }),
  ...(['X-Account-Name', 'X-Company-Name', 'X-Client-ID', 'X-Client-Version'] as const).map((header) =>
    fault(`${header.toLowerCase()}-not-required`, ['B-SVC-28'], `A call without ${header} is served.`, {
      needs: (name) => name !== header,
    }),
  ),
  fault(
    'ids-plain',
    ['B-SVC-08'],
    'Ids are plain strings.',
    shows(inEach((part) => ({ ...part, id: uuidIn(part['id']) }))),
  ),
  fault(
    'id-missing',
    ['B-SVC-08'],
    'Ids are objects without uuid.',
    shows(inEach((part) => ({ ...part, id: { value: uuidIn(part['id']) } }))),
  ),
  fault(
    'no-codes',
    ['B-SVC-08'],
    'A service call gets no code.',
    shows(dropping('code'), ['service-create', 'service-get']),
  ),
  fault('activity-no-code', ['B-SVC-08'], 'Activities get no code.', shows(inActivities(dropping('code')))),
  fault('call-external-id-twice', ['B-SVC-08'], 'Two service calls may hold one external id.', {
    onTakenExternalId: (table) => (table === 'ServiceCall' ? 'double' : 'refuse'),
  }),
  fault('activity-external-id-twice', ['B-SVC-08'], 'Two activities may hold one external id.', {
    onTakenExternalId: (table) => (table === 'ReservedMaterial' ? 'refuse' : 'double'),
  }),
  fault('material-external-id-twice', ['B-SVC-08'], 'Two reserved materials may hold one external id.', {
    onTakenExternalId: () => 'double',
  }),
  fault('no-code-lookup', ['B-SVC-09'], 'A reference by code finds nothing.', {
    lookedUpBy: (given) => given.find((key) => key !== 'code'),
  }),
  fault('no-external-id-lookup', ['B-SVC-09'], 'A reference by external id finds nothing.', {
    lookedUpBy: (given) => given.find((key) => key !== 'externalId'),
  }),
  fault('code-is-external-id', ['B-SVC-09'], 'A code is looked up among the external ids.', {
    reads: (reference) => ('code' in reference && !('id' in reference) ? { externalId: reference['code'] } : reference),
  }),
  fault('reference-next', ['B-SVC-09'], 'A reference by external id means another record.', {
    reads: (reference) =>
      'externalId' in reference && Object.keys(reference).length === 1
        ? { id: 'F1E1D0000000000000000000000000B1' }
        : reference,
  }),
  fault('external-id-first', ['B-SVC-09'], 'The external id of a reference goes first.', {
    lookedUpBy: (given) => given.at(-1),
  }),
  fault('code-before-id', ['B-SVC-09'], 'The code of a reference goes before its id.', {
    lookedUpBy: (given) => (given.includes('code') ? 'code' : given[0]),
  }),
  fault('external-id-before-code', ['B-SVC-09'], 'The external id of a reference goes before its code.', {
    lookedUpBy: (given) => (given.includes('id') ? 'id' : given.at(-1)),
  }),
  fault('reference-plain', ['B-SVC-09'], 'A reference is shown as the id alone.', {
    reference: (reference) => reference['id'],
  }),
  fault('partner-not-stored', ['B-SVC-09'], 'The service call is stored with another business partner.', {
    links: (field, id) => (field === 'businessPartner' ? 'F1E1D0000000000000000000000000B1' : id),
  }),
  fault(
    'source-activity-lost',
    ['B-SVC-31'],
    'The source activity is not kept.',
    takes(inActivities(dropping('sourceActivity'))),
  ),
  fault('source-id-plain', ['B-SVC-10'], 'A sourceId is a plain string.', {
    address: (address) => ('sourceId' in address ? { ...address, sourceId: uuidIn(address['sourceId']) } : address),
  }),
  fault('source-lower-case', ['B-SVC-10'], 'The source of an address is written in lower case.', {
    source: (type) => type.toLowerCase(),
  }),
  fault(
    'address-lost',
    ['B-SVC-12'],
    'The address of an activity is not kept.',
    takes(inActivities(dropping('address'))),
  ),
  fault(
    'address-of-call',
    ['B-SVC-12'],
    'All activities get the address of the first.',
    takes((body) => {
      const [first] = (body['activities'] as ReadonlyArray<Readonly<Record<string, unknown>>> | undefined) ?? []
      return first?.['address'] ? (inActivities(withField('address', first['address']))(body) as never) : body
    }),
  ),
  fault('address-no-location', ['B-SVC-12'], 'The location of an address is not kept.', {
    address: (address) => dropping('location')(address) as never,
  }),
  fault('address-number-lost', ['B-SVC-12'], 'The number of a street is not kept.', {
    address: (address) => dropping('streetNumber')(address) as never,
  }),
  fault('explicit-with-source', ['B-SVC-11'], 'An address of its own is shown with a source.', {
    address: (address, kind) => (kind === 'explicit' ? { ...address, source: 'ACTIVITY' } : address),
  }),
  fault('explicit-with-source-id', ['B-SVC-11'], 'An address of its own is shown with a sourceId.', {
    address: (address, kind) => (kind === 'explicit' ? { ...address, sourceId: { uuid: '0'.repeat(32) } } : address),
  }),
  fault('referenced-without-source', ['B-SVC-11'], 'A referenced address is shown without its source.', {
    address: (address, kind) => (kind === 'referenced' ? (dropping('source')(address) as never) : address),
  }),
  fault('referenced-without-source-id', ['B-SVC-11'], 'A referenced address is shown without its sourceId.', {
    address: (address, kind) => (kind === 'referenced' ? (dropping('sourceId')(address) as never) : address),
  }),
  fault(
    'sourced-address-kept',
    ['B-SVC-12'],
    'An address sent with source and sourceId becomes that of the activity.',
    { takesAddress: () => true },
  ),
  fault(
    'quantity-text',
    ['B-SVC-14'],
    'Quantities are shown as texts.',
    shows(inMaterials((part) => ({ ...part, quantity: String(part['quantity']) }))),
  ),
  fault(
    'mandatory-text',
    ['B-SVC-15'],
    'Whether a requirement is mandatory is shown as a text.',
    shows(inRequirements((part) => ({ ...part, mandatory: String(part['mandatory']) }))),
  ),
  fault(
    'duration-text',
    ['B-SVC-16'],
    'Durations are shown as texts.',
    shows(
      inEach((part) =>
        'durationInMinutes' in part ? { ...part, durationInMinutes: String(part['durationInMinutes']) } : part,
      ),
    ),
  ),
  fault(
    'due-number',
    ['B-SVC-16'],
    'Due times are shown as numbers.',
    shows(
      inEach((part) =>
        typeof part['dueDateTime'] === 'string' ? { ...part, dueDateTime: Date.parse(part['dueDateTime']) } : part,
      ),
    ),
  ),
  fault(
    'last-changed-text',
    ['B-SVC-16'],
    'lastChanged is shown as a text.',
    shows(inEach((part) => ('lastChanged' in part ? { ...part, lastChanged: String(part['lastChanged']) } : part))),
  ),
  fault(
    'subject-number',
    ['B-SVC-22'],
    'The subject of a service call is shown as a number.',
    shows(withField('subject', 5), ['service-create', 'service-get']),
  ),
  fault(
    'activity-remarks-number',
    ['B-SVC-23'],
    'The remarks of an activity are shown as a number.',
    shows(inActivities((part) => ('remarks' in part ? { ...part, remarks: 5 } : part))),
  ),
  fault('remarks-lost', ['B-SVC-31'], 'The remarks of a service call are not kept.', takes(dropping('remarks'))),
  fault(
    'duration-lost',
    ['B-SVC-31'],
    'The duration of a service call is not kept.',
    takes(dropping('durationInMinutes')),
  ),
  fault(
    'due-day-only',
    ['B-SVC-31'],
    'Only the day of a due time is kept.',
    takes((body) =>
      typeof body['dueDateTime'] === 'string'
        ? { ...body, dueDateTime: `${body['dueDateTime'].slice(0, 10)}T00:00:00Z` }
        : body,
    ),
  ),
  fault(
    'responsibles-lost',
    ['B-SVC-31'],
    'The technicians of a service call are not kept.',
    takes(dropping('responsibles')),
  ),
  fault('equipments-lost', ['B-SVC-31'], 'The equipment of a service call is not kept.', takes(dropping('equipments'))),
  fault('contact-lost', ['B-SVC-31'], 'The contact of a service call is not kept.', takes(dropping('contact'))),
  fault(
    'activity-remarks-lost',
    ['B-SVC-31'],
    'The remarks of an activity are not kept.',
    takes(inActivities(dropping('remarks'))),
  ),
  fault(
    'activity-due-lost',
    ['B-SVC-31'],
    'The due time of an activity is not kept.',
    takes(inActivities(dropping('dueDateTime'))),
  ),
  fault('region-lost', ['B-SVC-31'], 'The region of an activity is not kept.', takes(inActivities(dropping('region')))),
  fault(
    'activity-fields-of-first',
    ['B-SVC-31'],
    'All activities get the duration of the first.',
    takes((body) => {
      const [first] = (body['activities'] as ReadonlyArray<Readonly<Record<string, unknown>>> | undefined) ?? []
      return first?.['durationInMinutes']
        ? (inActivities(withField('durationInMinutes', first['durationInMinutes']))(body) as never)
        : body
    }),
  ),
  fault('attachments-lost', ['B-SVC-31'], 'Attachments are not kept.', { stores: (table) => table !== 'Attachment' }),
  fault(
    'attachment-title-lost',
    ['B-SVC-31'],
    'The titles of attachments are not shown.',
    shows(inAttachments(dropping('title'))),
  ),
  fault(
    'requirements-lost',
    ['B-SVC-31'],
    'Requirements are not kept.',
    takes((body) => inActivities(dropping('requirements'))(dropping('requirements')(body) as never)),
  ),
  fault(
    'mandatory-turned',
    ['B-SVC-31'],
    'Mandatory requirements are kept as optional ones.',
    shows(inRequirements((part) => ({ ...part, mandatory: part['mandatory'] !== true }))),
  ),
  fault(
    'udf-values-lost',
    ['B-SVC-31'],
    'Values of user-defined fields of an activity are not kept.',
    takes(inActivities(dropping('udfValues'))),
  ),
  fault(
    'udf-value-lower-case',
    ['B-SVC-31'],
    'Values of user-defined fields are shown in lower case.',
    shows(inUdfValues((part) => ({ ...part, value: String(part['value']).toLowerCase() }))),
  ),
  fault(
    'activity-parts-at-call',
    ['B-SVC-31'],
    'What belongs to an activity is shown at its service call.',
    shows(
      (tree) => {
        const activities = (tree['activities'] as ReadonlyArray<Readonly<Record<string, unknown>>> | undefined) ?? []
        const moved = [tree, ...activities].flatMap(({ attachments }) => (attachments as unknown[] | undefined) ?? [])
        return { ...(inActivities(withField('attachments', []))(tree) as object), attachments: moved }
      },
      ['service-create', 'service-get'],
    ),
  ),
  fault('materials-lost', ['B-SVC-31'], 'Reserved materials are not kept.', {
    stores: (table) => table !== 'ReservedMaterial',
  }),
  fault('quantity-one', ['B-SVC-31'], 'Quantities are shown as 1.', shows(inMaterials(withField('quantity', 1)))),
  fault('moved-zero', ['B-SVC-31'], 'What was moved is shown as 0.', shows(inMaterials(withField('moved', 0)))),
  fault(
    'warehouse-is-item',
    ['B-SVC-31'],
    'The item of a reserved material is shown as its warehouse.',
    shows(inMaterials((part) => ({ ...part, warehouse: part['item'] }))),
  ),
  fault(
    'material-udf-lost',
    ['B-SVC-31'],
    'User-defined values of reserved materials are not shown.',
    shows(inMaterials(withField('udfValues', []))),
  ),
  fault('planned-taken', ['B-SVC-30'], 'Planned dates that are sent are taken over.', {
    takesReadOnly: (field) => field.startsWith('planned'),
  }),
  fault(
    'get-former-subject',
    ['B-SVC-31'],
    'The subject of a service call is read cut short.',
    shows((tree) => ({ ...tree, subject: String(tree['subject']).slice(0, -1) }), onGet),
  ),
  fault(
    'activity-other-remarks',
    ['B-SVC-31'],
    'An activity read by itself has no remarks.',
    shows(dropping('remarks'), onActivity),
  ),
  fault(
    'no-external-id-shown',
    ['B-SVC-31'],
    'The external id of a service call is not shown.',
    shows(dropping('externalId')),
  ),
  fault(
    'call-not-stored',
    ['B-SVC-31'],
    'The remarks of a service call are told and not stored.',
    shows(dropping('remarks'), onGet),
  ),
]
