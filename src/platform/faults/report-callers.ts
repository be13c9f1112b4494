import type { Fault } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { readArchive, writeArchive } from '../reporting/archive.ts'
import { objectSent } from '../variants/turned-away.ts'
import { headerIn, isWell, passing } from './passing.ts'

const makers = perHouse(() => new Set<string>())
const tokenIn = (request: PlatformRequest): string => headerIn(request, 'Authorization') ?? ''

/** Whether the caller has attached nothing, so that templates are those of others. */
function isOther(request: PlatformRequest, house: House): boolean {
  if (request.method === 'POST' && /\/Attachment\?/.test(request.target)) makers(house).add(tokenIn(request))
  return !makers(house).has(tokenIn(request))
}

const isReportCall = ({ target }: PlatformRequest, name: 'build' | 'download'): boolean =>
  (name === 'build' ? /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/ : /\/api\/reporting\/v1\/download(?:\?|$)/).test(
    target,
  )

/** Reports for callers who did not make the template. */
export const reportCallerFaults: readonly Fault[] = [
  passing(
    'report-forms-of-makers-only',
    ['B-RPT-13'],
    'A build of another’s template is taken as JSON only.',
    (request, go, { house }) => {
      const isForm = !(headerIn(request, 'Content-Type') ?? '').includes('json')
      return isOther(request, house) && isReportCall(request, 'build') && isForm
        ? Promise.resolve(json(403, { message: 'forbidden' }))
        : go(request)
    },
  ),
  passing(
    'report-schema-of-makers-only',
    ['B-RPT-11'],
    'Parameters of another’s template are not compared with its schema.',
    async (request, go, { house }) => {
      const response = await go(request)
      return isOther(request, house) && isReportCall(request, 'build') && response.status === 400
        ? json(200, objectSent(request))
        : response
    },
  ),
  passing(
    'report-main-file-for-others',
    ['B-RPT-05'],
    'A download of another’s template delivers report.jrxml alone.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isOther(request, house) || !isReportCall(request, 'download') || !isWell(response)) return response
      const files = await readArchive(response.body, true)
      if (typeof files === 'string') return response
      const main = new Map([...files].filter(([name]) => name === 'report.jrxml'))
      return { ...response, body: await writeArchive(main) }
    },
  ),
]
