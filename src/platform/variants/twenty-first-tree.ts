import type { Variant } from '../deviation.ts'
import { askedOf, withQuery } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { bearerIn } from '../faults/token-calls.ts'
import { perHouse } from '../house.ts'
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

/** Lawful servers of service trees and reports, thought up by a twenty-first reader (suites/two-readings). */
export const twentyFirstTreeVariants: readonly Variant[] = [
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
