import { perHouse } from '../house.ts'
import type { StoredRecord } from '../store/record.ts'
import { lookUp } from './lookup.ts'
import { isFields, readPart, refuseTree } from './read-part.ts'
import {
  activityShape,
  addressShape,
  attachmentShape,
  callShape,
  materialShape,
  requirementShape,
  udfShape,
} from './shape.ts'
import { TreeRefused, type TreeCall } from './tree-call.ts'

type Fields = Readonly<Record<string, unknown>>

/** Stores one record; runs within the transaction of its tree. */
type Put = (table: string, id: string, externalId: string | null, fields: Fields) => void

/** A part that is stored after those before it; it throws TreeRefused if it is not in order. */
export interface TreeStep {
  readonly table: string
  run(put: Put): void
}

/** Creates the tree of a body, all of it or nothing (B-SVC-03, 18); returns the id of the service call. */
export function createTree(tree: TreeCall, sent: unknown = jsonOf(tree)): string {
  const { house, call } = tree
  const { service } = house.rules
  const body = service.taken(treeIn(sent, tree), call.operation)
  const objection = service.objects(body, house.clock.now(), (reference, table) =>
    isFields(reference) ? lookUp(service.reads(reference), table, tree.store, house) : undefined,
  )
  if (objection !== undefined) throw new TreeRefused(service.objectionStatus(), objection)
  const existing = heldBy('ServiceCall', body['externalId'], tree)
  if (existing) {
    const found = service.onTakenExternalId('ServiceCall', ageOf(existing, tree), true, false)
    if (found === 'use') return existing.id
    if (found === 'refuse') refuseTree('there is a service call with this externalId')
  }
  const id = house.seams.recordId.next()
  const steps: TreeStep[] = [
    { table: 'ServiceCall', run: (put) => put('ServiceCall', id, keyOf(body, tree), callFields(body, tree)) },
  ]
  steps.push(...subSteps(body, 'ServiceCall', id, tree))
  const given = listOf(body, 'activities')
  for (const activity of given) steps.push(...activitySteps(activity, id, tree))
  for (let made = service.defaultActivities(given.length, call.query.get('autoCreateActivity')); made > 0; made -= 1)
    steps.push(...activitySteps(service.defaultActivity(body), id, tree))
  if (given.length > service.mostActivities())
    steps.push({ table: 'Activity', run: () => refuseTree('there are too many activities') })
  const commit = (some: readonly TreeStep[]) => commitSteps(some, tree)
  try {
    commit(steps)
  } catch (error) {
    for (const { externalId } of given) if (typeof externalId === 'string') refusedIds(house).add(externalId)
    for (const step of steps.filter(({ table }) => service.keepsRefused(table))) commitAnyway(() => commit([step]))
    throw error
  }
  return id
}

/** Stores the records of some steps, all of them or none. */
export function commitSteps(steps: readonly TreeStep[], { house, store, caller }: TreeCall): void {
  const { service, record } = house.rules
  store.transaction((transaction) => {
    for (const step of steps)
      step.run((table, id, externalId, fields) => {
        const lastChangedBy = record.lastChangedBy(
          {
            clientId: caller.client.id,
            ...(caller.user ? { userId: caller.user.id, userName: caller.user.name } : {}),
          },
          undefined,
          { operation: 'create', by: 'id', creates: true, inBatch: false },
        )
        if (service.stores(table))
          transaction.put(table, { id, externalId, lastChanged: transaction.start, lastChangedBy, fields })
      })
  })
}

/** What of a refused tree is stored: only a fault gets here. */
function commitAnyway(commit: () => void): void {
  try {
    commit()
  } catch {
    /* This part is not in order. */
  }
}

/** The body of a call. */
export function jsonOf({ call, house }: TreeCall): unknown {
  try {
    return JSON.parse(call.request.body.toString('utf8'))
  } catch {
    throw new TreeRefused(house.rules.service.unreadableStatus(), 'the body is not JSON')
  }
}

export function treeIn(body: unknown, { house }: TreeCall): Fields {
  if (!isFields(body)) throw new TreeRefused(house.rules.service.unreadableStatus(), 'the body is not an object')
  return body
}

function callFields(body: Fields, tree: TreeCall): Fields {
  return {
    ...common(body, tree),
    ...readPart(body, callShape, 'call', tree),
    code: tree.house.rules.service.code('SC', nextNumber(tree), body['code']),
  }
}

/** The records of an activity that is added to a service call. */
export function activitySteps(body: Fields, serviceCall: string, tree: TreeCall): TreeStep[] {
  const id = tree.house.seams.recordId.next()
  return [
    {
      table: 'Activity',
      run: (put) => {
        refuseTaken('Activity', body, tree, { serviceCall })
        const fields = readPart(body, activityShape, 'activity', tree)
        put('Activity', id, keyOf(body, tree), {
          ...common(body, tree),
          ...fields,
          serviceCall,
          code: tree.house.rules.service.code('A', nextNumber(tree), body['code']),
        })
      },
    },
    ...subSteps(body, 'Activity', id, tree),
  ]
}

/** What calls and activities have alike: address, requirements, values of user-defined fields. */
function common(body: Fields, tree: TreeCall): Fields {
  const { service } = tree.house.rules
  const address = addressIn(body)
  const isSourced =
    address !== undefined && (address['source'] ?? null) !== null && (address['sourceId'] ?? null) !== null
  return {
    syncStatus: 'IN_CLOUD',
    inactive: false,
    createDateTime: new Date(tree.house.clock.now()).toISOString(),
    ...(address && service.takesAddress(isSourced)
      ? { address: { ...readPart(address, addressShape, 'address', tree), ...located(address) } }
      : {}),
    requirements: listOf(body, 'requirements').map((one) => ({
      inherited: false,
      mandatory: false,
      ...readPart(one, requirementShape, 'requirement', tree),
    })),
    udfValues: listOf(body, 'udfValues').map((one) => readPart(one, udfShape, 'udf', tree)),
  }
}

/** The address that a part is sent with, if it is. */
export function addressIn({ address }: Fields): Fields | undefined {
  if (address === undefined || address === null) return undefined
  return isFields(address) ? address : refuseTree('address is not an object')
}

/** The location of an address as it is stored. */
export function located({ location }: Fields): Fields {
  if (location === undefined || location === null) return {}
  if (!isFields(location) || typeof location['latitude'] !== 'number' || typeof location['longitude'] !== 'number')
    return refuseTree('location is not an object of latitude and longitude')
  return { location: { latitude: location['latitude'], longitude: location['longitude'] } }
}

/** Attachments and reserved materials are records of their own. */
function subSteps(body: Fields, objectType: string, objectId: string, tree: TreeCall): TreeStep[] {
  const { house } = tree
  const object = { objectId, objectType: objectType.toUpperCase() }
  return [
    ...listOf(body, 'attachments').map((one): TreeStep => {
      const id = house.seams.recordId.next()
      return {
        table: 'Attachment',
        run: (put) =>
          put('Attachment', id, null, {
            fileContent: '',
            ...readPart(one, attachmentShape, 'attachment', tree),
            object,
          }),
      }
    }),
    ...listOf(body, 'reservedMaterials').map((one): TreeStep => {
      const id = house.seams.recordId.next()
      return {
        table: 'ReservedMaterial',
        run: (put) => {
          refuseTaken('ReservedMaterial', one, tree, object)
          put('ReservedMaterial', id, keyOf(one, tree), {
            ...readPart({ ...house.rules.service.materialDefaults(), ...one }, materialShape, 'material', tree),
            udfValues: listOf(one, 'udfValues').map((value) => readPart(value, udfShape, 'udf', tree)),
            object,
          })
        },
      }
    }),
  ]
}

/** A list of parts; none where it is left out. */
export function listOf(body: Fields, name: string): readonly Fields[] {
  const value = body[name]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every(isFields)) return refuseTree(`${name} is not a list of objects`)
  return value
}

function keyOf({ externalId }: Fields, { house }: TreeCall): string | null {
  if (externalId === undefined || externalId === null) return null
  return house.rules.service.takesExternalId(externalId) ? externalId : refuseTree('externalId is not a string')
}

const heldBy = (table: string, externalId: unknown, { store }: TreeCall): StoredRecord | undefined =>
  typeof externalId === 'string' ? store.table(table).byExternalId(externalId) : undefined

const ageOf = ({ lastChanged }: StoredRecord, { house }: TreeCall): number => house.clock.now() - lastChanged

/** External ids are unique among activities, and among reserved materials (B-SVC-08). */
function refuseTaken(
  table: string,
  { externalId }: Fields,
  tree: TreeCall,
  of: { readonly objectType?: string; readonly serviceCall?: string },
): void {
  const { service } = tree.house.rules
  const held = heldBy(table, externalId, tree)
  const isOfSameType = (held?.fields['object'] as Fields | undefined)?.['objectType'] === of.objectType
  const isOfSameTree = held?.fields['serviceCall'] === of.serviceCall
  if (
    (held && service.onTakenExternalId(table, ageOf(held, tree), isOfSameType, isOfSameTree) === 'refuse') ||
    (service.remembersRefused() && refusedIds(tree.house).has(String(externalId)))
  )
    refuseTree(`the externalId is taken (${table})`)
}

/** External ids of activities of refused trees. */
const refusedIds = perHouse(() => new Set<string>())

/** Codes are numbered within a company; what was deleted keeps its number, so that no code means two records. */
const nextNumber = ({ store }: TreeCall): number =>
  ['ServiceCall', 'Activity'].reduce((count, name) => {
    const table = store.table(name)
    return count + table.all().length + table.deletions.length
  }, 1)
