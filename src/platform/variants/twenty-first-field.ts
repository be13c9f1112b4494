import { randomBytes, randomUUID } from 'node:crypto'
import { everyTechnician } from '../crowd/technicians.ts'
import type { Variant } from '../deviation.ts'
import { answering, withStatus } from '../faults/edits.ts'
import { askedOf, isWell, jsonIn, withJson } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { findToken } from '../token/store.ts'
import { through } from './lawful.ts'

type Fields = Readonly<Record<string, unknown>>

const isReport = ({ target }: PlatformRequest): boolean => target.includes('/api/reporting/v1')
const isCrowd = ({ target }: PlatformRequest): boolean => target.includes('/api/crowd/v2/technicians')
const isDispatch = ({ target }: PlatformRequest): boolean => target.includes('/cloud-partner-dispatch-service/')

/** Lawful servers of the other interfaces of part B, thought up by a twenty-first reader (suites/two-readings). */
export const twentyFirstFieldVariants: readonly Variant[] = [
  through(
    'privileges-before-all-else-and-for-reports-too',
    ['B-PRV-05', 'B-DSP-16', 'B-DSP-20'],
    'Reports are for administrators and superusers: others are refused with 403; who is no superuser gets 403 from dispatching before headers and body are looked at.',
    (request, go, { house }) => {
      const token = findToken(house, bearerIn(request))
      const privileges = token?.user?.privileges
      if (!token || !privileges) return go(request)
      const lacks = isReport(request)
        ? !privileges.some((name) => name === 'ADMINISTRATOR' || name === 'SUPERUSER')
        : isDispatch(request) && !privileges.includes('SUPERUSER')
      return lacks ? Promise.resolve(json(403, { title: 'Forbidden' })) : go(request)
    },
  ),
  {
    ...through(
      'crowd-ids-of-two-forms-and-moments-as-sent',
      ['B-CRW-04', 'B-CRW-22'],
      'External ids are UUIDs and numbers of twenty digits in turn; a createdAt that is sent with a new technician is kept.',
      async (request, go, { house }) => {
        const response = await go(request)
        const isCreation =
          request.method === 'POST' && isCrowd(request) && askedOf(request).path.endsWith('/technicians')
        const sent = isCreation && isWell(response) ? jsonIn(request)?.['createdAt'] : undefined
        if (typeof sent !== 'string' || Number.isNaN(Date.parse(sent))) return response
        const createdAt = new Date(sent).toISOString()
        return withJson(response, (body) => ({
          ...body,
          results: elementsIn(body['results']).map((one) => {
            const made = everyTechnician(house).find(([, { externalId }]) => externalId === one['externalId'])?.[1]
            if (made) Object.assign(made, { createdAt })
            return { ...one, createdAt }
          }),
        }))
      },
    ),
    rule: {
      crowd: {
        externalId: (_generated, _sent, freed, there) =>
          (freed.length + there.size) % 2 === 0
            ? randomUUID()
            : `9${[...randomBytes(19)].map((byte) => byte % 10).join('')}`,
      },
    },
  },
  {
    id: 'crowd-failed-transaction-207',
    leaves: ['B-CRW-18', 'B-CRW-25'],
    says: 'A transaction that failed is answered 207; any other batch ends at the first operation that fails, and tells those up to it.',
    rule: {
      crowd: {
        failedBatchStatus: () => 207,
        goesOn: () => false,
        batchBody: (results) => ({
          results: (results as readonly Fields[])
            .filter(({ status }) => status !== 'NOT_DONE')
            .map(({ id, status }) => ({ id, status: status === 'DONE' ? 201 : 404 })),
        }),
      },
    },
  },
  through(
    'crowd-talkative',
    ['B-CRW-22', 'B-CRW-24'],
    'Every answer has empty errors, links and a request id beside its results; technicians have more fields, and their address in a list, too.',
    async (request, go) => {
      const response = await go(request)
      if (!isCrowd(request) || !isWell(response) || response.body.length === 0) return response
      const told = withJson(response, (body) =>
        'results' in body
          ? {
              errors: [],
              meta: { took: 3, warnings: null },
              ...body,
              results: Array.isArray(body['results'])
                ? elementsIn(body['results']).map((one) =>
                    'businessPartner' in one
                      ? {
                          tenant: null,
                          permissions: {},
                          udfValues: [],
                          status: 'X',
                          ...one,
                          addresses: one['address'] ? [one['address']] : [],
                        }
                      : one,
                  )
                : body['results'],
              _links: { self: { href: request.target } },
              requestId: randomUUID(),
            }
          : body,
      )
      return {
        ...told,
        headers: [
          ...told.headers.map(
            ([name, value]) =>
              [name, /^content-type$/i.test(name) ? value.toLowerCase().replace('; ', ';') : value] as const,
          ),
          ['Vary', 'Accept, Accept-Encoding'],
          ['ETag', '"5"'],
        ],
      }
    },
  ),
  {
    id: 'dispatch-status-in-an-object-beside-a-plain-one',
    leaves: ['B-DSP-17', 'B-DSP-23'],
    says: 'A list needs page; its rows have the status in an object of code and name, and plainly as PartnerDispatchingStatus.',
    excludes: [
      'dispatch-page-required',
      'dispatch-list-as-csv',
      'dispatch-released-as-text',
      'dispatch-wrong-state-404-and-texts',
    ],
    rule: {
      dispatch: {
        listed: (results, of, size) => ({
          content: (results as ReadonlyArray<{ activity: Fields; serviceAssignment: Fields }>).map(
            ({ activity, serviceAssignment: { partnerDispatchingStatus: status, ...assignment } }) => ({
              activity,
              serviceAssignment: {
                ...assignment,
                status: { code: status, name: String(status).toLowerCase() },
                PartnerDispatchingStatus: status,
              },
            }),
          ),
          totalElements: of,
          size,
        }),
      },
    },
    wire: answering(
      ({ method, path, query }) => method === 'GET' && path.endsWith('/assignment-details') && !query.has('page'),
      () => withStatus(400, { title: 'Bad Request' }),
    ),
  },
]
