import type { StoredRecord } from '../store/record.ts'
import { lookUp } from './lookup.ts'
import { isFields, readPart, readSent, refuseTree } from './read-part.ts'
import { activityShape, addressShape, callShape, requirementShape, udfShape, type TreeShape } from './shape.ts'
import { callTree } from './show.ts'
import type { TreeCall } from './tree-call.ts'
import { activitySteps, addressIn, commitSteps, listOf, located, treeIn, type TreeStep } from './write.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Changes a service call by what its tree holds, and answers the tree: activities that it names are changed, others added. The documents show
 * no such call (B-SVC-19), so its form is that of known clients; only what they say of addresses binds it (B-SVC-12, 13).
 */
export function patchTree(tree: TreeCall, record: StoredRecord, sent: unknown): Fields {
  const body = treeIn(sent, tree)
  const steps: TreeStep[] = [changed('ServiceCall', record, body, callShape, tree)]
  for (const one of listOf(body, 'activities')) {
    const known = activityIn(one, record, tree)
    steps.push(
      ...(known ? [changed('Activity', known, one, activityShape, tree)] : activitySteps(one, record.id, tree)),
    )
  }
  commitSteps(steps, tree)
  return callTree(tree.store.table('ServiceCall').byId(record.id) ?? record, tree.store, tree.house)
}

/** An activity of the service call: by id, if absent by code, if absent by externalId (B-SVC-09). */
function activityIn(one: Fields, owner: StoredRecord, { store, house }: TreeCall): StoredRecord | undefined {
  const { id } = one
  const found = lookUp({ ...one, id: isFields(id) ? id['uuid'] : id }, 'Activity', store, house)
  if (found && found.fields['serviceCall'] !== owner.id)
    return refuseTree('the activity is one of another service call')
  return found ?? ((id ?? null) === null ? undefined : refuseTree('there is no such activity'))
}

const changed = (table: string, record: StoredRecord, body: Fields, shape: TreeShape, tree: TreeCall): TreeStep => ({
  table,
  run: (put) => {
    const listed = (name: string, of: TreeShape, part: 'requirement' | 'udf') =>
      name in body ? { [name]: listOf(body, name).map((one) => readPart(one, of, part, tree)) } : {}
    put(table, record.id, record.externalId, {
      ...record.fields,
      ...readSent(body, shape, table === 'Activity' ? 'activity' : 'call', tree),
      ...listed('requirements', requirementShape, 'requirement'),
      ...listed('udfValues', udfShape, 'udf'),
      ...(table === 'Activity' || 'address' in body ? { address: addressAfter(record, body, tree) } : {}),
    })
  },
})

function addressAfter(record: StoredRecord, body: Fields, tree: TreeCall): Fields | undefined {
  const { service } = tree.house.rules
  const former = record.fields['address'] as Fields | undefined
  const address = addressIn(body)
  if (!address) return service.patchClearsAddress() ? undefined : former
  const isSourced = (address['source'] ?? null) !== null && (address['sourceId'] ?? null) !== null
  return service.takesAddress(isSourced)
    ? service.patchedAddress(former, { ...readPart(address, addressShape, 'address', tree), ...located(address) })
    : former
}
