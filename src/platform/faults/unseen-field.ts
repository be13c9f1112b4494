import type { Fault } from '../deviation.ts'
import { heldWithin } from '../held-within.ts'
import { json } from '../http/answers.ts'
import { serviceRules } from '../rulebook/service.ts'
import { askedOf, headerIn, passing, rewriting, withJson } from './passing.ts'
import { elementsIn, type PeopleFields } from './people-kinds.ts'
import { isTreeCall, isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

const { service } = serviceRules

const quarterMs = 900_000
const onGrid = (value: unknown): unknown =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))
    ? new Date(Math.floor(Date.parse(value) / quarterMs) * quarterMs).toISOString()
    : value

/** Fields of a tree that is being created whose lists name several records. */
const severalNamed = heldWithin<readonly string[]>()

const bodyOf = (bytes: Buffer): PeopleFields => {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as PeopleFields) : {}
  } catch {
    return {}
  }
}

const lists = ['responsibles', 'equipments']

/** Breaches of part B's field interfaces by ids, minutes and missing records that none had sent. */
export const unseenFieldFaults: readonly Fault[] = [
  rewriting(
    'optimization-ids-with-decimals',
    ['B-OPT-13'],
    'An X-Account-Id or X-Company-Id with decimals is read without them.',
    ({ path }) => path.endsWith('/actions/re-optimize'),
    (request) => ({
      ...request,
      headers: request.headers.map(([name, value]) =>
        /^x-(?:account|company)-id$/i.test(name)
          ? ([name, value.replace(/^(\d+)\.\d+$/, '$1')] as const)
          : ([name, value] as const),
      ),
    }),
  ),
  rewriting(
    'crowd-batch-operation-of-null-is-a-default',
    ['B-CRW-20'],
    'An operation of null in a batch of addresses is an UPDATE.',
    ({ method, path }) => method === 'POST' && path.endsWith('/addresses/actions/batch'),
    (request) =>
      withJson(request, (body) => ({
        ...body,
        requests: elementsIn(body['requests']).map((one) =>
          one['operation'] === null ? { ...one, operation: 'UPDATE' } : one,
        ),
      })),
  ),
  rewriting(
    'dispatch-update-on-a-grid-of-quarters',
    ['B-DSP-28'],
    'Times of an update are moved to the quarter of an hour before them.',
    ({ method, path }) => method === 'PUT' && path.includes('/assignment-details/'),
    (request) =>
      withJson(request, (body) => ({
        ...body,
        startDateTime: onGrid(body['startDateTime']),
        endDateTime: onGrid(body['endDateTime']),
      })),
  ),
  {
    id: 'service-missing-by-code-or-external-id-dropped',
    breaks: ['B-SVC-18', 'B-SVC-09'],
    says: 'A record that does not exist is left out where a code or an external id names it, but for the business partner.',
    rule: {
      service: {
        onMissing: (field, reference) =>
          field !== 'businessPartner' && !('id' in reference) ? '' : service.onMissing(field, reference),
      },
    },
  },
  {
    ...passing(
      'service-missing-beside-others-dropped',
      ['B-SVC-18'],
      'Technicians and equipments that do not exist are left out of lists that name others, too.',
      (request, go) => {
        const tree = isTreePost(request) ? bodyOf(request.body) : {}
        const parts = [tree, ...activitiesIn(tree)]
        const several = lists.filter((name) => parts.some((part) => elementsIn(part[name]).length > 1))
        return severalNamed.run(several, () => go(request))
      },
    ),
    rule: {
      service: {
        onMissing: (field, reference) =>
          severalNamed.get()?.includes(field) === true ? '' : service.onMissing(field, reference),
      },
    },
  },
  rewriting(
    'service-activities-by-subject',
    ['B-SVC-31', 'B-SVC-03'],
    'Of activities of one subject the last one is kept.',
    ({ method }) => method === 'POST',
    (request) =>
      isTreePost(request)
        ? withJson(request, (tree) =>
            'activities' in tree
              ? { ...tree, activities: [...new Map(activitiesIn(tree).map((one) => [one['subject'], one])).values()] }
              : tree,
          )
        : request,
  ),
  passing(
    'service-create-needs-request-id',
    ['B-SVC-01'],
    'A tree that is sent without X-Request-ID is refused with 400.',
    (request, go) =>
      isTreePost(request) && headerIn(request, 'X-Request-ID') === undefined
        ? Promise.resolve(json(400, { message: 'X-Request-ID is missing' }))
        : go(request),
  ),
  passing(
    'service-malformed-activity-uid-500',
    ['K-SVC-01'],
    'A GET of an activity whose id is no GUID crashes.',
    (request, go) => {
      const [, id] = /\/activities\/([^/?]*)/.exec(request.target) ?? []
      return isTreeCall(request) && id !== undefined && !/^[\dA-F-]{32,36}$/i.test(id)
        ? Promise.resolve(json(500, { message: 'Invalid UUID string' }))
        : go(request)
    },
  ),
  rewriting(
    'service-resolution-cut',
    ['B-SVC-31', 'B-SVC-22'],
    'The resolution of a service call is kept up to its 255th sign.',
    ({ method }) => method === 'POST',
    (request) =>
      isTreePost(request)
        ? withJson(request, (tree) =>
            typeof tree['resolution'] === 'string' ? { ...tree, resolution: tree['resolution'].slice(0, 255) } : tree,
          )
        : request,
  ),
  passing('report-parameters-due', ['B-RPT-02'], 'A build in JSON without reportParameters crashes.', (request, go) => {
    const { method, path } = askedOf(request)
    const isBuild = method === 'POST' && /\/api\/reporting\/v1(?:\/build)?$/.test(path)
    const isJson = /json/i.test(headerIn(request, 'Content-Type') ?? '')
    const wish = bodyOf(request.body)
    return isBuild && isJson && wish['reportTemplate'] !== undefined && wish['reportParameters'] === undefined
      ? Promise.resolve(json(500, { message: 'parameters is null' }))
      : go(request)
  }),
]
