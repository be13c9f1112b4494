import type { Caller } from '../caller.ts'
import type { House } from '../house.ts'
import type { Touch } from '../rulebook/people.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import type { Table } from '../store/table.ts'
import { wayOf, type DataCall } from './data-call.ts'
import { refusal } from './refusal.ts'
import type { Reply, Step } from './step.ts'

type Asking = Pick<DataCall, 'call' | 'house' | 'caller' | 'resource' | 'inBulk'>

/** The refusal of a record that the path names and a right of Own does not cover (B-USR-25). */
export function notOwn(asked: Asking, record: StoredRecord, { operation, by }: Step): Reply | undefined {
  const { call, house, caller, resource, inBulk = false } = asked
  const { permission } = house.rules
  const action = operation === 'get' ? 'read' : operation === 'delete' ? 'delete' : 'update'
  const touch: Touch = { operation, by, way: wayOf(call), inBulk }
  if (!caller.user || caller.user.permissions(resource.name, action, touch.way) !== 'OWN') return undefined
  if (permission.owns(record, caller.user.id, touch)) return undefined
  return refusal(permission.notOwn(touch), 'CA-403', `no permission to ${action} this ${resource.name}`)
}

/** The store without the records that a right of Own keeps from the caller. */
export function ownIn(
  store: Store,
  { caller: { user }, house }: { readonly caller: Caller; readonly house: House },
  how: Pick<Touch, 'operation' | 'way'>,
): Store {
  if (!user) return store
  const touch: Touch = { ...how, by: 'id', inBulk: false }
  const owns = (record: StoredRecord) => house.rules.permission.owns(record, user.id, touch)
  return {
    ...store,
    table: (resource) =>
      user.permissions(resource, 'read', how.way) === 'OWN'
        ? narrowed(store.table(resource), owns)
        : store.table(resource),
  }
}

/** The store by whose records a list is filtered or sorted: those of resources that the caller may not read are as if there were none, or what they hold could be asked after (B-USR-25). */
export function readableIn(
  store: Store,
  { caller: { user }, call }: Pick<DataCall, 'caller' | 'call'>,
  by: 'filter' | 'order',
): Store {
  if (!user) return store
  return {
    ...store,
    table: (resource) =>
      user.permissions(resource, 'read', wayOf(call), `linked-${by}`) === 'NONE'
        ? narrowed(store.table(resource), () => false)
        : store.table(resource),
  }
}

function narrowed(table: Table, owns: (record: StoredRecord) => boolean): Table {
  const one = (record: StoredRecord | undefined) => (record && owns(record) ? record : undefined)
  return {
    byId: (id) => one(table.byId(id)),
    byExternalId: (externalId) => one(table.byExternalId(externalId)),
    holding: (externalId) => table.holding(externalId).filter(owns),
    changed: (first, last) => table.changed(first, last).filter(owns),
    all: () => table.all().filter(owns),
    former: table.former,
    inOrder: table.inOrder,
    deletions: table.deletions.filter(({ record }) => owns(record)),
  }
}
