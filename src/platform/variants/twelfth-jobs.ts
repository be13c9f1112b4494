import type { Variant } from '../deviation.ts'
import { jsonIn, withJson } from '../faults/passing.ts'
import { perHouse, type House } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { through } from './lawful.ts'

interface Kept {
  readonly response: PlatformResponse
  readonly from: number
  isTaken: boolean
}

const store = perHouse(() => new Map<string, Kept>())

const isBuild = /^\/api\/reporting\/v1(?:\/build)?(?:\?|$)/
const isDownload = /^\/api\/reporting\/v1\/download(?:\?|$)/
const place = /^\/api\/reporting\/v1\/results\/(\d+)(?:\?|$)/
const megabyte = 1_000_000

function isZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // Another name of a zone is in the database, too; another letter case is not.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase()
  } catch {
    return false
  }
}

/** The time zone that a build names, in any of its encodings. */
function zoneIn(body: Buffer, type: string): string | undefined {
  if (/json/i.test(type)) {
    const { reportTimeZone } = jsonIn({ body }) ?? {}
    return typeof reportTimeZone === 'string' ? reportTimeZone : undefined
  }
  const text = body.toString('utf8')
  if (/urlencoded/i.test(type)) return new URLSearchParams(text).get('reportTimeZone') ?? undefined
  return /name="reportTimeZone"(?:\r\n[^\r\n]+)*\r\n\r\n([^\r\n]*)/.exec(text)?.[1]
}

/** Keeps an answer for who comes for it later. */
function later(house: House, response: PlatformResponse): string {
  const kept = store(house)
  kept.set(String(kept.size + 1), { response, from: house.clock.now() + 2000, isTaken: false })
  return `/api/reporting/v1/results/${kept.size}`
}

function fetched(house: House, id: string): PlatformResponse {
  const kept = store(house).get(id)
  if (!kept) return empty(404)
  if (house.clock.now() < kept.from) return empty(204)
  if (kept.isTaken) return empty(410)
  kept.isTaken = true
  return kept.response
}

/** Lawful readings of reports and re-optimization, thought up by a twelfth reader (suites/two-readings). */
export const twelfthJobVariants: readonly Variant[] = [
  {
    id: 'optimization-unplans-while-it-runs',
    leaves: ['B-OPT-16'],
    says: 'While a job runs its activities have no times and no technician; then they get them one after the other.',
    rule: { optimization: { takesMs: () => 3000, unplans: () => true, stepMs: () => 500 } },
  },
  {
    // A path that is not served is a template that is not there then.
    excludes: ['report-base-only'],
    ...through(
      'report-build-202-with-a-place',
      ['B-RPT-14'],
      'A build, and a large download, is answered 202 with the address of what comes; other names of time zones are refused.',
      async (request, go, { house }) => {
        const [, id] = place.exec(request.target) ?? []
        if (request.method === 'GET' && id !== undefined) return fetched(house, id)
        const isOfBuild = request.method === 'POST' && isBuild.test(request.target)
        if (!isOfBuild && !(request.method === 'POST' && isDownload.test(request.target))) return go(request)
        const response = await go(request)
        if (response.status === 404) return json(400, { message: 'there is no such template' })
        if (response.status !== 200) return response
        if (!isOfBuild)
          return response.body.length > megabyte
            ? json(202, { state: 'QUEUED' }, [['Location', later(house, response)]])
            : response
        const [, type = ''] = request.headers.find(([name]) => /^content-type$/i.test(name)) ?? []
        const zone = zoneIn(request.body, type)
        if (zone !== undefined && zone !== '' && !isZone(zone))
          return json(400, { message: 'there is no such time zone' })
        const report: PlatformResponse = {
          status: 200,
          headers: [['Content-Type', 'application/pdf']],
          body: Buffer.from('%PDF-1.4\n%%EOF\n'),
        }
        const queued = withJson(response, (echo) => ({ ...echo, state: 'QUEUED' }))
        return { ...queued, status: 202, headers: [...queued.headers, ['Location', later(house, report)]] }
      },
    ),
  },
]
