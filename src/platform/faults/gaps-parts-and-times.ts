import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { objectSent } from '../variants/turned-away.ts'
import { headerIn, inParts, isWell, passing, reshaping, withJson, type Json } from './passing.ts'
import { treePath } from './tree-wire.ts'

const otherInterfaces = /\/(?:scim\/v2|api\/user\/v1|crowd\/v2|composite-tree|assignment-details)/

/** Every list, at any depth, without its last element. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, -1).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
}

const firstSeen = perHouse(() => new Map<string, unknown>())
const shorterBuild = /\/api\/reporting\/v1\/?(?:\?|$)/

const toTheSecond = (at: unknown): unknown => (typeof at === 'string' ? at.replace(/(T\d\d:\d\d:\d\d)\.\d+/, '$1') : at)

/** Quiet breaches that a change of every single thing on the wire brought up. */
export const gapPartAndTimeFaults: readonly Fault[] = [
  inParts(
    'gaps-parts-of-other-interfaces-without-ends-of-lists',
    ['A-BAT-05'],
    'A part to an interface beside the Data API shows each list without its last element.',
    async (request, go) => {
      const response = await go(request)
      const isMeant = isWell(response) && otherInterfaces.test(request.target)
      return isMeant ? withJson(response, (body) => shortened(body)) : response
    },
  ),
  passing(
    'gaps-query-row-of-an-earlier-version',
    ['A-QRY-02'],
    'A row shows the lastChanged with which its record was selected first.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!/\/api\/query\/v1/.test(request.target) || !isWell(response)) return response
      const known = firstSeen(house)
      return withJson(response, (body) => ({
        ...body,
        data: (body['data'] as readonly Json[]).map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([alias, fields]) => {
              const { id, lastChanged } = fields as Json
              if (lastChanged === undefined) return [alias, fields]
              if (!known.has(String(id))) known.set(String(id), lastChanged)
              return [alias, { ...(fields as Json), lastChanged: known.get(String(id)) }]
            }),
          ),
        ),
      }))
    },
  ),
  reshaping(
    'gaps-service-reference-told-in-small-letters',
    ['B-SVC-03', 'B-SVC-31'],
    'The answer to a creation tells the external id of the business partner in small letters.',
    ({ method, path }) => method === 'POST' && path.endsWith(treePath),
    (body) => {
      const partner = body['businessPartner'] as Json | null | undefined
      const name = partner?.['externalId']
      return typeof name === 'string'
        ? { ...body, businessPartner: { ...partner, externalId: name.toLowerCase() } }
        : body
    },
  ),
  passing(
    'gaps-report-at-the-shorter-address-for-anybody',
    ['A-AUT-01', 'A-AUT-05'],
    'At the shorter address a report is built for whoever asks.',
    async (request, go) => {
      const response = await go(request)
      const isRefused = response.status === 401 || response.body.includes('error_description')
      return isRefused && shorterBuild.test(request.target) ? json(200, objectSent(request)) : response
    },
  ),
  passing(
    'gaps-report-forms-at-the-longer-address-only',
    ['B-RPT-02', 'B-RPT-13'],
    'The shorter address takes JSON alone.',
    (request, go) =>
      shorterBuild.test(request.target) && !(headerIn(request, 'Content-Type') ?? '').includes('json')
        ? Promise.resolve(json(415, { message: 'unsupported media type' }))
        : go(request),
  ),
  reshaping(
    'gaps-activity-planned-to-the-second',
    ['B-SVC-31'],
    'An activity by itself is shown with its times to the second, in its tree with the parts of one.',
    ({ method, path }) => method === 'GET' && path.includes(treePath) && path.includes('/activities/'),
    (body) => ({
      ...body,
      plannedStartDate: toTheSecond(body['plannedStartDate']),
      plannedEndDate: toTheSecond(body['plannedEndDate']),
    }),
  ),
]
