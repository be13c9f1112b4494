import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isWell, jsonIn, withBody } from '../faults/passing.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { readArchive } from '../reporting/archive.ts'
import { findToken } from '../token/store.ts'
import { alone, through } from './lawful.ts'
import { isFieldList } from './turned-away.ts'

const isStart = (request: PlatformRequest): boolean =>
  request.method === 'POST' && askedOf(request).path.endsWith('/actions/re-optimize')
const isDownload = (request: PlatformRequest): boolean =>
  request.method === 'POST' && askedOf(request).path === '/api/reporting/v1/download'

/** By company: the request that began the job that runs. */
const begun = perHouse(() => new Map<string, string>())

/** When each login downloaded each template. */
const downloads = perHouse(() => new Map<string, number>())

const withHeaders = (response: PlatformResponse, headers: PlatformResponse['headers']): PlatformResponse => ({
  ...response,
  headers: [
    ...response.headers.filter(([name]) => !headers.some(([other]) => other.toLowerCase() === name.toLowerCase())),
    ...headers,
  ],
})

const isZip = ({ headers }: PlatformResponse): boolean =>
  /^application\/zip/i.test(headerIn({ headers }, 'Content-Type') ?? '')

/** Lawful readings of reports and re-optimization, thought up by a sixteenth reader (suites/two-readings). */
export const sixteenthJobVariants: readonly Variant[] = [
  through(
    'optimization-repeated-request-is-the-same-job',
    ['B-OPT-08', 'B-OPT-16'],
    'A start that has the X-Request-Id and the body of the running job is answered 202 and starts no other.',
    async (request, go, { house }) => {
      if (!isStart(request)) return go(request)
      const company = headerIn(request, 'X-Company-Name') ?? ''
      const key = JSON.stringify([headerIn(request, 'X-Request-Id'), request.body.toString('utf8')])
      const response = await go(request)
      if (response.status === 202) begun(house).set(company, key)
      return response.status === 409 && begun(house).get(company) === key ? json(202, { result: true }) : response
    },
  ),
  through(
    'optimization-empty-strategy-400',
    ['B-OPT-16'],
    'A partitioningStrategy without a skill is refused with 400.',
    (request, go) => {
      const sent = isStart(request) ? jsonIn(request) : undefined
      const strategy = sent?.['partitioningStrategy']
      const { skills, ...more } = isFieldList(strategy) ? strategy : { skills: undefined, more: true }
      const isEmpty =
        Object.keys(more).length === 0 && (skills === undefined || (Array.isArray(skills) && skills.length === 0))
      return isEmpty
        ? go(withBody(request, Buffer.from(JSON.stringify({ ...sent, partitioningStrategy: 'empty' }))))
        : go(request)
    },
  ),
  {
    id: 'optimization-cancelled-after-200-ms',
    leaves: ['B-OPT-16'],
    says: 'Each job is cancelled 200 ms after its start, and schedules nothing.',
    rule: { optimization: { takesMs: () => 200, slot: () => 'stays' } },
  },
  alone(
    through(
      'report-download-every-ten-seconds',
      ['B-RPT-14'],
      'A login downloads a template once in ten seconds; any other time it is 429 with Retry-After.',
      async (request, go, { house }) => {
        if (!isDownload(request)) return go(request)
        const token = findToken(house, bearerIn(request))
        const key = JSON.stringify([token?.account.name, token?.user?.name, jsonIn(request)?.['reportTemplate']])
        const waits = (downloads(house).get(key) ?? 0) + 10_000 - house.clock.now()
        if (token && waits > 0) return empty(429, [['Retry-After', String(Math.ceil(waits / 1000))]])
        const response = await go(request)
        if (isWell(response)) downloads(house).set(key, house.clock.now())
        return response
      },
    ),
  ),
  through(
    'report-download-named-in-utf-8-only',
    ['B-RPT-14'],
    'A download is a stream of bytes whose name stands in filename* alone.',
    async (request, go) => {
      const response = await go(request)
      return isDownload(request) && isWell(response) && isZip(response)
        ? withHeaders(response, [
            ['Content-Type', 'application/octet-stream'],
            ['Content-Disposition', "attachment; filename*=UTF-8''Pr%C3%BCfbericht%E2%84%A2"],
          ])
        : response
    },
  ),
  through(
    'report-lone-definition-downloaded-bare',
    ['B-RPT-14'],
    'A download of a template of report.jrxml alone is that file, not an archive.',
    async (request, go) => {
      const response = await go(request)
      if (!isDownload(request) || !isWell(response) || !isZip(response)) return response
      const files = await readArchive(response.body, true)
      const lone = typeof files === 'string' || files.size !== 1 ? undefined : files.get('report.jrxml')
      return lone ? { ...withHeaders(response, [['Content-Type', 'application/xml']]), body: lone } : response
    },
  ),
]
