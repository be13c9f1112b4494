import type { Answer, Call } from '../http.ts'
import { Refusal } from '../http.ts'
import type { Values } from '../peer/model.ts'
import { invalid, isObject, jsonOf } from './context.ts'
import type { Technician } from './state.ts'

/** Choice: numbers and zip codes may be sent as numbers, but are kept and answered as text, like the table has them. */
export function addressOf(value: unknown): Values {
  if (!isObject(value)) throw invalid('address')
  const fields = ['city', 'country', 'number', 'streetName', 'zipCode'].map((name) => {
    const one = value[name] ?? null
    const numeric = (name === 'number' || name === 'zipCode') && Number.isInteger(one)
    if (one !== null && typeof one !== 'string' && !numeric) throw invalid(`address.${name}`)
    return [name, one === null ? null : String(one as string | number)] as const
  })
  const id = value['id'] ?? null
  if (id !== null && typeof id !== 'string') throw invalid('address.id')
  return { ...Object.fromEntries(fields), ...(id !== null && { id }) }
}

interface Step {
  readonly id: unknown
  readonly operation: string
  readonly address: Values
}

/** Choice: creating uses the id that the address has to carry; one in use is forbidden, one unknown is not found. */
function applied(addresses: readonly Values[], { operation, address }: Step): Values[] | 403 | 404 {
  const known = addresses.some(({ id }) => id === address['id'])
  if (operation === 'CREATE') return known ? 403 : [...addresses, address]
  if (!known) return 404
  return operation === 'DELETE'
    ? addresses.filter(({ id }) => id !== address['id'])
    : addresses.map((one) => (one['id'] === address['id'] ? address : one))
}

export function batchOf(call: Call, technician: Technician): Answer {
  const flag = call.query.get('transactional') ?? 'false'
  if (flag !== 'true' && flag !== 'false') throw invalid('transactional')
  const requests = jsonOf(call)['requests']
  if (!Array.isArray(requests)) throw invalid('requests')
  // Choice: one request that is malformed fails the batch, transactional or not.
  const steps = requests.map((one: unknown): Step => {
    const operation = isObject(one) ? one['operation'] : undefined
    if (!isObject(one) || !['CREATE', 'DELETE', 'UPDATE'].includes(operation as string)) throw invalid('operation')
    const address = addressOf(one['address'])
    if (address['id'] === undefined) throw invalid('address.id')
    return { id: one['id'] ?? null, operation: operation as string, address }
  })
  let addresses: readonly Values[] = technician.addresses
  const results = []
  for (const step of steps) {
    const next = applied(addresses, step)
    const failed = typeof next === 'number'
    results.push({
      id: step.id,
      operation: step.operation,
      status: failed ? next : step.operation === 'CREATE' ? 201 : step.operation === 'DELETE' ? 204 : 200,
      addressId: step.address['id'],
    })
    // Choice: a transaction that fails has the status of what failed, and tells what was done up to there.
    if (failed && flag === 'true') throw new Refusal({ status: next, json: { results, rolledBack: true } })
    if (!failed) addresses = next
  }
  technician.addresses = [...addresses]
  return { status: 201, json: { results } }
}
