import type { Variant } from '../deviation.ts'
import { everyAssignment } from '../dispatch/assignments.ts'
import { askedOf, isWell, jsonIn, withJson, type Json } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { through } from './lawful.ts'

const listPath = /\/assignment-details$/
const updatePath = /\/assignment-details\/([^/]+)$/

/** A row of a list, as clients in the field expect it. */
export const fieldRow = (row: Json): Json => {
  const assignment = (row['serviceAssignment'] ?? {}) as Json
  return {
    address: null,
    serviceCall: null,
    equipments: [],
    serviceAssignmentStatus: assignment['partnerDispatchingStatus'] ?? null,
    ...row,
  }
}

/** Forms of dispatching seen in clients and systems in the field, which the documents leave open. */
export const fieldFormVariants: readonly Variant[] = [
  through(
    'dispatch-rows-of-the-field',
    ['B-DSP-17'],
    'A row of a list has activity, address, serviceAssignment, serviceCall, serviceAssignmentStatus and equipments.',
    async (request, go) => {
      const response = await go(request)
      const { method, path } = askedOf(request)
      const isList = method === 'GET' && listPath.test(path) && isWell(response)
      return isList && Array.isArray(jsonIn(response)?.['results'])
        ? withJson(response, (body) => ({ ...body, results: elementsIn(body['results']).map(fieldRow) }))
        : response
    },
  ),
  {
    ...through(
      'dispatch-states-of-the-field',
      ['B-DSP-23'],
      'The state of an assignment is ASSIGNED when it is planned, MODIFIED after an update and CLOSED after a reject; only a release has a stated one.',
      async (request, go, { house }) => {
        for (const one of everyAssignment(house)) if (one.state === 'PLANNED') one.state = 'ASSIGNED'
        const response = await go(request)
        if (!isWell(response)) return response
        const { method, path } = askedOf(request)
        const updated = method === 'PUT' ? updatePath.exec(path)?.[1] : undefined
        const rejected = method === 'POST' && path.endsWith('/v1/reject') ? jsonIn(request)?.['activityId'] : undefined
        const named = String(rejected ?? decodeURIComponent(updated ?? '')).toUpperCase()
        for (const one of everyAssignment(house)) {
          if (one.state === 'PLANNED') one.state = 'ASSIGNED'
          if (one.released || one.activityId.toUpperCase() !== named) continue
          if (updated !== undefined) one.state = 'MODIFIED'
          else if (one.status === null) one.state = 'CLOSED'
        }
        return response
      },
    ),
    excludes: ['dispatch-always-202-four-seconds-later', 'dispatch-wrong-state-202'],
  },
]
