import { problem } from '../header-context.ts'
import type { House } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { isRecord, isText, wrongInAddress } from './record.ts'
import { newId, type CrowdFields, type Technician } from './technicians.ts'

interface Step {
  readonly operation: string
  readonly id: unknown
  readonly address: CrowdFields
}

/** Operations on the addresses of one technician, each by itself or all in one transaction (B-CRW-13, 25). */
export function runBatch(
  technician: Technician,
  sent: unknown,
  transactional: boolean,
  house: House,
): PlatformResponse {
  const { crowd } = house.rules
  const steps = stepsIn(sent, technician, house)
  if (typeof steps === 'string') return problem(400, 'Bad Request', steps)
  const undo: Array<{ readonly step: Step; readonly position: number; back(): void }> = []
  let goesOn = true
  const results = steps.map((step, position) => {
    if (!goesOn) return { id: step.id, operation: step.operation, status: 'NOT_DONE', error: null }
    const isOwn = step.operation === 'CREATE' && crowd.ownIds()
    const id = isOwn ? newId() : String(step.address['id'])
    const before = technician.addresses.get(id)
    const { fields } = technician
    const why = run({ ...step, address: { ...step.address, id } }, before, technician, house)
    if (why === undefined) {
      if (isOwn) technician.fields = { ...fields, addressId: id }
      undo.push({
        step,
        position,
        back: () => {
          technician.fields = fields
          if (before) technician.addresses.set(id, before)
          else technician.addresses.delete(id)
        },
      })
    }
    goesOn = why === undefined || transactional || crowd.goesOn()
    return { id: step.id, operation: step.operation, status: why === undefined ? 'DONE' : 'FAILED', error: why ?? null }
  })
  const failed = results.some(({ error }) => error !== null)
  if (failed && transactional) {
    const failedAt = results.findIndex(({ error }) => error !== null)
    for (const { step, position, back } of undo.reverse())
      if (crowd.undoes(step.operation, position, steps.length, failedAt, steps[failedAt]?.operation)) back()
    return problem(crowd.failedBatchStatus(true), 'Bad Request', 'an operation failed, so none was done')
  }
  return json(crowd.status('batch', {}), crowd.batchBody(results))
}

function stepsIn(sent: unknown, { addresses }: Technician, { rules }: House): readonly Step[] | string {
  const requests = isRecord(sent) ? sent['requests'] : undefined
  if (!Array.isArray(requests)) return 'requests must be a list'
  const steps: Step[] = []
  for (const request of requests as readonly unknown[]) {
    if (!isRecord(request) || !rules.crowd.takesOperation(request['operation']))
      return 'operation is CREATE, UPDATE or DELETE'
    const { address, operation, id } = request
    if (!isRecord(address)) return 'address is required'
    const named = rules.crowd.namesAddress(String(operation), address['id'], [...addresses.keys()])
    if (!isText(named)) return 'address needs an id'
    steps.push({ operation: String(operation), id, address: { ...address, id: named } })
  }
  return rules.crowd.steps(steps)
}

function run(
  { operation, address }: Step,
  before: CrowdFields | undefined,
  technician: Technician,
  { rules }: House,
): string | undefined {
  const id = String(address['id'])
  const isMade = operation === 'UPDATE' && rules.crowd.updateCreates()
  if (operation === 'CREATE' ? before : !before && !isMade)
    return operation === 'CREATE' ? 'there is such an address' : 'there is no such address'
  const wrong = wrongInAddress(address)
  if (wrong !== undefined) return wrong
  const objection = operation === 'DELETE' ? undefined : rules.crowd.objects('address', { address }, {}, new Map())
  if (objection !== undefined) return objection
  if (operation === 'DELETE' && rules.crowd.keepsAddress(technician.addresses.size)) return 'the only address stays'
  if (!rules.crowd.does(operation)) return undefined
  if (operation === 'DELETE') technician.addresses.delete(id)
  else technician.addresses.set(id, { ...before, ...rules.crowd.carries(operation, address) })
  return undefined
}
