import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isWell, jsonIn } from '../faults/passing.ts'
import { perHouse } from '../house.ts'
import { empty, json, textAnswer } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { rewritten } from './exact-json.ts'
import { inTurn, turningAway } from './turned-away.ts'

const placesOfB =
  /^\/(?:api\/(?:scim|user|users|crowd|service-management|reporting)|cloud-crowd-service|cloud-partner-dispatch-service|optimization)(?:[/?]|$)/
const isOfB = ({ target }: Pick<PlatformRequest, 'target'>): boolean => placesOfB.test(target)

const calls = perHouse(() => new Map<string, number[]>())
const most = 40
const spanMs = 2000
/** How far the clock of the server is ahead. */
const aheadMs = 11 * 3_600_000

const inContext = [
  'X-Account-ID',
  'X-Account-Name',
  'X-Client-ID',
  'X-Client-Version',
  'X-Company-ID',
  'X-Company-Name',
]
/** What a call to an interface needs besides its token. */
const needs: ReadonlyArray<readonly [place: RegExp, headers: readonly string[], parameters: readonly string[]]> = [
  [/^\/api\/(?:user\/v1\/)?users/, ['X-Request-ID', 'X-Client-Version'], ['account']],
  [/\/api\/crowd\/v2\/technicians/, inContext, []],
  [/^\/cloud-partner-dispatch-service\//, inContext, []],
  [/^\/api\/service-management\//, ['X-Account-Name', 'X-Client-ID', 'X-Client-Version', 'X-Company-Name'], []],
  [/^\/optimization\//, ['X-Request-ID', ...inContext], []],
]

function isIncomplete(request: PlatformRequest): boolean {
  const { path, query, method } = askedOf(request)
  const [, headers, parameters] = needs.find(([place]) => place.test(path)) ?? []
  if (!headers || !parameters) return false
  const isUnread = /^P/.test(method) && jsonIn(request) === undefined
  return isUnread || headers.some((name) => !headerIn(request, name)) || parameters.some((name) => !query.get(name))
}

const refusal = json(400, { error: 'INCOMPLETE', error_description: 'what the call needs is not there' })

const isScim = ({ target }: PlatformRequest): boolean => target.startsWith('/api/scim/v2/')
const isCrowd = ({ target }: PlatformRequest): boolean => target.includes('/api/crowd/v2/technicians')
const typeOf = (request: PlatformRequest): string | undefined => headerIn(request, 'Content-Type')?.toLowerCase()
const acceptOf = (request: PlatformRequest): string | undefined => headerIn(request, 'Accept')?.toLowerCase()

const escaped = (value: unknown): string =>
  `\r\n\t ${JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

/** Lawful readings of how calls of part B are taken and answered, thought up by a ninth reader (suites/two-readings). */
export const ninthCallVariants: readonly Variant[] = [
  {
    id: 'media-types-of-people-and-crowd-to-the-letter',
    leaves: ['B-SCM-21', 'B-CRW-30'],
    says: 'Calls of the SCIM and the Crowd Technician API need Content-Type (415) and Accept (406) to the letter, reads included.',
    excludes: [
      'crowd-media-types-demanded',
      'crowd-size-above-ten-400',
      'scim-headers-demanded',
      'scim-delete-alone-heeds-type',
    ],
    wire: inTurn(
      turningAway((request) => isScim(request) && typeOf(request) !== 'application/scim+json', empty(415)),
      turningAway((request) => isScim(request) && acceptOf(request) !== 'application/scim+json', empty(406)),
      turningAway(
        (request) => isCrowd(request) && typeOf(request) !== 'application/json',
        textAnswer(415, 'text/html', '<p>no</p>'),
      ),
      turningAway(
        (request) => isCrowd(request) && acceptOf(request)?.replace(/;\s*/, ';') !== 'application/json;charset=utf-8',
        empty(406),
      ),
    ),
  },
  {
    id: 'forty-calls-of-part-b-in-two-seconds',
    leaves: ['B-SCM-17', 'B-USR-35'],
    says: 'More than forty calls of part B with one token in two seconds are answered 429 with a date, by a clock that is eleven hours ahead.',
    excludes: ['date-header-two-hours-behind'],
    seam: {
      passage: {
        through: async (request, go, { house, inBatch }) => {
          if (inBatch || !isOfB(request)) return go(request)
          const now = house.clock.now()
          const token = headerIn(request, 'Authorization') ?? ''
          const lately = (calls(house).get(token) ?? []).filter((at) => at > now - spanMs)
          const isOver = lately.length >= most
          calls(house).set(token, isOver ? lately : [...lately, now])
          const dated = ['Date', new Date(now + aheadMs).toUTCString()] as const
          if (isOver) return empty(429, [dated, ['Retry-After', new Date(now + aheadMs + spanMs).toUTCString()]])
          const answer = await go(request)
          return { ...answer, headers: [dated, ...answer.headers] }
        },
      },
    },
  },
  {
    id: 'early-hints-and-chunks-of-seven',
    leaves: ['B-SCM-17', 'B-USR-35'],
    says: 'Answers of part B come after early hints, in chunks of seven bytes with a trailer, on connections that end; JSON is in ASCII.',
    wire: {
      response: (response, request) => {
        if (!isOfB(request)) return response
        const isJson = isWell(response) && jsonIn(response) !== undefined
        return {
          ...response,
          ...(isJson ? { body: Buffer.from(rewritten(response.body.toString('utf8'), escaped), 'latin1') } : {}),
          framing: { ...response.framing, interim: [103], chunks: { bytes: 7, trailer: ['X-Sum', '17'] } },
        }
      },
    },
  },
  {
    id: 'what-a-call-needs-before-its-token',
    leaves: ['B-USR-30', 'B-CRW-26', 'B-DSP-26', 'B-SVC-28', 'B-OPT-13'],
    says: 'A call whose body is no JSON, or that lacks a header or parameter beside the token, is refused with 400, whatever its token.',
    excludes: ['crowd-headers-before-the-token'],
    wire: turningAway(isIncomplete, refusal),
  },
]
