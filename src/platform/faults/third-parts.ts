import type { Fault } from '../deviation.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { optimizationHeaders } from '../optimization/request.ts'
import { reportingRules } from '../rulebook/reporting.ts'
import { serviceRules } from '../rulebook/service.ts'
import { objectSent } from '../variants/turned-away.ts'
import { headerIn, passing, rewriting, withJson } from './passing.ts'
import { serviceFault, takes } from './service-fault.ts'
import { inActivities } from './tree-edits.ts'
import { treePath } from './tree-wire.ts'
import { isStartOfJob } from './wish-wire.ts'

type Part = Readonly<Record<string, unknown>>

const { reporting } = reportingRules
const { service } = serviceRules

const isTreePost = ({ method, target }: PlatformRequest): boolean => method === 'POST' && target.includes(treePath)
const listIn = (part: Part, name: string): readonly Part[] => (Array.isArray(part[name]) ? (part[name] as Part[]) : [])
const plain = (id: unknown): string =>
  String((id as Part | undefined)?.['uuid'] ?? id)
    .replaceAll('-', '')
    .toUpperCase()

/** Streets that came with addresses of other objects. */
const streets = new Map<string, unknown>()

const keepStreets = (activity: Part): Part => {
  const address = activity['address'] as Part | null | undefined
  if (address?.['source'] && address['sourceId']) streets.set(plain(address['sourceId']), address['street'])
  return activity
}

/** Each value of a user-defined field with the first one of that field. */
const withFirstValues = (body: Part): Part => {
  const first = new Map<string, unknown>()
  const valued = (one: Part): Part => {
    const key = JSON.stringify(one['udfMeta'])
    if (!first.has(key)) first.set(key, one['value'])
    return { ...one, value: first.get(key) }
  }
  return inActivities((activity) =>
    Array.isArray(activity['udfValues'])
      ? { ...activity, udfValues: listIn(activity, 'udfValues').map(valued) }
      : activity,
  )(body) as Part
}

const withoutMaterials = (body: Part): Part => ({
  ...body,
  activities: listIn(body, 'activities').map((one) => ({ ...one, reservedMaterials: [] })),
})

const serviceFaults: readonly Fault[] = [
  serviceFault(
    'external-id-in-any-case',
    ['B-SVC-09'],
    'An external id finds the first that differs in letter case only.',
    {
      meant: (asked, all) => all().find((one) => one.toLowerCase() === asked.toLowerCase()) ?? asked,
    },
  ),
  serviceFault('external-id-twice-at-once', ['B-SVC-08'], 'Calls that come at once may hold one external id.', {
    onTakenExternalId: (table, ageMs) => (table === 'ServiceCall' && ageMs < 15 ? 'double' : 'refuse'),
  }),
  passing(
    'service-tree-stays-without-its-materials',
    ['B-SVC-18'],
    'A tree that is refused for a reserved material of an activity is stored without it.',
    async (request, go) => {
      const response = await go(request)
      if (!isTreePost(request) || response.status < 400 || response.status === 401) return response
      const isMaterial = listIn(objectSent(request), 'activities').some(
        (one) => listIn(one, 'reservedMaterials').length > 0,
      )
      if (isMaterial) await go(withJson(request, withoutMaterials))
      return response
    },
  ),
  serviceFault(
    'sourced-address-written-through',
    ['B-SVC-12'],
    'A street sent with a sourced address is that of its object.',
    {
      ...takes((body) => inActivities((one) => keepStreets(one))(body)),
      address: (address, kind) =>
        kind === 'referenced' && streets.has(plain(address['sourceId']))
          ? { ...service.address(address, kind), street: streets.get(plain(address['sourceId'])) }
          : service.address(address, kind),
    },
  ),
  serviceFault(
    'udf-values-of-the-first-activity',
    ['B-SVC-31'],
    'Activities with values of one user-defined field get that of the first.',
    takes(withFirstValues),
  ),
]

const isBuild = ({ method, target }: Pick<PlatformRequest, 'method' | 'target'>): boolean =>
  method === 'POST' && /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(target)
const isForm = (request: PlatformRequest): boolean =>
  (headerIn(request, 'Content-Type') ?? '').startsWith('application/x-www-form-urlencoded')

const reportFaults: readonly Fault[] = [
  passing(
    'report-time-zones-of-two-words',
    ['B-RPT-02'],
    'A time zone that is not of two words with a slash between is refused.',
    (request, go) => {
      const zone = isForm(request)
        ? new URLSearchParams(request.body.toString('utf8')).get('reportTimeZone')
        : objectSent(request)['reportTimeZone']
      return isBuild(request) && typeof zone === 'string' && !/^\w+\/\w+$/.test(zone)
        ? Promise.resolve(json(400, { message: 'there is no such time zone' }))
        : go(request)
    },
  ),
  {
    id: 'report-languages-only-grow',
    breaks: ['B-RPT-07'],
    says: 'A language that a new archive no longer has stays.',
    rule: {
      reporting: {
        languages: (files, all) => reporting.languages([...new Set([...files, ...all()])], all),
      },
    },
  },
  {
    id: 'report-streamed-archive-not-read',
    breaks: ['B-RPT-07'],
    says: 'Nothing is generated of an archive whose sizes stand behind its files.',
    rule: { reporting: { looksInto: (bytes) => !bytes || (bytes.readUInt16LE(6) & 8) === 0 } },
  },
  rewriting(
    'report-query-or-form',
    ['B-RPT-08', 'B-RPT-13'],
    'Form fields are not read where there is a query.',
    ({ method, path, query }) => isBuild({ method, target: path }) && query.size > 0,
    (request) => (isForm(request) ? { ...request, body: Buffer.alloc(0) } : request),
  ),
]

const exact: readonly string[] = ['Authorization', ...optimizationHeaders]

const optimizationFaults: readonly Fault[] = [
  passing(
    'optimization-headers-in-their-case-only',
    ['B-OPT-01'],
    'Headers are found only in the letter case of the documents.',
    (request, go) => {
      const names = new Set(request.headers.map(([name]) => name))
      const odd = isStartOfJob(request.target)
        ? exact.find((name) => headerIn(request, name) !== undefined && !names.has(name))
        : undefined
      return odd === undefined
        ? go(request)
        : Promise.resolve(json(400, { error: 'BAD_REQUEST', error_description: `the header ${odd} is missing` }))
    },
  ),
]

/** More quiet breaches of B-SVC, B-RPT and B-OPT, thought up by a third reader of the documents (suites/two-readings). */
export const thirdPartsFaults: readonly Fault[] = [...serviceFaults, ...reportFaults, ...optimizationFaults]
