import { assignmentOf } from '../dispatch/assignments.ts'
import type { Fault } from '../deviation.ts'
import { problem } from '../header-context.ts'
import { heldWithin } from '../held-within.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { objectSent } from '../variants/turned-away.ts'
import { crowdParts } from './crowd-parts.ts'
import { activityIn, isAct } from './fifth-dispatch.ts'
import { askedOf, isWell, jsonIn, passing, withJson, withQuery } from './passing.ts'

const { optimization } = optimizationRules

/** What a column of numbers makes of a text. */
const numbered = (text: unknown): unknown =>
  typeof text === 'string' ? (/^\d+$/.test(text) ? String(Number(text)) : null) : text

/** Plugin of the job that was started last. */
const started = perHouse((): { plugin: unknown } => ({ plugin: undefined }))
/** Set while a start with another plugin is served. */
const beside = heldWithin<boolean>()

const isStart = ({ method, target }: PlatformRequest): boolean => method === 'POST' && target.includes('/re-optimize')
const isBuild = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target)
const areas = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//

const perPlugin = passing(
  'optimization-lock-by-plugin',
  ['B-OPT-08'],
  'Only a job with the same plugin keeps others from starting.',
  async (request, go, { house }) => {
    if (!isStart(request)) return go(request)
    const plugin = objectSent(request)['optimizationPlugin']
    const known = started(house)
    const response = await beside.run(known.plugin !== plugin, () => go(request))
    if (response.status === 202) known.plugin = plugin
    return response
  },
)

/** Quiet breaches of the other interfaces of part B that a nineteenth reader thought up (suites/two-readings). */
export const nineteenthFieldFaults: readonly Fault[] = [
  passing(
    'crowd-total-without-the-date',
    ['B-CRW-29'],
    'The figures of a list by skillName and skllValidityDate are those of the list by skillName.',
    async (request, go) => {
      const { method, path, query } = askedOf(request)
      const response = await go(request)
      const isMeant = method === 'GET' && path.endsWith(crowdParts.at) && query.has('skllValidityDate')
      if (!isMeant || !isWell(response)) return response
      const { totalElements, totalPages, last } = jsonIn(await go(withQuery(request, { skllValidityDate: null }))) ?? {}
      return withJson(response, (body) => ({ ...body, totalElements, totalPages, last }))
    },
  ),
  crowdParts.fault(
    'batch-keeps-numbers-only',
    'B-CRW-13',
    'A batch takes zip codes and house numbers for numbers: it cuts leading zeros, and drops what is none.',
    {
      carries: (_operation, address) => ({
        ...address,
        ...('zipCode' in address ? { zipCode: numbered(address['zipCode']) } : {}),
        ...('number' in address ? { number: numbered(address['number']) } : {}),
      }),
    },
  ),
  {
    ...perPlugin,
    rule: { optimization: { isExclusive: (...job) => !beside.get() && optimization.isExclusive(...job) } },
  },
  passing(
    'dispatch-confirm-404-to-who-rejected-once',
    ['B-DSP-06'],
    'What its partner rejected once, and is planned to it again, is not found by confirm.',
    (request, go, { house }) => {
      const found = isAct(request, 'confirm')
        ? assignmentOf(house, activityIn(objectSent(request)['activityId']))
        : undefined
      return found?.status === null && found.partner !== undefined && found.rejectedBy.includes(found.partner)
        ? Promise.resolve(problem(404, 'Not found', 'there is no such activity'))
        : go(request)
    },
  ),
  passing(
    'report-time-zones-of-areas-only',
    ['B-RPT-02'],
    'A time zone that is no place in an area of the database, as UTC or a link, is refused.',
    (request, go) => {
      const zone = objectSent(request)['reportTimeZone']
      return isBuild(request) && typeof zone === 'string' && !areas.test(zone)
        ? Promise.resolve(json(400, { message: 'there is no such time zone' }))
        : go(request)
    },
  ),
]
