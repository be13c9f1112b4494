import { everyTechnician } from '../crowd/technicians.ts'
import type { Variant } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { activityIn, isAct } from '../faults/fifth-dispatch.ts'
import { askedOf, headerIn, isWell, jsonIn, withJson } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { isTreeCall } from '../faults/tree-memory.ts'
import { heldWithin } from '../held-within.ts'
import { json } from '../http/answers.ts'
import { through } from './lawful.ts'
import { objectSent } from './turned-away.ts'

const crowdPath = /\/api\/crowd\/v2\/technicians(?:\/external-id\/[^/]+)?$/
const rowsAsked = heldWithin<number>()

/** Lawful servers of the other interfaces of part B, thought up by a twenty-second reader (suites/two-readings). */
export const twentySecondFieldVariants: readonly Variant[] = [
  {
    ...through(
      'crowd-last-address-is-the-one-of-the-record',
      ['B-CRW-09', 'B-CRW-22'],
      'A technician shows the address that was made last, whatever came with it, and none after the deletion of that one.',
      async (request, go, { house }) => {
        const response = await go(request)
        const { path, method } = askedOf(request)
        const isOfOne = crowdPath.test(path) && (method !== 'GET' || path.includes('/external-id/'))
        if (!isOfOne || !isWell(response) || elementsIn(jsonIn(response)?.['results']).length === 0) return response
        return withJson(response, (body) => ({
          ...body,
          results: elementsIn(body['results']).map((one) => {
            const technician = everyTechnician(house).find(
              ([, { externalId }]) => externalId === one['externalId'],
            )?.[1]
            const last = [...(technician?.addresses.values() ?? [])].at(-1)
            return last ? { ...one, address: house.rules.crowd.address(last) } : one
          }),
        }))
      },
    ),
    // These say otherwise which address a technician shows.
    excludes: ['crowd-newest-address-becomes-the-main-one', 'crowd-first-address-becomes-the-main-one'],
  },
  {
    id: 'crowd-external-ids-count-from-zeros',
    leaves: ['B-CRW-04'],
    says: 'External ids are counted per company, in ten digits with zeros before them.',
    rule: {
      crowd: {
        externalId: (_generated, _sent, freed, there) => String(freed.length + there.size + 17).padStart(10, '0'),
      },
    },
  },
  {
    ...through(
      'dispatch-page-is-a-number-of-rows',
      ['B-DSP-03', 'B-DSP-23'],
      'page is how many assignments a list shows, the oldest first; no parameter goes on from there, and a list without page is refused.',
      (request, go) => {
        const { method, path, query } = askedOf(request)
        if (method !== 'GET' || !path.endsWith('/assignment-details')) return go(request)
        const rows = Number(query.get('page') ?? 0)
        if (rows === 0) return Promise.resolve(json(400, { title: 'Bad Request', detail: 'page is required' }))
        return rowsAsked.run(rows, () => go(request))
      },
    ),
    // What is behind the last page is the first one here.
    excludes: ['dispatch-page-past-the-end-404'],
    rule: { dispatch: { pageSize: () => rowsAsked.get() ?? 20, pageOf: () => 0, firstPage: () => 1 } },
  },
  through(
    'dispatch-accept-chooses-the-technician',
    ['B-DSP-09', 'B-DSP-11', 'B-DSP-23'],
    'Who is named in an accept becomes the technician of the assignment.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isWell(response)) return response
      const sent = objectSent(request)
      const items = isAct(request, 'accept') ? [sent] : isAct(request, 'accept/batch') ? elementsIn(sent['items']) : []
      for (const { activityId, technicianid, technicianId = technicianid } of items) {
        const found = assignmentOf(house, activityIn(activityId))
        if (found?.status === 'ACCEPTED' && typeof technicianId === 'string') found.technicianId = technicianId
      }
      return response
    },
  ),
  {
    id: 'dispatch-batch-of-nothing-201',
    leaves: ['B-DSP-11', 'B-DSP-18'],
    says: 'A batch without an item is answered 201.',
    rule: { dispatch: { takesItems: (count) => count <= 50 } },
  },
  {
    id: 'service-empty-external-id-is-one',
    leaves: ['B-SVC-08', 'B-SVC-27'],
    says: 'An empty externalId is one, which a second record of the kind is refused for.',
    rule: { service: { takesExternalId: (value): value is string => typeof value === 'string' } },
  },
  through(
    'service-headers-that-differ-403',
    ['B-SVC-02', 'B-SVC-26'],
    'A call whose deprecated header account or company says otherwise than X-Account-Name or X-Company-Name is refused with 403.',
    (request, go) => {
      const differs = (old: string, header: string): boolean => {
        const [one, other] = [headerIn(request, old), headerIn(request, header)]
        return one !== undefined && other !== undefined && one !== other
      }
      return isTreeCall(request) && (differs('account', 'X-Account-Name') || differs('company', 'X-Company-Name'))
        ? Promise.resolve(json(403, { message: 'the headers differ' }))
        : go(request)
    },
  ),
  {
    id: 'report-unknown-template-built',
    leaves: ['B-RPT-03', 'B-RPT-14'],
    says: 'A build of a template that there is not is taken, and answered with its fields.',
    rule: { reporting: { refusesUnknown: () => false } },
  },
]
