import { randomBytes } from 'node:crypto'
import { everyTechnician, type Technician } from '../crowd/technicians.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isWell } from '../faults/passing.ts'
import { perHouse } from '../house.ts'
import { json, redirect, textAnswer } from '../http/answers.ts'
import type { PlatformRequest, PlatformResponse } from '../http/message.ts'
import { visibilityRules } from '../rulebook/visibility.ts'
import { alone, through } from './lawful.ts'
import { turningAway } from './turned-away.ts'

type Fields = Readonly<Record<string, unknown>>

const crowdPath = /\/api\/crowd\/v2\/technicians\/(?:external-id\/)?([^/]+)/

const listsAssignments = ({ method, target }: PlatformRequest): boolean =>
  method === 'GET' && /\/api\/v1\/assignment-details(?:\?|$)/.test(target)

const isDownload = ({ target }: PlatformRequest): boolean => /\/api\/reporting\/v1\/download(?:\?|$)/.test(target)
const signed = perHouse(() => new Map<string, PlatformResponse>())
const stored = '/api/reporting/v1/files/'

/** Lawful readings of crowd, dispatching, trees, reports and jobs, thought up by a twentieth reader (suites/two-readings). */
export const twentiethFieldVariants: readonly Variant[] = [
  alone({
    id: 'crowd-list-lags-5s',
    leaves: ['B-CRW-07', 'B-CRW-28'],
    says: 'The list of technicians shows the state of five seconds ago.',
    rule: {
      visibility: { lagMs: (asked) => (asked === 'technicians' ? 5000 : visibilityRules.visibility.lagMs(asked)) },
    },
  }),
  through(
    'crowd-unknown-technicians-are-forbidden',
    ['B-CRW-19'],
    'A read or an update of a technician, or of an address of one, that the account does not have is answered 403.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { path, method } = askedOf(request)
      const [, name] = crowdPath.exec(path) ?? []
      if (response.status !== 404 || name === undefined || method === 'DELETE') return response
      const isHim = ([, { externalId }]: readonly [string, Technician]) => externalId === decodeURIComponent(name)
      return !path.includes('/external-id/') && everyTechnician(house).some(isHim)
        ? response
        : json(403, { message: 'This action is unauthorized.' })
    },
  ),
  {
    id: 'crowd-addresses-counted-per-technician',
    leaves: ['B-CRW-09', 'B-CRW-23'],
    says: 'Addresses that are not made by a batch have the next number of their technician as their id, whatever id was sent.',
    rule: {
      crowd: {
        identified: (sent, known) =>
          known.includes(String(sent['id'])) && sent['id'] !== undefined
            ? sent
            : { ...sent, id: String(1 + Math.max(0, ...known.map(Number).filter((one) => one >= 0))) },
      },
    },
  },
  {
    id: 'dispatch-list-as-a-value-of-one-status',
    leaves: ['B-DSP-17', 'B-DSP-23'],
    says: 'A list needs partnerDispatchingStatus, pages begin with 1; it is a value of records whose names begin with capitals, released is TRUE or FALSE.',
    excludes: [
      'dispatch-page-required',
      'dispatch-wrong-state-404-and-texts',
      'dispatch-released-as-text',
      'dispatch-list-as-csv',
    ],
    rule: {
      dispatch: {
        firstPage: () => 1,
        listed: (results) => ({
          value: (results as ReadonlyArray<Fields>).map((one) =>
            Object.fromEntries(
              Object.entries(one).map(([name, part]) => [
                name,
                typeof part === 'object' && part !== null ? capitalised(part as Fields) : part,
              ]),
            ),
          ),
        }),
      },
    },
    wire: turningAway(
      (request) => listsAssignments(request) && !/[?&]partnerDispatchingStatus=/.test(request.target),
      json(400, { error: { message: 'partnerDispatchingStatus is needed' } }),
    ),
  },
  {
    id: 'service-address-of-the-partner-wins',
    leaves: ['B-SVC-12', 'B-SVC-25'],
    says: 'An activity of a business partner with an address has that one, whatever address without source was sent for it.',
    excludes: ['service-no-referenced-address'],
    rule: { service: { ownAddress: (own, hasPartner) => (hasPartner ? undefined : own) } },
  },
  {
    excludes: [
      'report-base-307-download-once',
      'report-build-201-download-in-parts',
      'report-download-list',
      'report-download-array',
      'report-login-page',
    ],
    ...through(
      'report-download-at-a-signed-address',
      ['B-RPT-14'],
      'A download is answered 303 with an address that is read without a token, and refuses a request that has one.',
      async (request, go, { house }) => {
        const known = signed(house).get(request.target)
        if (known)
          return headerIn(request, 'Authorization') === undefined
            ? known
            : textAnswer(400, 'application/xml', '<Error><Code>InvalidArgument</Code></Error>')
        const answer = await go(request)
        if (!isDownload(request) || !isWell(answer)) return answer
        const at = `${stored}${randomBytes(6).toString('hex')}.zip?X-Signature=${randomBytes(12).toString('hex')}`
        signed(house).set(at, answer)
        return redirect(303, at)
      },
    ),
  },
  {
    id: 'optimization-lists-not-empty',
    leaves: ['B-OPT-06', 'B-OPT-16'],
    says: 'No activities are refused with 400; a 400 has statusCode and timestamp, too.',
    rule: {
      optimization: {
        malformed: (error, error_description) => ({
          timestamp: '2024-05-01T10:11:12.000Z',
          error_description,
          statusCode: 400,
          error,
        }),
        objects: ({ activityIds }) => (activityIds.length === 0 ? 'activityIds should not be empty' : undefined),
      },
    },
  },
]

function capitalised(part: Fields): Fields {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) =>
      /^partnerDispatchingStatus$/i.test(name)
        ? ['PartnerDispatchingStatus', value]
        : [name, name === 'released' ? (value === true ? 'TRUE' : 'FALSE') : value],
    ),
  )
}
