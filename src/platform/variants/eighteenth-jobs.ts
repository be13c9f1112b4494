import { randomBytes } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { headerIn, isWell, jsonIn, withJson } from '../faults/passing.ts'
import { issuedIn } from '../faults/token-calls.ts'
import { isTreePost } from '../faults/tree-memory.ts'
import { perHouse } from '../house.ts'
import { empty } from '../http/answers.ts'
import { serviceRules } from '../rulebook/service.ts'
import { storeSeams } from '../seams/store.ts'
import { heldWithin } from '../held-within.ts'
import { alone, through } from './lawful.ts'

const placesOfB =
  /^\/(?:api\/(?:scim|user|users|crowd|service-management|reporting)|cloud-crowd-service|cloud-partner-dispatch-service|optimization)(?:[/?]|$)/

/** The id of the call that is being created, and whether its default activity is next. */
interface Ids {
  first?: string
  isDue: boolean
}
const ids = heldWithin<Ids>()

const shared = through(
  'service-default-activity-under-the-id-of-its-call',
  ['B-SVC-04', 'B-SVC-08', 'B-SVC-27'],
  'The default activity of a service call has the id of the call.',
  (request, go) => (isTreePost(request) ? ids.run({ isDue: false }, () => go(request)) : go(request)),
)

function nextId(): string {
  const held = ids.get()
  if (held?.isDue && held.first !== undefined) {
    held.isDue = false
    return held.first
  }
  const id = storeSeams.recordId.next()
  if (held) held.first ??= id
  return id
}

/** By company: when the last job that was taken ends. */
const ends = perHouse(() => new Map<string, number>())
const coolMs = 5000

const isBuild = ({ target }: { readonly target: string }): boolean =>
  /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target)

const built = perHouse(() => ({ count: 0 }))

/** Lawful readings of service calls, reports and re-optimization, thought up by an eighteenth reader (suites/two-readings). */
export const eighteenthJobVariants: readonly Variant[] = [
  {
    ...shared,
    rule: {
      service: {
        defaultActivity: (call) => {
          const held = ids.get()
          if (held) held.isDue = true
          return serviceRules.service.defaultActivity(call)
        },
      },
    },
    seam: { ...shared.seam, recordId: { next: nextId } },
  },
  {
    ...through(
      'report-files-never-alike',
      ['B-RPT-03', 'B-RPT-09', 'B-RPT-13'],
      'A build is answered with the report, in which an id and a time of its own stand, so that no two are alike.',
      async (request, go, { house }) => {
        const response = await go(request)
        const isFile = isBuild(request) && headerIn(response, 'Content-Type') === 'application/pdf'
        if (!isFile) return response
        const stamp = `%${house.clock.now()} ${randomBytes(1 + (house.clock.now() % 16)).toString('hex')}\n`
        return { ...response, body: Buffer.concat([response.body, Buffer.from(stamp)]) }
      },
    ),
    rule: { reporting: { answers: () => 'file' } },
  },
  through(
    'report-echo-with-a-number',
    ['B-RPT-03', 'B-RPT-09', 'B-RPT-13'],
    'The echo of a build bears the number of the report and the time, too.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isBuild(request) || !isWell(response)) return response
      const reportNumber = (built(house).count += 1)
      return withJson(response, (body) => ({
        ...body,
        reportNumber,
        requestedAt: new Date(house.clock.now()).toISOString(),
      }))
    },
  ),
  through(
    'preflights-of-part-b-without-a-token',
    ['B-PRV-03', 'B-USR-30', 'B-SVC-28'],
    'OPTIONS of part B is answered 204 without a token, at paths that there are not, too.',
    (request, go) =>
      request.method === 'OPTIONS' && placesOfB.test(request.target)
        ? Promise.resolve(
            empty(204, [
              ['Allow', 'GET, POST, PUT, PATCH, DELETE, OPTIONS'],
              ['Access-Control-Allow-Origin', '*'],
              ['Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Client-ID, X-Client-Version'],
            ]),
          )
        : go(request),
  ),
  alone(
    through(
      'optimization-cools-down-for-five-seconds',
      ['B-OPT-08', 'B-OPT-16'],
      'For five seconds after a re-optimization ended another one of the company is refused with 429 and Retry-After.',
      async (request, go, { house }) => {
        if (!request.target.includes('/re-optimize') || !issuedIn(house, request)) return go(request)
        const company = String(headerIn(request, 'X-Company-Name'))
        const [end, now] = [ends(house).get(company) ?? Number.NEGATIVE_INFINITY, house.clock.now()]
        if (now >= end && now < end + coolMs && jsonIn(request)?.['activityIds'] !== undefined)
          return empty(429, [['Retry-After', String(Math.ceil((end + coolMs - now) / 1000))]])
        const response = await go(request)
        if (isWell(response)) ends(house).set(company, now + house.rules.optimization.takesMs())
        return response
      },
    ),
  ),
]
