import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { isFieldList } from '../variants/turned-away.ts'
import { dispatchFault } from './fifth-dispatch.ts'
import { askedOf, headerIn, passing, reshaping, rewriting, withJson } from './passing.ts'
import { elementsIn, type PeopleFields } from './people-kinds.ts'
import { withYearOfWeek } from './third-crew.ts'
import { isTreeCall, isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules
const { optimization } = optimizationRules

const isStart = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'POST' && path.endsWith('/re-optimize')
const isBuild = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?$/.test(path)

const radiusOf = (fields: PeopleFields | undefined): unknown =>
  isFieldList(fields?.['serviceArea']) && isFieldList(fields['serviceArea']['radius'])
    ? fields['serviceArea']['radius']['value']
    : undefined

const offsetOf = (time: unknown): string => /(?:[+-]\d\d:?\d\d)$/.exec(String(time))?.[0].replace(':', '') ?? 'Z'

const dayBefore = (day: unknown): unknown =>
  /^\d{4}-(?:0[1-3]|1[0-2])-\d\d/.test(String(day))
    ? new Date(Date.parse(String(day).slice(0, 10)) - 86_400_000).toISOString().slice(0, 10)
    : day

const inYearOfWeek = (activity: PeopleFields): PeopleFields =>
  'dueDateTime' in activity ? { ...activity, dueDateTime: withYearOfWeek(activity['dueDateTime']) } : activity

/** A list of references of which the first is named by its code alone, each as the first. */
const allAsTheFirst = (references: unknown): unknown => {
  const [first, ...more] = elementsIn(references)
  return first && first['id'] === undefined && typeof first['code'] === 'string' && more.length > 0
    ? [first, ...more.map(() => first)]
    : references
}
const withFirstResponsibles = (part: PeopleFields): PeopleFields =>
  'responsibles' in part ? { ...part, responsibles: allAsTheFirst(part['responsibles']) } : part

/** Quiet breaches of the other interfaces of part B, thought up by a twenty-second reader (suites/two-readings). */
export const twentySecondFieldFaults: readonly Fault[] = [
  {
    id: 'crowd-update-of-radius-and-address-stores-the-radius',
    breaks: ['B-CRW-28'],
    says: 'An update that changes the radius and the address leaves the address.',
    rule: {
      crowd: {
        stores: (sent, before) => {
          const { address: _address, ...rest } = sent
          return before && radiusOf(before) !== undefined && radiusOf(sent) !== radiusOf(before)
            ? crowd.stores(rest, before)
            : crowd.stores(sent, before)
        },
      },
    },
  },
  {
    id: 'crowd-lone-last-technician-has-no-page',
    breaks: ['B-CRW-29'],
    says: 'Where the last page would have one technician, totalPages is one too low and last true a page early.',
    rule: {
      crowd: {
        listed: (figures) => {
          const { page, size, total } = figures
          const told = crowd.listed(figures) as PeopleFields
          return size > 1 && total > size && total % size === 1
            ? { ...told, last: (page + 1) * size + 1 >= total, totalPages: Math.floor(total / size) }
            : told
        },
      },
    },
  },
  reshaping(
    'crowd-skill-by-id-expires-a-day-early-in-winter',
    ['B-CRW-21', 'B-CRW-14'],
    'A skill that is read by its id and expires in winter does so a day earlier than in its technician.',
    ({ method, path }) => method === 'GET' && /\/technicians\/[^/]+\/skills\/[^/]+$/.test(path),
    (body) => {
      const early = (one: PeopleFields) => ({ ...one, expiredAt: dayBefore(one['expiredAt']) })
      return Array.isArray(body['results']) ? { ...body, results: elementsIn(body['results']).map(early) } : early(body)
    },
  ),
  {
    id: 'crowd-approval-declined-and-closed-in-two-words',
    breaks: ['B-CRW-17'],
    says: 'A skill that is sent as DECLINED_CLOSED is read as DECLINED CLOSED.',
    rule: {
      crowd: {
        approval: (sent) =>
          isFieldList(sent) && sent['approvalStatus'] === 'DECLINED_CLOSED'
            ? { approvalStatus: 'DECLINED CLOSED', reason: null }
            : crowd.approval(sent),
      },
    },
  },
  {
    id: 'crowd-address-delete-needs-no-x-company-id',
    breaks: ['B-CRW-26'],
    says: 'The call crowd-address-delete is served without X-Company-Id.',
    rule: {
      crowd: {
        isGiven: (header, value, operation) =>
          (header === 'X-Company-Id' && operation === 'crowd-address-delete') ||
          crowd.isGiven(header, value, operation),
      },
    },
  },
  dispatchFault(
    'reject-of-what-a-batch-accepted',
    'B-DSP-14',
    'What a batch accepted can be rejected, and has an empty status then.',
    {
      startsFrom: (action, status, past) =>
        (action === 'reject' && status === 'ACCEPTED' && past.acceptedBy === 'batch-accept') ||
        dispatch.startsFrom(action, status, past),
    },
  ),
  dispatchFault('update-of-the-end-alone-ignored', 'B-DSP-28', 'An update that moves the end alone changes nothing.', {
    updates: (sent, before) =>
      sent['startDateTime'] === before['startDateTime'] && sent['responsible'] === before['responsible']
        ? before
        : sent,
  }),
  dispatchFault(
    'update-of-others-403-once-accepted',
    'B-DSP-05',
    'An update of another partner’s assignment is answered 403 once that is ACCEPTED.',
    {
      refusalStatus: (why, action, met) =>
        why === 'foreign' && action === 'update' && met?.status === 'ACCEPTED'
          ? 403
          : dispatch.refusalStatus(why, action, met),
    },
  ),
  rewriting(
    'service-true-adds-to-a-lone-activity-without-status',
    ['B-SVC-29'],
    'With autoCreateActivity=true a default activity is added to a single one that was sent without status.',
    ({ method, query }) => method === 'POST' && query.get('autoCreateActivity') === 'true',
    (request) =>
      isTreePost(request)
        ? withJson(request, (tree) => {
            const given = activitiesIn(tree)
            return given.length === 1 && given[0]?.['status'] === undefined
              ? { ...tree, activities: [...given, { subject: tree['subject'] }] }
              : tree
          })
        : request,
  ),
  rewriting(
    'service-responsibles-by-code-are-all-the-first',
    ['B-SVC-22', 'B-SVC-09'],
    'Technicians that are named by code are each the first of their list.',
    ({ method }) => method === 'POST',
    (request) =>
      isTreePost(request)
        ? withJson(request, (tree) => ({
            ...withFirstResponsibles(tree),
            ...('activities' in tree ? { activities: activitiesIn(tree).map(withFirstResponsibles) } : {}),
          }))
        : request,
  ),
  reshaping(
    'service-activity-read-with-moved-as-used',
    ['B-SVC-31'],
    'An activity that is read by itself shows as moved of a reserved material what was used.',
    ({ method, path }) => method === 'GET' && /\/composite-tree\/service-calls\/[^/]+\/activities\/[^/]+$/.test(path),
    (activity) => ({
      ...activity,
      reservedMaterials: elementsIn(activity['reservedMaterials']).map((one) => ({ ...one, moved: one['used'] })),
    }),
  ),
  passing(
    'service-activities-due-in-year-of-week',
    ['B-SVC-31'],
    'The year that an activity is due in is that of its week.',
    async (request, go) => {
      const response = await go(request)
      return isTreeCall(request) && response.status === 200
        ? withJson(response, (tree) =>
            'activities' in tree
              ? { ...tree, activities: activitiesIn(tree).map(inYearOfWeek) }
              : /\/activities\//.test(request.target)
                ? inYearOfWeek(tree)
                : tree,
          )
        : response
    },
  ),
  reshaping(
    'report-plus-of-a-time-zone-in-a-form-is-a-blank',
    ['B-RPT-13'],
    'A plus sign in the time zone of form fields, however it is encoded, is echoed as a blank.',
    isBuild,
    (body, _asked, request) =>
      /urlencoded/i.test(headerIn(request, 'Content-Type') ?? '') && typeof body['reportTimeZone'] === 'string'
        ? { ...body, reportTimeZone: body['reportTimeZone'].replaceAll('+', ' ') }
        : body,
  ),
  {
    id: 'optimization-end-alone-case-folded',
    breaks: ['B-OPT-05'],
    says: 'The end is read as End, too.',
    rule: { optimization: { spelled: (name) => optimization.spelled(name === 'End' ? 'end' : name) } },
  },
  rewriting(
    'optimization-at-the-end-where-offsets-differ',
    ['B-OPT-10'],
    'An activity may start exactly at the end where start and end have different offsets.',
    isStart,
    (request) =>
      withJson(request, (body) => {
        const end = Date.parse(String(body['end']))
        return offsetOf(body['start']) !== offsetOf(body['end']) && !Number.isNaN(end)
          ? { ...body, end: new Date(end + 1).toISOString() }
          : body
      }),
  ),
  passing(
    'optimization-user-name-needs-user-id',
    ['B-OPT-01'],
    'X-User-Name without X-User-Id is refused.',
    (request, go) =>
      isStart(askedOf(request)) && headerIn(request, 'X-User-Name') && !headerIn(request, 'X-User-Id')
        ? Promise.resolve(json(400, optimization.malformed('BAD_REQUEST', 'X-User-Id is missing')))
        : go(request),
  ),
]
