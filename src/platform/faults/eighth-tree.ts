import type { Fault } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { headerIn, passing, rewriting, withBody, type Json } from './passing.ts'
import { nowServed, serving, withSent } from './serving.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { objectSent } from '../variants/turned-away.ts'
import { inActivities, inUdfValues } from './tree-edits.ts'
import { isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

type Part = Readonly<Record<string, unknown>>

const partOf = (value: unknown): Part | undefined =>
  typeof value === 'object' && value !== null ? (value as Part) : undefined

/** Times whose offset has minutes, as if it had none. */
const inWholeHours = (part: Part): Part =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      (name === 'dueDateTime' || name === 'earliestStartDateTime') && typeof value === 'string'
        ? value.replace(/([+-]\d\d):?[1-9]\d$/, '$1:00')
        : value,
    ]),
  )

const isBuild = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target)
const zoneIn = (request: PlatformRequest): string => {
  const type = headerIn(request, 'Content-Type') ?? ''
  const text = request.body.toString('utf8')
  if (/json/i.test(type)) return String(objectSent(request)['reportTimeZone'])
  return /urlencoded/i.test(type)
    ? String(new URLSearchParams(text).get('reportTimeZone'))
    : (/name="?reportTimeZone"?[^]*?\r\n\r\n([^\r]*)/.exec(text)?.[1] ?? '')
}

/** The last window of which a job was started, and until when it runs. */
const last = perHouse(() => ({ start: 0, end: 0 }))
const overlaps = (house: House, { start, end }: Json): boolean =>
  Date.parse(String(start)) < last(house).end && Date.parse(String(end)) > last(house).start

/** Quiet breaches of service calls, reports and re-optimization that an eighth reader thought up (suites/two-readings). */
export const eighthTreeFaults: readonly Fault[] = [
  serviceFault(
    'equipment-of-activity-by-external-id-first',
    ['B-SVC-09'],
    'The external id of the equipment of an activity goes before its code.',
    takes(
      inActivities((activity) => {
        const equipment = partOf(activity['equipment'])
        if (!equipment || equipment['id'] !== undefined || equipment['externalId'] === undefined) return activity
        return { ...activity, equipment: { externalId: equipment['externalId'] } }
      }),
    ),
  ),
  rewriting(
    'service-default-beside-untyped',
    ['B-SVC-29'],
    'An activity is made beside given ones none of which has a type.',
    ({ method, path, query }) =>
      method === 'POST' &&
      path.includes('/composite-tree/service-calls') &&
      query.get('autoCreateActivity') !== 'false',
    (request) => {
      const sent = objectSent(request)
      const given = activitiesIn(sent)
      return isTreePost(request) && given.length > 0 && given.every(({ type }) => type === undefined)
        ? withSent(request, { ...sent, activities: [...given, { subject: sent['subject'] }] })
        : request
    },
  ),
  serviceFault(
    'long-udf-cut-in-activity-get',
    ['B-SVC-31'],
    'Values of user-defined fields of an activity that is read by itself end after 255 characters.',
    shows(
      inUdfValues((one) => ({ ...one, value: String(one['value']).slice(0, 255) })),
      ['service-activity'],
    ),
  ),
  serviceFault(
    'offset-minutes-dropped',
    ['B-SVC-31'],
    'The minutes of the offset of a time that was sent are dropped.',
    takes((tree) => inActivities((activity) => inWholeHours(activity))(inWholeHours(tree))),
  ),
  rewriting(
    'report-form-plus-kept-in-parameters',
    ['B-RPT-13'],
    'A blank in reportParameters.<key> of a form stays a plus sign.',
    () => true,
    (request) =>
      isBuild(request) && /urlencoded/i.test(headerIn(request, 'Content-Type') ?? '')
        ? withBody(
            request,
            Buffer.from(
              request.body
                .toString('latin1')
                .split('&')
                .map((pair) => (pair.startsWith('reportParameters.') ? pair.replaceAll('+', '%2B') : pair))
                .join('&'),
              'latin1',
            ),
          )
        : request,
  ),
  passing(
    'report-time-zones-of-three-parts-refused',
    ['B-RPT-02'],
    'A time zone of three parts is refused.',
    (request, go) =>
      isBuild(request) && /^[^/]+\/[^/]+\/[^/]+$/.test(zoneIn(request))
        ? Promise.resolve(json(400, { message: 'invalid time zone' }))
        : go(request),
  ),
  serving(
    'optimization-other-window-beside',
    ['B-OPT-08'],
    'A start whose window does not overlap that of the running job is accepted.',
    {
      rule: {
        optimization: {
          isExclusive: () => {
            const served = nowServed()
            return served === undefined || overlaps(served.house, served.sent)
          },
          accepted: ({ start, end }) => {
            const served = nowServed()
            if (served) Object.assign(last(served.house), { start, end })
            return [202, { result: true }]
          },
        },
      },
    },
  ),
]
