import { everyTechnician } from '../crowd/technicians.ts'
import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { isFieldList } from '../variants/turned-away.ts'
import {
  askedOf,
  eachRecord,
  headerIn,
  isWell,
  jsonIn,
  passing,
  rewriting,
  withBody,
  withJson,
  type Asked,
} from './passing.ts'
import { elementsIn, type PeopleFields } from './people-kinds.ts'
import { isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

const demandingRequestId = (id: string, breaks: Fault['breaks'], of: string, concerns: (path: string) => boolean) =>
  passing(id, breaks, `A call of ${of} without X-Request-ID is refused with 400.`, (request, go, { inBatch }) =>
    !inBatch && concerns(request.target) && headerIn(request, 'X-Request-ID') === undefined
      ? Promise.resolve(json(400, { title: 'Bad Request', detail: 'Missing request header X-Request-ID' }))
      : go(request),
  )

/** Another tree than the one that was sent, part by part. */
const inTrees = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  edit: (part: PeopleFields) => PeopleFields,
): Fault =>
  rewriting(
    id,
    breaks,
    says,
    ({ method }) => method === 'POST',
    (request) =>
      isTreePost(request)
        ? withJson(request, (tree) => ({
            ...edit(tree),
            ...('activities' in tree ? { activities: activitiesIn(tree).map(edit) } : {}),
          }))
        : request,
  )

const withRequirements = (part: PeopleFields, change: (all: readonly PeopleFields[]) => readonly PeopleFields[]) =>
  'requirements' in part ? { ...part, requirements: change(elementsIn(part['requirements'])) } : part

const first = perHouse((): { partner?: PeopleFields } => ({}))

const ofPlaces = perHouse(() => new Map<string, unknown>())
const areaIn = (fields: PeopleFields): PeopleFields | undefined =>
  isFieldList(fields['serviceArea']) ? fields['serviceArea'] : undefined

const goneByEmail = perHouse(() => new Map<string, PeopleFields>())

const isTemplate = ({ resource }: Asked): boolean => resource === 'ReportTemplate'
const patched = perHouse(() => new Set<string>())
const plain = (id: unknown): string => String(id).replaceAll('-', '').toUpperCase()

const isForm = (request: PlatformRequest): boolean =>
  /\/api\/reporting\/v1(?:\/build)?(?:\?|$)/.test(request.target) &&
  /urlencoded/i.test(headerIn(request, 'Content-Type') ?? '')
const pairsIn = (request: PlatformRequest): URLSearchParams => new URLSearchParams(request.body.toString('utf8'))

/** Breaches of the other interfaces of part B by what an ordinary server overlooks: headers of elsewhere, the second of two, what is written back as it was read. */
export const leftOverFieldFaults: readonly Fault[] = [
  demandingRequestId('report-request-id-demanded', ['A-AUT-08'], 'the Reporting API', (path) =>
    path.includes('/api/reporting/v1'),
  ),
  demandingRequestId('crowd-request-id-demanded', ['B-CRW-01', 'A-AUT-08'], 'crowd technicians', (path) =>
    path.includes('/api/crowd/v2/'),
  ),
  demandingRequestId('dispatch-request-id-demanded', ['B-DSP-01', 'A-AUT-08'], 'partner dispatching', (path) =>
    path.includes('/cloud-partner-dispatch-service/'),
  ),
  inTrees('service-one-requirement-per-part', ['B-SVC-31', 'B-SVC-22'], 'A part keeps its last requirement.', (part) =>
    withRequirements(part, (all) => all.slice(-1)),
  ),
  inTrees(
    'service-requirements-mandatory-as-the-first',
    ['B-SVC-31', 'B-SVC-22'],
    'Each requirement of a part is as mandatory as its first one.',
    (part) => withRequirements(part, (all) => all.map((one) => ({ ...one, mandatory: all[0]?.['mandatory'] }))),
  ),
  rewriting(
    'service-zero-duration-of-the-call-is-none',
    ['B-SVC-31', 'B-SVC-22'],
    'A durationInMinutes of 0 of a service call is kept as none.',
    ({ method }) => method === 'POST',
    (request) =>
      isTreePost(request)
        ? withJson(request, ({ durationInMinutes, ...tree }) => ({
            ...tree,
            ...(durationInMinutes === 0 ? {} : { durationInMinutes }),
          }))
        : request,
  ),
  passing(
    'service-reference-of-a-null-id-finds-the-first',
    ['B-SVC-09'],
    'A business partner whose id is null is looked up by that, and the first one of all is found.',
    (request, go, { house }) => {
      if (!isTreePost(request)) return go(request)
      const { businessPartner } = jsonIn(request) ?? {}
      if (!isFieldList(businessPartner)) return go(request)
      if (businessPartner['id'] !== null) {
        first(house).partner ??= businessPartner
        return go(request)
      }
      return go(withJson(request, (tree) => ({ ...tree, businessPartner: first(house).partner ?? businessPartner })))
    },
  ),
  passing(
    'crowd-radius-shared-by-place',
    ['B-CRW-28'],
    'The radius around a place is the one that was sent last for it, whoever works there.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!request.target.includes('/api/crowd/v2/technicians') || !isWell(response)) return response
      const sent = areaIn(jsonIn(request) ?? {})
      if (sent?.['googlePlaceId'] !== undefined) ofPlaces(house).set(String(sent['googlePlaceId']), sent['radius'])
      return withJson(response, (body) => ({
        ...body,
        results: elementsIn(body['results']).map((one) => {
          const area = areaIn(one)
          const radius = ofPlaces(house).get(String(area?.['googlePlaceId']))
          return area && radius ? { ...one, serviceArea: { ...area, radius } } : one
        }),
      }))
    },
  ),
  passing(
    'crowd-deleted-revived-by-email',
    ['B-CRW-28', 'B-CRW-08'],
    'A technician with the e-mail of a deleted one has all that was not sent from that one.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const [, id] = /\/api\/crowd\/v2\/technicians(?:\/external-id\/([^/]+))?$/.exec(path) ?? []
      if (method === 'POST' && path.endsWith('/technicians')) {
        const former = goneByEmail(house).get(String(jsonIn(request)?.['email']))
        return go(former ? withJson(request, (sent) => ({ ...former, ...sent })) : request)
      }
      const known = everyTechnician(house).find(([, { externalId }]) => externalId === id)?.[1]
      const response = await go(request)
      if (method === 'DELETE' && known && isWell(response)) {
        const { addressId, ...fields } = known.fields
        goneByEmail(house).set(String(fields['email']), { ...fields, address: known.addresses.get(String(addressId)) })
      }
      return response
    },
  ),
  passing(
    'crowd-skills-written-back-are-there-twice',
    ['B-CRW-28', 'B-CRW-05'],
    'Skills that an update sends with their ids are added to those that there are.',
    (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const [, id] = /\/api\/crowd\/v2\/technicians\/external-id\/([^/]+)$/.exec(path) ?? []
      const known = everyTechnician(house).find(([, { externalId }]) => externalId === id)?.[1]
      return go(
        method === 'PUT' && known
          ? withJson(request, (sent) => {
              const skills = elementsIn(sent['skills'])
              return skills.some(({ uuid }) => uuid !== undefined)
                ? { ...sent, skills: [...known.skills, ...skills] }
                : sent
            })
          : request,
      )
    },
  ),
  passing(
    'report-generated-lost-by-a-patch',
    ['B-RPT-07'],
    'A template that was patched has no languages, types and paramatersSchema any more.',
    async (request, go, { house }) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (!isTemplate(asked) || !isWell(response)) return response
      if (asked.method === 'PATCH') patched(house).add(plain(asked.name))
      return withJson(response, (body) =>
        eachRecord(body, (record) =>
          patched(house).has(plain(record['id']))
            ? { ...record, languages: null, types: null, paramatersSchema: null }
            : record,
        ),
      )
    },
  ),
  passing(
    'report-form-empty-texts-refused',
    ['B-RPT-13'],
    'An empty text of a form is none, so that a build with one is refused.',
    (request, go) =>
      isForm(request) && [...pairsIn(request).values()].includes('')
        ? Promise.resolve(json(400, { title: 'Bad Request', detail: 'a parameter is missing' }))
        : go(request),
  ),
  rewriting(
    'report-form-texts-trimmed',
    ['B-RPT-13'],
    'Texts of a form lose the blanks at their ends.',
    ({ method }) => method === 'POST',
    (request) => {
      if (!isForm(request)) return request
      const trimmed = [...pairsIn(request)].map(([name, value]) => [name, value.trim()] as [string, string])
      return withBody(request, Buffer.from(new URLSearchParams(trimmed).toString()))
    },
  ),
]
