import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { headerIn, isWell, passing, withJson, type Json } from './passing.ts'
import { elementsIn } from './people-kinds.ts'
import { isTreePost } from './tree-memory.ts'

const latest = perHouse(() => ({ token: undefined as string | undefined }))

const withOneValue = (material: Json): Json =>
  'udfValues' in material ? { ...material, udfValues: elementsIn(material['udfValues']).slice(0, 1) } : material

/** Breaches of trees that only their materials and a refused creation show. */
export const unaskedFieldFaults: readonly Fault[] = [
  passing(
    'service-activity-by-itself-shows-one-udf-value-of-materials',
    ['B-SVC-31', 'B-SVC-06'],
    'An activity that is read by itself shows the first value of user-defined fields of its materials.',
    async (request, go) => {
      const response = await go(request)
      const isOfActivity = request.method === 'GET' && /\/service-calls\/[^/]+\/activities\//.test(request.target)
      if (!isOfActivity || !isWell(response)) return response
      return withJson(response, (activity) => ({
        ...activity,
        reservedMaterials: elementsIn(activity['reservedMaterials']).map((one) => withOneValue(one as Json)),
      }))
    },
  ),
  passing(
    'service-tree-udf-values-of-the-first-material',
    ['B-SVC-31', 'B-SVC-14'],
    'In a tree that is read the materials of an activity show the values of user-defined fields of the first one.',
    async (request, go) => {
      const response = await go(request)
      const isOfTree = request.method === 'GET' && /\/service-calls\/[^/]+$/.test(request.target)
      if (!isOfTree || !isWell(response)) return response
      return withJson(response, (tree) => ({
        ...tree,
        activities: elementsIn(tree['activities']).map((activity) => ({
          ...activity,
          reservedMaterials: elementsIn(activity['reservedMaterials']).map((one, _at, [first]) =>
            'udfValues' in one && first ? { ...one, udfValues: first['udfValues'] } : one,
          ),
        })),
      }))
    },
  ),
  passing(
    'service-create-with-a-dead-token-refused-yet-done',
    ['B-SVC-17', 'A-TOK-21'],
    'The creation of a tree with an expired token is answered 401, and done.',
    async (request, go, { house }) => {
      const response = await go(request)
      const known = latest(house)
      const own = headerIn(request, 'Authorization')
      if (isWell(response)) known.token = own ?? known.token
      const { token } = known
      if (response.status === 401 && isTreePost(request) && token !== undefined && own !== undefined)
        await go({
          ...request,
          headers: request.headers.map(([name, value]) => [
            name,
            name.toLowerCase() === 'authorization' ? token : value,
          ]),
        })
      return response
    },
  ),
]
