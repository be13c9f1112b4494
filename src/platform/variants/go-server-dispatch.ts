import type { Variant } from '../deviation.ts'
import { askedOf, isWell, withJson } from '../faults/passing.ts'
import { through } from './lawful.ts'

const plain = (id: string): string => id.replace(/-/g, '').toLowerCase()

/** Lawful servers of dispatching, as one that was written from the document alone has them. */
export const goServerDispatchVariants: readonly Variant[] = [
  {
    id: 'dispatch-each-plan-has-its-technician',
    leaves: ['B-DSP-06', 'B-DSP-09'],
    says: 'Each time an activity is planned it is planned to one technician, and an action that names another is refused with 404.',
    rule: { dispatch: { namesPlanned: (named, planned) => plain(named) === plain(planned) } },
  },
  through(
    'dispatch-pages-tell-their-own-number',
    ['B-DSP-17', 'B-DSP-23'],
    'Each page of the list tells which it is, and not how many there are; pages behind the last have no results.',
    async (request, go) => {
      const response = await go(request)
      const { path, method, query } = askedOf(request)
      if (method !== 'GET' || !/\/assignment-details$/.test(path) || !isWell(response)) return response
      return withJson(response, (body) => {
        const { totalPages, ...told } = body
        return totalPages === undefined ? body : { ...told, number: Number(query.get('page') ?? 0) }
      })
    },
  ),
]
