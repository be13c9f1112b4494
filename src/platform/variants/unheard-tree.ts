import type { Variant } from '../deviation.ts'
import { busyJob } from './busy-job.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import { isFieldList, objectSent, turningAway } from './turned-away.ts'

type Part = Readonly<Record<string, unknown>>

const { optimization } = optimizationRules

const deep = (value: unknown, edit: (part: Part) => Part): unknown => {
  if (Array.isArray(value)) return value.map((one) => deep(one, edit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(edit(value as Part)).map(([name, inner]) => [name, deep(inner, edit)]))
}

const inTokyo = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(Date.parse(value) + 9 * 3_600_000)
        .toISOString()
        .replace(/\.000Z$/, 'Z')
        .replace('Z', '+09:00')
    : value

const isTree = ({ target }: PlatformRequest): boolean => target.includes('/composite-tree/service-calls')

/** Whether a POST sends what the service makes itself. */
function sendsGenerated(request: PlatformRequest): boolean {
  if (!isTree(request) || request.method !== 'POST') return false
  const sent = objectSent(request)
  const { activities } = sent
  const parts = [sent, ...(Array.isArray(activities) ? (activities as unknown[]).filter(isFieldList) : [])]
  return parts.some((part) => ['code', 'id', 'plannedStartDate', 'plannedEndDate'].some((name) => name in part))
}

/** Lawful readings of B-SVC, B-RPT and B-OPT, thought up by another reader of the documents (suites/two-readings). */
export const unheardTreeVariants: readonly Variant[] = [
  {
    id: 'service-lists-in-another-order',
    leaves: ['B-SVC-22', 'B-SVC-23'],
    says: 'All lists of a tree are in another order than they were sent in, empty ones are left out, and there are more fields.',
    rule: {
      service: {
        shown: (tree) =>
          deep(tree, (part) => ({
            ...Object.fromEntries(
              Object.entries(part)
                .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
                .map(([name, value]) => [name, Array.isArray(value) ? (value as unknown[]).toReversed() : value]),
            ),
            ...('subject' in part ? { owner: 'x', leader: 1 } : {}),
          })),
      },
    },
  },
  {
    id: 'service-references-with-names',
    leaves: ['B-SVC-09'],
    says: 'References have a name beside their keys.',
    rule: { service: { reference: (reference) => ({ ...reference, name: 'A name' }) } },
  },
  {
    id: 'service-refusals-403',
    leaves: ['B-SVC-18', 'B-SVC-24', 'B-SVC-26'],
    says: 'A reserved material without moved and used is refused, and all refusals of a tree are 403 without a body.',
    excludes: ['service-bare-errors', 'service-unheaded-401'],
    rule: { service: { materialDefaults: () => ({}), requires: () => true } },
    wire: {
      response: (response, request) => (isTree(request) && response.status === 400 ? empty(403) : response),
    },
  },
  {
    id: 'service-other-moments',
    leaves: ['B-SVC-16', 'B-SVC-22'],
    says: 'Times are shown with the offset +09:00, lastChanged in seconds.',
    rule: {
      service: {
        shown: (tree) =>
          deep(tree, (part) =>
            Object.fromEntries(
              Object.entries(part).map(([name, value]) => [
                name,
                name === 'lastChanged' ? Math.floor(Number(value) / 1000) : inTokyo(value),
              ]),
            ),
          ),
      },
    },
  },
  {
    id: 'service-generated-refused',
    leaves: ['B-SVC-30', 'B-SVC-08'],
    says: 'A tree that sends ids, codes or planned dates is refused with 422.',
    wire: turningAway(sendsGenerated, json(422, { error: 'unprocessable' })),
  },
  {
    id: 'report-in-binary',
    leaves: ['B-RPT-03'],
    says: 'A build is answered 201 with bytes.',
    // A page to log in on is not what is built.
    excludes: ['report-echo-with-defaults', 'report-login-page'],
    rule: { reporting: { answers: () => 'file' } },
    wire: {
      response: (response, { target }) =>
        /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target) && response.status === 200
          ? { ...response, status: 201, headers: [['Content-Type', 'application/octet-stream']] }
          : response,
    },
  },
  {
    id: 'report-unknown-template-422',
    leaves: ['B-RPT-14'],
    says: 'An unknown template is refused with 422 and no body.',
    // The 404 of an address that is not served is not meant.
    excludes: ['report-base-only'],
    wire: {
      response: (response, { target }) =>
        target.includes('/api/reporting/v1') && response.status === 404 ? empty(422) : response,
    },
  },
  {
    id: 'report-download-array',
    leaves: ['B-RPT-14'],
    says: 'A download is an array of names and contents in base64.',
    rule: { reporting: { downloadForm: () => 'list' } },
    wire: {
      response: (response, request) => {
        const files = request.target.includes('/reporting/v1/download') ? objectSent(response)['files'] : undefined
        return Array.isArray(files)
          ? { ...response, body: Buffer.from(JSON.stringify((files as unknown[]).toReversed())) }
          : response
      },
    },
  },
  {
    id: 'optimization-busy-first',
    leaves: ['B-OPT-16'],
    says: 'While a job runs, malformed requests are answered 409, too, and no 409 has a body.',
    seam: busyJob(optimization.takesMs),
  },
  {
    id: 'optimization-wishes-judged',
    leaves: ['B-OPT-06', 'B-OPT-16'],
    says: 'No activities, unknown ones, and an end that is not after the start are refused with 400 and an empty description.',
    rule: {
      optimization: {
        malformed: () => ({ error: 'RO-17', error_description: '', traceId: 'x' }),
        objects: ({ activityIds, start, end }, knows) =>
          activityIds.length === 0 || !activityIds.every(knows) || end <= start ? 'not possible' : undefined,
      },
    },
  },
]
