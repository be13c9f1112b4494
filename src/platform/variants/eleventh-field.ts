import type { Variant } from '../deviation.ts'
import { jsonIn, type Json } from '../faults/passing.ts'
import { json } from '../http/answers.ts'
import { through } from './lawful.ts'
import { isFieldList } from './turned-away.ts'

const listIn = (value: unknown): ReadonlyArray<Readonly<Json>> =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isFieldList) : []

const isTree = (target: string): boolean => /\/composite-tree\/service-calls(?:\?|$)/.test(target)

/** The parts of a tree that have external ids. */
function partsOf(call: Json): readonly Json[] {
  const inner = (part: Json) => listIn(part['reservedMaterials'])
  return [call, ...inner(call), ...listIn(call['activities']).flatMap((activity) => [activity, ...inner(activity)])]
}

const isWrong = ({ quantity, moved = 0, used = 0, shipped = 0 }: Json): boolean => {
  const numbers = [quantity, moved, used, shipped].map(Number)
  const [all = 0, taken = 0, spent = 0, sent = 0] = numbers
  return (
    numbers.every(Number.isFinite) && (all < 1 || taken < 0 || spent < 0 || taken > all || spent > taken || sent > all)
  )
}

/** Lawful readings of technicians, dispatching and service calls, thought up by an eleventh reader (suites/two-readings). */
export const eleventhFieldVariants: readonly Variant[] = [
  through(
    'crowd-batches-of-five-addresses',
    ['B-CRW-13'],
    'A batch of no address, of more than five, or with an operation id twice is refused with 403.',
    (request, go) => {
      if (request.method !== 'POST' || !/\/addresses\/actions\/batch(?:\?|$)/.test(request.target)) return go(request)
      const requests = listIn(jsonIn(request)?.['requests'])
      const ids = requests.flatMap((one) => [one['operationId'] ?? one['id'] ?? []].flat()).map(String)
      return requests.length === 0 || requests.length > 5 || new Set(ids).size < ids.length
        ? Promise.resolve(json(403, { error: 'forbidden', message: 'no such batch' }))
        : go(request)
    },
  ),
  through(
    'dispatch-batch-names-each-activity-once',
    ['B-DSP-11'],
    'A batch that names an activity twice is refused with 422, and no item is accepted.',
    (request, go) => {
      if (request.method !== 'POST' || !/\/cloud-partner-dispatch-service\/.*\/batch(?:\?|$)/.test(request.target))
        return go(request)
      const ids = listIn(jsonIn(request)?.['items']).map(({ activityId }) => String(activityId).toLowerCase())
      return new Set(ids).size < ids.length
        ? Promise.resolve(json(422, { detail: 'an activity stands twice' }))
        : go(request)
    },
  ),
  through(
    'service-external-ids-stand-once-in-a-tree',
    ['B-SVC-27'],
    'A tree in which an external id stands twice, whatever its parts are, is refused with 409.',
    (request, go) => {
      const call = request.method === 'POST' && isTree(request.target) ? jsonIn(request) : undefined
      const names = call
        ? partsOf(call).flatMap(({ externalId }) => (typeof externalId === 'string' ? externalId : []))
        : []
      return new Set(names).size < names.length
        ? Promise.resolve(json(409, { error: 'CA-147', message: 'externalId stands twice', values: [] }))
        : go(request)
    },
  ),
  through(
    'service-material-arithmetic',
    ['B-SVC-14'],
    'A tree with a material of which more was moved or shipped than there is, or more used than moved, is refused with 422.',
    (request, go) => {
      const call = request.method === 'POST' && isTree(request.target) ? jsonIn(request) : undefined
      const isRefused = call !== undefined && partsOf(call).some((part) => 'quantity' in part && isWrong(part))
      return isRefused
        ? Promise.resolve(json(422, { error: 'CA-60', message: 'quantities do not add up', values: [] }))
        : go(request)
    },
  ),
]
