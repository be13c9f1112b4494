import type { House } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Call, Interface } from '../interface.ts'
import type { StoredRecord } from '../store/record.ts'
import { activityTree, callTree } from './show.ts'
import { treeCall, TreeRefused, type TreeCall } from './tree-call.ts'
import { createTree } from './write.ts'

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
    const named = calls.byId(call.params['serviceCall'] ?? '')
    const activity = tree.store.table('Activity').byId(call.params['activity'] ?? '')
    if (!activity || !service.belongs(activity, named)) return missing(named ? 'activity' : 'service call', house)
    const owner = named ?? calls.byId(String(activity.fields['serviceCall'])) ?? missing('service call', house)
    return activityTree(service.activity(activity, tree.store.table('Activity').all()), owner, tree.store, house)
  })

function namedCall({ call, store, house }: TreeCall): StoredRecord {
  const found = store.table('ServiceCall').byId(call.params['serviceCall'] ?? '')
  return found && house.rules.service.readable(house.clock.now() - found.lastChanged)
    ? found
    : missing('service call', house)
}

function missing(what: string, { rules }: House): never {
  throw new TreeRefused(rules.service.missingStatus(what), `there is no such ${what}`)
}

const base = '/api/service-management/v2/composite-tree/service-calls'

/** The Service API v2, at each cluster's address. */
export const serviceInterface: Interface = {
  name: 'service',
  at: 'cluster',
  routes: [
    { method: 'POST', path: base, handle: create },
    { method: 'GET', path: `${base}/:serviceCall`, handle: get },
    { method: 'GET', path: `${base}/:serviceCall/activities/:activity`, handle: getActivity },
  ],
}
