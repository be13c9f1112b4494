import type { Fault } from '../deviation.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { dropping, inActivities, uuidIn } from './tree-edits.ts'
import {
  activitiesIn,
  failing,
  inLaterActivities,
  treeBodyIn,
  toldOfPost,
  treePath,
  treeWireFault,
} from './tree-wire.ts'

type Part = Readonly<Record<string, unknown>>

const onCreate = ['service-create']
const onGet = ['service-get']
const onCalls = [...onCreate, ...onGet]

/** Quiet breaches of B-SVC, thought up in the same way: what is required, ids, references and refusals. */
export const treeRefusalReadings: readonly Fault[] = [
  serviceFault(
    'second-activity-subject-unchecked',
    ['B-SVC-18'],
    'Only the first activity needs a subject.',
    takes(inLaterActivities((activity) => ({ subject: 'none', ...activity }))),
  ),
  serviceFault(
    'null-status-passes',
    ['B-SVC-18'],
    'A status or priority that is null is taken.',
    takes((body) => ({
      ...body,
      ...(body['status'] === null ? { status: '-2' } : {}),
      ...(body['priority'] === null ? { priority: 'LOW' } : {}),
    })),
  ),
  serviceFault(
    'activity-subject-from-call',
    ['B-SVC-18'],
    'An activity without subject gets that of its service call.',
    takes((body) => inActivities((activity) => ({ subject: body['subject'], ...activity }))(body)),
  ),
  serviceFault(
    'partner-optional-with-equipment',
    ['B-SVC-18'],
    'A service call with equipment needs no business partner.',
    takes((body) =>
      'equipments' in body && !('businessPartner' in body)
        ? { ...body, businessPartner: { id: 'F1E1D0000000000000000000000000B1' } }
        : body,
    ),
  ),
  serviceFault(
    'external-id-unique-only-against-stored',
    ['B-SVC-08'],
    'Two activities of one POST may hold one external id.',
    {
      onTakenExternalId: (table, ageMs) => (table === 'Activity' && ageMs === 0 ? 'double' : 'refuse'),
    },
  ),
  serviceFault(
    'material-external-id-two-tables',
    ['B-SVC-08'],
    'Reserved materials of a service call and of an activity may hold one external id.',
    {
      onTakenExternalId: (table, _ageMs, isOfSameType) =>
        table === 'ReservedMaterial' && !isOfSameType ? 'double' : 'refuse',
    },
  ),
  serviceFault(
    'null-external-id-unique',
    ['B-SVC-08'],
    'A missing external id counts as taken by the first activity that lacks one.',
    takes(inActivities((activity) => ({ externalId: 'none', ...activity }))),
  ),
  serviceFault(
    'attachment-id-string-on-activity',
    ['B-SVC-08'],
    'Attachments of activities have plain ids.',
    shows(
      inActivities((activity) => ({
        ...activity,
        attachments: ((activity['attachments'] as readonly Part[] | undefined) ?? []).map((one) => ({
          ...one,
          id: uuidIn(one['id']),
        })),
      })),
    ),
  ),
  serviceFault(
    'second-activity-without-code',
    ['B-SVC-08'],
    'Only the first activity gets a code.',
    shows(inLaterActivities(dropping('code')), onCalls),
  ),
  treeWireFault(
    'reference-stored-verbatim',
    ['B-SVC-09'],
    'The business partner found by id is shown with the code that was sent.',
    toldOfPost((tree, sent) => {
      const { id, code } = (sent['businessPartner'] ?? {}) as Part
      return id === undefined || code === undefined
        ? tree
        : { ...tree, businessPartner: { ...(tree['businessPartner'] as Part), code } }
    }),
  ),
  serviceFault('second-of-list-by-id-only', ['B-SVC-09'], 'From the second of a list on, references need an id.', {
    ...takes((body) => {
      const list = body['equipments']
      return Array.isArray(list)
        ? { ...body, equipments: list.filter((one, at) => at === 0 || 'id' in (one as Part)) }
        : body
    }),
  }),
  serviceFault(
    'udf-not-by-external-id',
    ['B-SVC-09'],
    'Skills and user-defined fields are never looked up by external id.',
    {
      lookedUpBy: (given, table) => given.find((key) => key !== 'externalId' || !['Skill', 'UdfMeta'].includes(table)),
    },
  ),
  serviceFault('activity-of-other-call', ['B-SVC-17'], 'An activity is read under any service call.', {
    belongs: (_activity, owner) => owner !== undefined,
  }),
  serviceFault('unknown-activity-empty', ['B-SVC-17'], 'An activity that does not exist is answered with 200.', {
    missingStatus: (what) => (what === 'activity' ? 200 : 404),
  }),
  serviceFault('unknown-call-known-activity', ['B-SVC-17'], 'An activity is read under a call that does not exist.', {
    belongs: (activity, owner) => owner === undefined || activity.fields['serviceCall'] === owner.id,
  }),
  serviceFault('stale-token-on-get', ['B-SVC-17'], 'Reads do not check the token.', {
    needsToken: (operation) => operation === 'service-create',
  }),
  {
    id: 'service-malformed-uid-500',
    breaks: ['B-SVC-17'],
    says: 'An id that is none is answered with 500.',
    wire: {
      response: (response, { target, method }) =>
        method === 'GET' && /service-calls\/(?![0-9a-f-]{32,36}(?:$|[/?]))/i.test(target)
          ? failing(response, 500)
          : response,
    },
  },
  serviceFault('refused-external-id-stays-taken', ['B-SVC-18'], 'External ids of refused activities stay taken.', {
    remembersRefused: () => true,
  }),
  serviceFault('missing-deep-reference-taken', ['B-SVC-18'], 'A skill or source activity that is missing is taken.', {
    onMissing: (field) => (['serialNumber', 'skill', 'sourceActivity'].includes(field) ? '0'.repeat(32) : undefined),
  }),
  serviceFault('reference-of-other-kind-taken', ['B-SVC-18'], 'An item is taken for a business partner.', {
    onMissing: (field, { id }) =>
      field === 'businessPartner' && id === 'F1E1D0000000000000000000000000D1' ? id : undefined,
  }),
  serviceFault('missing-responsible-dropped', ['B-SVC-18'], 'Technicians that do not exist are left out.', {
    onMissing: (field) => (field === 'responsibles' ? '' : undefined),
  }),
  {
    ...serviceFault(
      'header-checked-after-store',
      ['B-SVC-28'],
      'A tree without X-Client-Version is stored and refused.',
      {
        needs: (header) => header !== 'X-Client-Version',
      },
    ),
    wire: {
      response: (response, { target, headers }) =>
        target.includes(treePath) && !headers.some(([name]) => /^x-client-version$/i.test(name))
          ? failing(response, 400)
          : response,
    },
  },
  serviceFault('header-500', ['B-SVC-28'], 'A missing header is answered with 500.', { unheadedStatus: () => 500 }),
  {
    id: 'service-false-drops-given',
    breaks: ['B-SVC-29'],
    says: 'autoCreateActivity=false drops the activities given.',
    wire: {
      request: (request) =>
        request.method === 'POST' && request.target.includes('autoCreateActivity=false')
          ? { ...request, body: Buffer.from(JSON.stringify({ ...treeBodyIn(request.body), activities: [] }), 'utf8') }
          : request,
    },
  },
  serviceFault(
    'default-for-uncovered-equipment',
    ['B-SVC-29'],
    'An activity is added for each equipment that none names.',
    takes((body) =>
      activitiesIn(body).length > 0 &&
      Array.isArray(body['equipments']) &&
      activitiesIn(body).every((one) => !('equipment' in one))
        ? { ...body, activities: [...activitiesIn(body), { subject: 'equipment' }] }
        : body,
    ),
  ),
]
