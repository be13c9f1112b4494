import type { House } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface } from '../interface.ts'
import type { StoredRecord } from '../store/record.ts'
import { bulkTrees } from './bulk.ts'
import { kept } from './kept.ts'
import { patchTree } from './patch.ts'
import { activityTree, callTree } from './show.ts'
import { treeCall, TreeRefused, type TreeCall } from './tree-call.ts'
import { createTree, jsonOf } from './write.ts'

/** POST of a tree (B-SVC-03, 04). */
const create = (call: Call, house: House): Promise<PlatformResponse> =>
  treeCall(call, house, 'create', (tree) => {
    const id = createTree(tree)
    const record = tree.store.table('ServiceCall').byId(id)
    return record ? callTree(record, tree.store, house) : { id: { uuid: house.rules.shown.id(id) } }
  })

/** GET of a tree (B-SVC-05). */
const get = (call: Call, house: House): Promise<PlatformResponse> =>
  treeCall(call, house, 'read', (tree) => callTree(namedCall(tree), tree.store, house))

/** GET of one activity of a tree (B-SVC-06). */
const getActivity = (call: Call, house: House): Promise<PlatformResponse> =>
  treeCall(call, house, 'read', (tree) => {
    const { service } = house.rules
    const calls = tree.store.table('ServiceCall')
    const named = callAt(tree)
    const activity = tree.store.table('Activity').byId(call.params['activity'] ?? '')
    if (!activity || !service.belongs(activity, named)) return missing(named ? 'activity' : 'service call', house)
    const owner = named ?? calls.byId(String(activity.fields['serviceCall'])) ?? missing('service call', house)
    return activityTree(service.activity(activity, tree.store.table('Activity').all()), owner, tree.store, house)
  })

/** PATCH of a service call. */
const patch = (call: Call, house: House): Promise<PlatformResponse> =>
  treeCall(call, house, 'update', (tree) => kept(tree, 0, (own) => patchTree(own, namedCall(own), jsonOf(own))))

/** POST and PATCH of a list of service calls. */
const bulk =
  (action: 'create' | 'update') =>
  (call: Call, house: House): Promise<PlatformResponse> =>
    treeCall(call, house, action, (tree) =>
      bulkTrees(tree, (id) => tree.store.table('ServiceCall').byId(id) ?? missing('service call', house)),
    )

function callAt({ call, store, house }: TreeCall): StoredRecord | undefined {
  const calls = store.table('ServiceCall')
  return house.rules.service.callNamed(
    call.params['serviceCall'] ?? '',
    (id) => calls.byId(id),
    () => calls.all(),
  )
}

function namedCall(tree: TreeCall): StoredRecord {
  const { house } = tree
  const found = callAt(tree)
  return found && house.rules.service.readable(house.clock.now() - found.lastChanged)
    ? found
    : missing('service call', house)
}

function missing(what: string, { rules }: House): never {
  throw new TreeRefused(rules.service.missingStatus(what), `there is no such ${what}`)
}

const base = '/api/service-management/v2/composite-tree/service-calls'

const bulkBase = '/api/service-management/v2/composite-bulk/service-calls'

/** The Service API v2, at each cluster's address. */
export const serviceInterface: Interface = {
  name: 'service',
  at: 'cluster',
  routes: [
    { method: 'POST', path: base, handle: create },
    { method: 'GET', path: `${base}/:serviceCall`, handle: get },
    { method: 'GET', path: `${base}/:serviceCall/activities/:activity`, handle: getActivity },
    { method: 'PATCH', path: `${base}/:serviceCall`, handle: patch },
    { method: 'POST', path: bulkBase, handle: bulk('create') },
    { method: 'PATCH', path: bulkBase, handle: bulk('update') },
  ],
}
