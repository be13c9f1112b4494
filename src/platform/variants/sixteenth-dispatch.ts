import type { Variant } from '../deviation.ts'
import { assignmentOf } from '../dispatch/assignments.ts'
import { askedOf, isWell, jsonIn } from '../faults/passing.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { through } from './lawful.ts'

const detailsPath = /\/cloud-partner-dispatch-service\/api\/v1\/assignment-details(?:\/([^/]+))?$/

/** The activity of an update of its assignment. */
const updatedIn = (request: PlatformRequest): string | undefined =>
  request.method === 'PUT' ? detailsPath.exec(askedOf(request).path)?.[1] : undefined

/** Lawful readings of dispatching, thought up by a sixteenth reader (suites/two-readings). */
export const sixteenthDispatchVariants: readonly Variant[] = [
  through(
    'dispatch-first-times-201-then-200',
    ['B-DSP-04'],
    'The update that gives an activity its first times is answered 201, each later one 200.',
    async (request, go, { house }) => {
      const name = updatedIn(request)
      const before = name === undefined ? undefined : assignmentOf(house, decodeURIComponent(name))
      const isFirst = before !== undefined && Object.keys(before.times).length === 0
      const response = await go(request)
      return isFirst && response.status === 200 ? { ...response, status: 201 } : response
    },
  ),
  through(
    'dispatch-page-past-the-end-404',
    ['B-DSP-15', 'B-DSP-17'],
    'A page of a list behind the last one is answered 404, unless it is the first.',
    async (request, go, { house }) => {
      const response = await go(request)
      const { path, query, method } = askedOf(request)
      const page = Number(query.get('page') ?? 0)
      if (method !== 'GET' || !detailsPath.test(path) || !isWell(response)) return response
      const body: unknown = jsonIn(response)
      const { results = body } = (body ?? {}) as { readonly results?: unknown }
      const isEmpty = Array.isArray(results) && results.length === 0
      return isEmpty && page > house.rules.dispatch.firstPage() ? empty(404) : response
    },
  ),
]
