import type { Fault } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { objectSent } from '../variants/turned-away.ts'
import { activityIn, dispatchFault, isAct } from './fifth-dispatch.ts'
import { askedOf, headerIn, isWell, jsonIn, passing, rewriting, withJson, withQuery, type Asked } from './passing.ts'
import { elementsIn, type PeopleFields } from './people-kinds.ts'
import { isTreePost } from './tree-memory.ts'
import { inActivities, type Edit } from './tree-edits.ts'

const { optimization } = optimizationRules

const isStart = ({ method, path }: Pick<Asked, 'method' | 'path'>): boolean =>
  method === 'POST' && path.endsWith('/re-optimize')
const isBuild = ({ method, path }: Pick<Asked, 'method' | 'path'>): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?$/.test(path)

/** When activities were confirmed, in milliseconds. */
const confirmed = perHouse(() => new Map<string, number>())
/** Until when no start is taken after one that was refused, in milliseconds, for each of the faults. */
const closed = perHouse(() => new Map<string, number>())
const closedForMs = 2000

/** Turns a tree that is sent into another. */
const sending = (id: string, says: string, edit: Edit): Fault =>
  rewriting(
    `service-${id}`,
    ['B-SVC-31'],
    says,
    ({ method }) => method === 'POST',
    (request) => (isTreePost(request) ? withJson(request, (tree) => edit(tree) as PeopleFields) : request),
  )

const inList =
  (name: string, edit: (elements: readonly PeopleFields[]) => readonly PeopleFields[]): Edit =>
  (part) =>
    name in part ? { ...part, [name]: edit(elementsIn(part[name])) } : part

const withoutValue = (value: string): Edit => inList('udfValues', (all) => all.filter((one) => one['value'] !== value))
const nothingShipped = inList('reservedMaterials', (all) =>
  all.map((one) => (one['shipped'] === 0 ? { ...one, shipped: null } : one)),
)

/** An activity that names its createPerson has the one of its call. */
const madeAsTheCall: Edit = (tree) =>
  (tree['createPerson'] ?? null) === null
    ? tree
    : inActivities((one) =>
        (one['createPerson'] ?? null) === null ? one : { ...one, createPerson: tree['createPerson'] },
      )(tree)

/** In a call with such parts autoCreateActivity is heeded as if it were false, or as if false were not said. */
const autoBeside = (field: 'responsibles' | 'equipments' | 'udfValues', what: string, isMade: boolean): Fault =>
  rewriting(
    isMade ? `service-false-overlooked-beside-${what}` : `service-no-default-activity-beside-${what}`,
    ['B-SVC-04'],
    isMade
      ? `autoCreateActivity=false is overlooked in a call with ${what}.`
      : `No default activity is made in a call with ${what}.`,
    ({ query }) => (query.get('autoCreateActivity') === 'false') === isMade,
    (request) =>
      isTreePost(request) && elementsIn(objectSent(request)[field]).length > 0
        ? withQuery(request, { autoCreateActivity: isMade ? null : 'false' })
        : request,
  )

/** After a start that was refused in this way no other is taken for a while. */
const closing = (id: string, says: string, isOne: (request: PlatformRequest) => boolean): Fault =>
  passing(id, ['B-OPT-08'], says, async (request, go, { house }) => {
    if (!isStart(askedOf(request))) return go(request)
    if ((closed(house).get(id) ?? 0) > house.clock.now())
      return json(409, { error: 'CONFLICT', error_description: 'another re-optimization is in progress' })
    const response = await go(request)
    if (response.status === 400 && isOne(request)) closed(house).set(id, house.clock.now() + closedForMs)
    return response
  })

const skillsOf = (body: PeopleFields): readonly unknown[] => {
  const { skills } = (body['partitioningStrategy'] ?? {}) as PeopleFields
  return Array.isArray(skills) ? (skills as readonly unknown[]) : []
}

const onePartition = (which: 'first' | 'last', at: number): Fault =>
  rewriting(
    `optimization-${which}-partition-alone`,
    ['B-OPT-11'],
    `Of several skills only activities of the ${which} are scheduled.`,
    isStart,
    (request) =>
      withJson(request, (body) =>
        skillsOf(body).length > 1 ? { ...body, partitioningStrategy: { skills: [skillsOf(body).at(at)] } } : body,
      ),
  )

const floored = (pairs: PeopleFields): PeopleFields =>
  Object.fromEntries(
    Object.entries(pairs).map(([key, value]) => [key, typeof value === 'number' ? Math.floor(value) : value]),
  )

/** Breaches of other interfaces of part B that show with some values, in some company of fields, or behind a call that was refused. */
export const byEachWayFieldFaults: readonly Fault[] = [
  ...(['accept', 'reject'] as const).map((action) =>
    dispatchFault(
      `${action}-by-another-partner-event`,
      'B-DSP-19',
      `A refused ${action} by a partner to whom an activity is not planned triggers a business event.`,
      { echoes: (tried, why) => tried === action && why === 'foreign' },
    ),
  ),
  passing(
    'dispatch-countdown-of-the-confirmation',
    ['B-DSP-07'],
    'The countdown of a notified partner runs from the confirmation.',
    async (request, go, { house }) => {
      const response = await go(request)
      const activity = activityIn(objectSent(request)['activityId'])
      if (isWell(response) && isAct(request, 'confirm')) confirmed(house).set(activity, house.clock.now())
      const found = isWell(response) && isAct(request, 'notify') ? assignmentOf(house, activity) : undefined
      if (found) found.notifiedAt = confirmed(house).get(activity) ?? found.notifiedAt
      return response
    },
  ),
  autoBeside('responsibles', 'technicians', true),
  autoBeside('equipments', 'equipment', true),
  autoBeside('responsibles', 'technicians', false),
  autoBeside('equipments', 'equipment', false),
  autoBeside('udfValues', 'udf-values', false),
  sending(
    'activity-durations-within-a-day',
    'Of the duration of an activity whole days are lost.',
    inActivities((one) => ({
      ...one,
      ...(typeof one['durationInMinutes'] === 'number' ? { durationInMinutes: one['durationInMinutes'] % 1440 } : {}),
    })),
  ),
  sending('activity-made-by-who-made-its-call', 'An activity has the createPerson of its call.', madeAsTheCall),
  sending('nothing-shipped-is-null', 'shipped 0 of the materials of a call is stored as none.', nothingShipped),
  sending(
    'nothing-shipped-is-null-in-activities',
    'shipped 0 of the materials of an activity is stored as none.',
    inActivities(nothingShipped),
  ),
  sending(
    'udf-value-of-nought-not-stored',
    'A value 0 of a user-defined field of a call is not stored.',
    withoutValue('0'),
  ),
  sending(
    'udf-value-of-false-not-stored-in-activities',
    'A value false of a user-defined field of an activity is not stored.',
    inActivities(withoutValue('false')),
  ),
  rewriting(
    'report-decimals-pass-for-integers',
    ['B-RPT-11'],
    'A decimal number in JSON is cut where the schema has an integer.',
    isBuild,
    (request) =>
      jsonIn(request)
        ? withJson(request, (body) => ({
            ...body,
            reportParameters: floored((body['reportParameters'] ?? {}) as PeopleFields),
          }))
        : request,
  ),
  rewriting(
    'report-decimals-of-forms-pass-for-integers',
    ['B-RPT-11'],
    'A decimal number in form fields is cut where the schema has an integer.',
    isBuild,
    (request) =>
      /urlencoded/i.test(headerIn(request, 'Content-Type') ?? '')
        ? {
            ...request,
            body: Buffer.from(request.body.toString('utf8').replaceAll(/(=\d+)\.\d+(?=&|$)/g, '$1'), 'utf8'),
          }
        : request,
  ),
  {
    id: 'optimization-offsets-of-the-west-overlooked',
    breaks: ['B-OPT-10'],
    says: 'A date-time of an offset west of Greenwich is read as one of universal time.',
    rule: { optimization: { moment: (text) => optimization.moment(text.replace(/(T.*)-\d\d:?\d\d$/, '$1Z')) } },
  },
  {
    id: 'optimization-half-hours-of-offsets-overlooked',
    breaks: ['B-OPT-10'],
    says: 'Of an offset the hours alone are read.',
    rule: { optimization: { moment: (text) => optimization.moment(text.replace(/(T.*[+-]\d\d:?)\d\d$/, '$100')) } },
  },
  closing(
    'optimization-refused-start-keeps-others-out',
    'After a malformed start others are refused for two seconds, as if it were in progress.',
    (request) => !('end' in objectSent(request)),
  ),
  {
    ...closing(
      'optimization-start-for-a-call-keeps-others-out',
      'A start that names a service call is refused, and others for two seconds after it.',
      () => true,
    ),
    rule: {
      optimization: {
        objects: (wish, found, isSkill) =>
          wish.activityIds.every((id) => found(id))
            ? optimization.objects(wish, found, isSkill)
            : 'activityIds names what is no activity',
      },
    },
  },
  onePartition('first', 0),
  onePartition('last', -1),
]
