import { randomBytes, randomUUID } from 'node:crypto'
import { everyTechnician } from '../crowd/technicians.ts'
import type { Variant } from '../deviation.ts'
import { answering, withStatus } from '../faults/edits.ts'
import { askedOf, isWell, jsonIn, withJson, withQuery } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { serviceRules } from '../rulebook/service.ts'
import { findToken } from '../token/store.ts'
import { through } from './lawful.ts'
import { isFieldList } from './turned-away.ts'

const { service } = serviceRules

type Fields = Readonly<Record<string, unknown>>

const isReport = ({ target }: PlatformRequest): boolean => target.includes('/api/reporting/v1')
const isBuild = ({ method, target }: PlatformRequest): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target)
const isCrowd = ({ target }: PlatformRequest): boolean => target.includes('/api/crowd/v2/technicians')
const isDispatch = ({ target }: PlatformRequest): boolean => target.includes('/cloud-partner-dispatch-service/')

/** Bodies of builds that were answered. */
const built = perHouse(() => new Set<string>())

/** An array or object with each object in it changed. */
const deep = (value: unknown, change: (part: Fields) => Fields): unknown =>
  Array.isArray(value)
    ? value.map((one) => deep(one, change))
    : isFieldList(value)
      ? change(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, deep(part, change)])))
      : value

const isReference = (part: Fields): boolean =>
  typeof part['id'] === 'string' && Object.keys(part).every((name) => ['id', 'code', 'externalId'].includes(name))

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
  {
    id: 'service-talkative',
    leaves: ['B-SVC-09', 'B-SVC-22', 'B-SVC-23', 'B-SVC-27'],
    says: 'References have a name, activities their service call, a workflow step and more; what was not sent is filled in; a default activity has the technicians and the subject of its call.',
    rule: {
      service: {
        defaultActivity: (call) => ({
          ...service.defaultActivity(call),
          ...(call['responsibles'] ? { responsibles: call['responsibles'] } : {}),
        }),
        shown: (tree, operation) => {
          const filled = deep(service.shown(tree, operation), (part) =>
            isReference(part) ? { ...part, name: 'A name' } : part,
          ) as Fields
          const more = { durationInMinutes: 45, dueDateTime: '2031-01-31T17:00:00Z', type: 'DEFAULT' }
          const ofActivity = (one: Fields) => ({
            ...more,
            serviceCall: { id: 'X', code: 'X' },
            workflowStep: { id: null },
            chargeable: true,
            syncStatus: 'IN_CLOUD',
            ...one,
          })
          return 'activities' in filled
            ? { origin: 'DEFAULT', ...more, ...filled, activities: elementsIn(filled['activities']).map(ofActivity) }
            : operation === 'service-activity'
              ? ofActivity(filled)
              : filled
        },
      },
    },
  },
  {
    id: 'service-empty-id-is-none',
    leaves: ['B-SVC-09'],
    says: 'A key of a reference that is an empty text counts as absent.',
    rule: {
      service: {
        reads: (reference) =>
          service.reads(Object.fromEntries(Object.entries(reference).filter(([, value]) => value !== ''))),
      },
    },
  },
  {
    ...through(
      'report-built-201-and-200-when-again',
      ['B-RPT-03', 'B-RPT-14'],
      'The first build of its kind is answered 201, each later one 200 with an ETag; the fields that were not sent have defaults.',
      async (request, go, { house }) => {
        const response = await go(request)
        if (!isBuild(request) || response.status !== 200) return response
        const key = request.body.toString('latin1')
        const isAgain = built(house).has(key)
        built(house).add(key)
        return isAgain ? { ...response, headers: [...response.headers, ['ETag', '"7"']] } : { ...response, status: 201 }
      },
    ),
    rule: {
      reporting: {
        fills: () => ({
          reportLanguage: 'en',
          reportTimeZone: 'Europe/Berlin',
          reportType: 'PDF',
          reportParameters: {},
        }),
      },
    },
  },
  through(
    'report-query-of-others-ignored',
    ['B-RPT-08'],
    'A query that names another account or company than those of the token is ignored in favour of the token.',
    (request, go, { house }) => {
      const token = isReport(request) ? findToken(house, bearerIn(request)) : undefined
      if (!token) return go(request)
      const { query } = askedOf(request)
      const isOther =
        (query.has('account') && query.get('account') !== token.account.name) ||
        (query.has('company') && !token.companies.some(({ name }) => name === query.get('company')))
      const [first] = token.companies
      return go(
        isOther ? withQuery(request, { account: token.account.name, company: first ? first.name : null }) : request,
      )
    },
  ),
]
