import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isWell, jsonIn, type Json } from '../faults/passing.ts'
import { isPost, isUpdate, now, withSent } from '../faults/serving.ts'
import { perHouse, type House } from '../house.ts'
import { empty, json, redirect, textAnswer } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { through } from './lawful.ts'
import { sieving } from './sieve.ts'

const numbers = perHouse(() => ({ last: 0 }))
const nextNumber = (house: House): string => String((numbers(house).last += 1)).padStart(10, '0')

const isBuild = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target)
const isDownload = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/api\/reporting\/v1\/download(?:\?|$)/.test(target)
const isOfJobs = ({ method, target }: PlatformRequest): boolean =>
  method === 'GET' && target.startsWith('/api/reporting/v1/jobs/')

const kept = perHouse(() => new Map<string, PlatformResponse>())

/** Keeps what was made, and tells where. */
function place(house: House, made: PlatformResponse): string {
  const at = `/api/reporting/v1/jobs/${kept(house).size + 1}`
  kept(house).set(at, made)
  return at
}

const shown = (house: House, { target }: PlatformRequest): PlatformResponse =>
  kept(house).get(target.split('?')[0] ?? '') ?? json(404, { message: 'there is no such job' })

const deliveries = [
  'report-login-page',
  'report-download-at-a-signed-address',
  'report-build-leads-to-its-report',
  'report-download-at-a-store-of-files',
  'report-download-is-made-by-a-job',
]
const others = (id: string): string[] => deliveries.filter((one) => one !== id)

/** Every attachment in a tree, of whatever part. */
const attachmentsIn = (value: unknown): readonly Json[] =>
  Array.isArray(value)
    ? value.flatMap(attachmentsIn)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) =>
          name === 'attachments' && Array.isArray(inner) ? (inner as Json[]) : attachmentsIn(inner),
        )
      : []

/** Lawful servers that give numbers of their own, deliver reports elsewhere, or take fewer signs. */
export const leftOverFormVariants: readonly Variant[] = [
  {
    ...through(
      'partner-codes-of-a-number-range',
      ['A-DAT-03'],
      'The code of a business partner is the next number of ten digits, whatever was sent; an update keeps it.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const isOfPartner = asked.resource === 'BusinessPartner' && (isPost(asked) || isUpdate(asked))
        const sent = isOfPartner ? jsonIn(request) : undefined
        if (!sent || Array.isArray(sent)) return go(request)
        if (isPost(asked)) return go(withSent(request, { ...sent, code: nextNumber(house) }))
        if (!('code' in sent) && asked.method === 'PATCH') return go(request)
        const before = await now(request, go)
        return go(before ? withSent(request, { ...sent, code: before['code'] ?? null }) : request)
      },
    ),
    // What it reads before a write counts there as a call.
    excludes: ['every-25th-call-429'],
  },
  sieving(
    'partner-codes-are-assigned',
    ['A-DAT-03'],
    'A POST of a business partner with a code is refused with 422.',
    ({ asked, sent }) =>
      asked.resource === 'BusinessPartner' && isPost(asked) && sent['code'] != null
        ? json(422, { error: 'CA-55', message: 'codes are assigned', values: [] })
        : undefined,
  ),
  {
    ...through(
      'report-build-leads-to-its-report',
      ['B-RPT-14'],
      'A build is answered 303 with the address of the report, which is read there.',
      async (request, go, { house }) => {
        if (isOfJobs(request)) return shown(house, request)
        const answer = await go(request)
        return isBuild(request) && isWell(answer) ? redirect(303, place(house, answer)) : answer
      },
    ),
    excludes: others('report-build-leads-to-its-report'),
  },
  {
    ...through(
      'report-download-at-a-store-of-files',
      ['B-RPT-14'],
      'A download is answered 302 with an address of another host.',
      async (request, go) => {
        const answer = await go(request)
        return isDownload(request) && isWell(answer)
          ? redirect(302, 'https://files.example/report.zip?X-Signature=4711')
          : answer
      },
    ),
    excludes: others('report-download-at-a-store-of-files'),
  },
  {
    ...through(
      'report-download-is-made-by-a-job',
      ['B-RPT-14'],
      'A download is answered 202 with nothing but the Location of a job, which is 202 twice before it has the files.',
      async (request, go, { house }) => {
        if (isOfJobs(request)) {
          const found = shown(house, request)
          const [at, times] = [request.target.split('?')[0] ?? '', Number(headerIn(found, 'X-Times') ?? 3)]
          if (times > 2 || !isWell(found)) return found
          kept(house).set(at, {
            ...found,
            headers: [...found.headers.filter(([name]) => name !== 'X-Times'), ['X-Times', String(times + 1)]],
          })
          return empty(202, [['Retry-After', '1']])
        }
        const answer = await go(request)
        return isDownload(request) && isWell(answer)
          ? empty(202, [['Location', place(house, { ...answer, headers: [...answer.headers, ['X-Times', '1']] })]])
          : answer
      },
    ),
    excludes: others('report-download-is-made-by-a-job'),
  },
  {
    ...through(
      'part-b-without-angle-brackets',
      ['B-USR-37', 'B-CRW-19', 'B-SVC-17', 'B-SCM-17'],
      'A body of a service call with an angle bracket is refused with 403 and a page.',
      (request, go) =>
        Promise.resolve(
          /\/api\/service-management\//.test(request.target) && /[<>]/.test(request.body.toString('utf8'))
            ? textAnswer(403, 'text/html', '<!doctype html><title>Incident 18.4712</title>')
            : go(request),
        ),
    ),
    excludes: ['part-b-behind-a-firewall'],
  },
  {
    id: 'scim-items-per-page-as-asked',
    leaves: ['B-SCM-17'],
    says: 'A page of SCIM has at most ten; itemsPerPage is the count that was asked for, or 1000.',
    rule: { scim: { pageSize: () => 10 } },
    excludes: [
      'scim-lists-bare',
      'scim-lists-bare-in-changing-order',
      'scim-lists-bare-with-numbers',
      'scim-built-in-users',
      'scim-list-in-changing-order',
      'scim-put-clears-emails',
      'scim-reads-with-a-query-refused',
    ],
    seam: {
      passage: {
        through: async (request, go) => {
          const { method, path, query } = askedOf(request)
          const answer = await go(request)
          const list =
            method === 'GET' && isWell(answer) && /\/scim\/v2\/(?:Users|Groups)$/.test(path)
              ? jsonIn(answer)
              : undefined
          if (!list || !('itemsPerPage' in list)) return answer
          const body = Buffer.from(JSON.stringify({ ...list, itemsPerPage: Number(query.get('count') ?? 1000) }))
          return { ...answer, body }
        },
      },
    },
  },
  through(
    'service-attachments-are-of-files-there',
    ['B-SVC-15'],
    'An attachment of a new tree without the id of a file is refused with 400.',
    (request, go) => {
      const isTree = request.method === 'POST' && /\/service-calls(?:\?|$)/.test(request.target)
      const isWithout = isTree && attachmentsIn(jsonIn(request)).some(({ id }) => id == null)
      return isWithout
        ? Promise.resolve(json(400, { error: 'SC-12', message: 'an attachment names a file by its id', values: [] }))
        : go(request)
    },
  ),
]
