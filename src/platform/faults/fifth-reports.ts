import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { objectSent, turningAway } from '../variants/turned-away.ts'
import { headerIn, isWell, passing, type Json, withJson } from './passing.ts'

type Part = Readonly<Record<string, unknown>>

const isBuild = ({ target }: PlatformRequest): boolean => /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target)
const isDownload = ({ target }: PlatformRequest): boolean => target.includes('/api/reporting/v1/download')
const isJson = (request: PlatformRequest): boolean => /json/.test(headerIn(request, 'Content-Type') ?? '')

const memory = perHouse(() => ({
  echoes: new Map<string, Part>(),
  downloads: new Map<string, PlatformResponse>(),
  template: undefined as unknown,
}))

const asWords = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (Array.isArray(value) ? String(value) : '[object Object]') : value

/** Quiet breaches of B-RPT, thought up by a fifth reader of the documents (suites/two-readings). */
export const fifthReportFaults: readonly Fault[] = [
  passing(
    'report-language-of-the-build-before',
    ['B-RPT-02'],
    'A build without reportLanguage or reportTimeZone has those of the last one of its template.',
    async (request, go, { house }) => {
      if (!isBuild(request)) return go(request)
      const response = await go(request)
      if (!isWell(response)) return response
      const { echoes } = memory(house)
      return withJson(response, (echo: Json) => {
        const { reportLanguage, reportTimeZone } = echoes.get(String(echo['reportTemplate'])) ?? {}
        const shown = {
          ...(reportLanguage === undefined ? {} : { reportLanguage }),
          ...(reportTimeZone === undefined ? {} : { reportTimeZone }),
          ...echo,
        }
        echoes.set(String(echo['reportTemplate']), shown)
        return shown
      })
    },
  ),
  {
    id: 'report-nested-parameters-in-words',
    breaks: ['B-RPT-02'],
    says: 'A parameter that is an object or a list is echoed as [object Object].',
    wire: {
      response: (response, request) =>
        isBuild(request) && isJson(request) && isWell(response)
          ? withJson(response, (echo) => ({
              ...echo,
              ...(echo['reportParameters']
                ? {
                    reportParameters: Object.fromEntries(
                      Object.entries(echo['reportParameters'] as Part).map(([name, value]) => [name, asWords(value)]),
                    ),
                  }
                : {}),
            }))
          : response,
    },
  },
  {
    id: 'report-time-zone-due-with-type',
    breaks: ['B-RPT-02'],
    says: 'A build with reportType needs reportTimeZone.',
    wire: turningAway(
      (request) => {
        const sent = objectSent(request)
        return isBuild(request) && sent['reportType'] !== undefined && sent['reportTimeZone'] === undefined
      },
      json(400, { message: 'reportTimeZone is missing' }),
    ),
  },
  passing(
    'report-form-by-the-schema-before',
    ['B-RPT-11', 'B-RPT-13'],
    'Parameters in form fields are checked against the schema of the template that was built before.',
    async (request, go, { house }) => {
      if (!isBuild(request)) return go(request)
      const known = memory(house)
      const former = known.template
      const response = await go(request)
      if (isJson(request)) {
        if (isWell(response)) known.template = objectSent(request)['reportTemplate']
        return response
      }
      if (typeof former !== 'string' || !isWell(response)) return response
      const form = request.body.toString('utf8').replace(/(reportTemplate(?:=|"\r\n\r\n))[^&\r]+/, `$1${former}`)
      const judged = await go({
        ...request,
        body: Buffer.from(form),
        headers: request.headers.filter(([name]) => !/^content-length$/i.test(name)),
      })
      return judged.status === 400 ? judged : response
    },
  ),
  {
    id: 'report-delivers-known-kinds-only',
    breaks: ['B-RPT-05'],
    says: 'A download has no files but definitions and translations.',
    rule: { reporting: { delivers: (name) => /\.(?:jrxml|properties)$/.test(name) } },
  },
  passing(
    'report-download-kept',
    ['B-RPT-05'],
    'A template that was downloaded once is downloaded as it was then.',
    async (request, go, { house }) => {
      if (!isDownload(request)) return go(request)
      const { downloads } = memory(house)
      const name = String(objectSent(request)['reportTemplate'])
      const response = await go(request)
      if (!isWell(response)) return response
      const kept = downloads.get(name) ?? response
      downloads.set(name, kept)
      return kept
    },
  ),
]
