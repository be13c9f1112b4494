import type { Variant } from '../deviation.ts'
import { everyTechnician } from '../crowd/technicians.ts'
import { askedOf, isWell, jsonIn, withJson, type Json } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { withSent } from '../faults/serving.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { through } from './lawful.ts'

const isTree = /\/composite-tree\/service-calls(?:\?|$)/

const crowdPath = /\/api\/crowd\/v2\/technicians(?:\/external-id\/[^/]+)?$/

const hoursOf = (priority: unknown): number => (priority === 'HIGH' ? 4 : priority === 'LOW' ? 72 : 24)
const hourMs = 3_600_000

/** Lawful readings of crowd, dispatching and service trees, thought up by a nineteenth reader (suites/two-readings). */
export const nineteenthFieldVariants: readonly Variant[] = [
  {
    id: 'crowd-put-201-where-it-changes',
    leaves: ['B-CRW-05'],
    says: 'A PUT of a technician is answered 201, and 200 if all was so already.',
    rule: {
      crowd: { status: (does, of) => (does === 'update' && !of.same ? 201 : crowdRules.crowd.status(does, of)) },
    },
  },
  through(
    'crowd-newest-address-becomes-the-main-one',
    ['B-CRW-22'],
    'A technician that was created without an address shows the newest of its addresses.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { path, method } = askedOf(request)
      const isOfOne = crowdPath.test(path) && (method !== 'GET' || path.includes('/external-id/'))
      if (!isOfOne || !isWell(response) || elementsIn(jsonIn(response)?.['results']).length === 0) return response
      return withJson(response, (body) => ({
        ...body,
        results: elementsIn(body['results']).map((one) => {
          const technician = everyTechnician(house).find(([, { externalId }]) => externalId === one['externalId'])?.[1]
          const newest = [...(technician?.addresses.values() ?? [])].at(-1)
          return newest && (one['address'] ?? null) === null
            ? { ...one, address: house.rules.crowd.address(newest) }
            : one
        }),
      }))
    },
  ),
  {
    id: 'dispatch-batch-results-once-by-activity',
    leaves: ['B-DSP-11'],
    says: 'An activity that stands twice in a batch has one result, and results are in the order of the ids of activities.',
    rule: {
      dispatch: {
        items: (items) => {
          const ids = items.map((item) => String((item as Json | null)?.['activityId']).toLowerCase())
          return items.filter((_item, at) => ids.indexOf(ids[at] ?? '') === at)
        },
        results: (results) => results.toSorted((one, other) => (one.activityId < other.activityId ? -1 : 1)),
      },
    },
  },
  through(
    'service-due-and-duration-by-priority',
    ['B-SVC-22'],
    'A service call without dueDateTime is due by its priority, one without durationInMinutes takes an hour.',
    (request, go, { house }) => {
      const sent = request.method === 'POST' && isTree.test(request.target) ? jsonIn(request) : undefined
      if (!sent || Array.isArray(sent)) return go(request)
      const due = Math.ceil(house.clock.now() / hourMs + hoursOf(sent['priority'])) * hourMs
      return go(withSent(request, { dueDateTime: new Date(due).toISOString(), durationInMinutes: 60, ...sent }))
    },
  ),
  {
    id: 'service-addresses-located',
    leaves: ['B-SVC-10', 'B-SVC-30'],
    says: 'An address that is sent without location or country is shown with those that were found for it.',
    rule: {
      service: {
        address: (address, kind) =>
          kind === 'explicit'
            ? {
                ...address,
                location: address['location'] ?? { latitude: 48.1, longitude: 11.6 },
                country: address['country'] ?? 'DE',
              }
            : address,
      },
    },
  },
]
