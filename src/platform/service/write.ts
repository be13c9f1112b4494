import type { StoredRecord } from '../store/record.ts'
import { plainId } from '../store/record.ts'
import { lookUp } from './lookup.ts'
import {
  activityShape,
  addressShape,
  attachmentShape,
  callShape,
  materialShape,
  requirementShape,
  udfShape,
  type TreeField,
  type TreeShape,
} from './shape.ts'
import { TreeRefused, type TreeCall } from './tree-call.ts'

type Fields = Readonly<Record<string, unknown>>
type Part = 'call' | 'activity' | 'material' | 'attachment' | 'requirement' | 'udf' | 'address'

/** Stores one record; runs within the transaction of its tree. */
type Store = (table: string, id: string, externalId: string | null, fields: Fields) => void

/** A part that is stored after those before it; it throws TreeRefused if it is not in order. */
interface Step {
  readonly table: string
  run(put: Store): void
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const refuse = (message: string): never => {
  throw new TreeRefused(400, message)
}

/** Creates the tree of a body, all of it or nothing (B-SVC-03, 18); returns the id of the service call. */
export function createTree(tree: TreeCall): string {
  const { house, store, caller, call } = tree
  const { service } = house.rules
  const body = service.taken(bodyOf(call.request.body, service.unreadableStatus()), call.operation)
  const existing = heldBy('ServiceCall', body['externalId'], tree)
  if (existing) {
    const found = service.onTakenExternalId('ServiceCall')
    if (found === 'use') return existing.id
    if (found === 'refuse') refuse('there is a service call with this externalId')
  }
  const id = house.seams.recordId.next()
  const steps: Step[] = [
    { table: 'ServiceCall', run: (put) => put('ServiceCall', id, externalIdOf(body), callFields(body, tree)) },
  ]
  steps.push(...subSteps(body, 'ServiceCall', id, tree))
  const given = listOf(body, 'activities')
  for (const activity of given) steps.push(...activitySteps(activity, id, tree))
  for (let made = service.defaultActivities(given.length, call.query.get('autoCreateActivity')); made > 0; made -= 1)
    steps.push(...activitySteps({ subject: body['subject'] }, id, tree))
  const commit = (some: readonly Step[]) =>
    store.transaction((transaction) => {
      for (const step of some)
        step.run((table, own, externalId, fields) => {
          const actor = house.rules.record.lastChangedBy(
            {
              clientId: caller.client.id,
              ...(caller.user ? { userId: caller.user.id, userName: caller.user.name } : {}),
            },
            undefined,
            { operation: 'create', by: 'id', creates: true, inBatch: false },
          )
          if (service.stores(table))
            transaction.put(table, {
              id: own,
              externalId,
              lastChanged: transaction.start,
              lastChangedBy: actor,
              fields,
            })
        })
    })
  try {
    commit(steps)
  } catch (error) {
    for (const step of steps.filter(({ table }) => service.keepsRefused(table))) commitAnyway(() => commit([step]))
    throw error
  }
  return id
}

/** What of a refused tree is stored: only a fault gets here. */
function commitAnyway(commit: () => void): void {
  try {
    commit()
  } catch {
    /* This part is not in order. */
  }
}

function bodyOf(bytes: Buffer, unreadable: number): Fields {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new TreeRefused(unreadable, 'the body is not JSON')
  }
  if (!isObject(body)) throw new TreeRefused(unreadable, 'the body is not an object')
  return body
}

function callFields(body: Fields, tree: TreeCall): Fields {
  return {
    ...common(body, tree),
    ...read(body, callShape, 'call', tree),
    code: tree.house.rules.service.code('SC', nextNumber(tree)),
  }
}

function activitySteps(body: Fields, serviceCall: string, tree: TreeCall): Step[] {
  const { service } = tree.house.rules
  const id = tree.house.seams.recordId.next()
  return [
    {
      table: 'Activity',
      run: (put) => {
        if (heldBy('Activity', body['externalId'], tree) && service.onTakenExternalId('Activity') === 'refuse')
          refuse('there is an activity with this externalId')
        const fields = read(body, activityShape, 'activity', tree)
        put('Activity', id, externalIdOf(body), {
          ...common(body, tree),
          ...fields,
          serviceCall,
          code: service.code('A', nextNumber(tree)),
        })
      },
    },
    ...subSteps(body, 'Activity', id, tree),
  ]
}

/** What calls and activities have alike: address, requirements, values of user-defined fields. */
function common(body: Fields, tree: TreeCall): Fields {
  const { service } = tree.house.rules
  const { address } = body
  const isSourced = isObject(address) && (address['source'] ?? null) !== null && (address['sourceId'] ?? null) !== null
  return {
    syncStatus: 'IN_CLOUD',
    inactive: false,
    createDateTime: new Date(tree.house.clock.now()).toISOString(),
    ...(isObject(address) && service.takesAddress(isSourced)
      ? { address: { ...read(address, addressShape, 'address', tree), ...located(address) } }
      : {}),
    requirements: listOf(body, 'requirements').map((one) => ({
      inherited: false,
      mandatory: false,
      ...read(one, requirementShape, 'requirement', tree),
    })),
    udfValues: listOf(body, 'udfValues').map((one) => read(one, udfShape, 'udf', tree)),
  }
}

function located({ location }: Fields): Fields {
  if (location === undefined || location === null) return {}
  if (!isObject(location) || typeof location['latitude'] !== 'number' || typeof location['longitude'] !== 'number')
    return refuse('location is not an object of latitude and longitude')
  return { location: { latitude: location['latitude'], longitude: location['longitude'] } }
}

/** Attachments and reserved materials are records of their own. */
function subSteps(body: Fields, objectType: string, objectId: string, tree: TreeCall): Step[] {
  const { house } = tree
  const object = { objectId, objectType: objectType.toUpperCase() }
  return [
    ...listOf(body, 'attachments').map((one): Step => {
      const id = house.seams.recordId.next()
      return {
        table: 'Attachment',
        run: (put) =>
          put('Attachment', id, null, { fileContent: '', ...read(one, attachmentShape, 'attachment', tree), object }),
      }
    }),
    ...listOf(body, 'reservedMaterials').map((one): Step => {
      const id = house.seams.recordId.next()
      return {
        table: 'ReservedMaterial',
        run: (put) => {
          if (
            heldBy('ReservedMaterial', one['externalId'], tree) &&
            house.rules.service.onTakenExternalId('ReservedMaterial') === 'refuse'
          )
            refuse('there is a reserved material with this externalId')
          put('ReservedMaterial', id, externalIdOf(one), {
            ...read({ ...house.rules.service.materialDefaults(), ...one }, materialShape, 'material', tree),
            udfValues: listOf(one, 'udfValues').map((value) => read(value, udfShape, 'udf', tree)),
            object,
          })
        },
      }
    }),
  ]
}

function listOf(body: Fields, name: string): readonly Fields[] {
  const value = body[name]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every(isObject)) return refuse(`${name} is not a list of objects`)
  return value
}

function externalIdOf({ externalId }: Fields): string | null {
  if (externalId === undefined || externalId === null) return null
  return typeof externalId === 'string' && externalId !== '' ? externalId : refuse('externalId is not a string')
}

const heldBy = (table: string, externalId: unknown, { store }: TreeCall): StoredRecord | undefined =>
  typeof externalId === 'string' ? store.table(table).byExternalId(externalId) : undefined

/** Codes are numbered within a company. */
const nextNumber = ({ store }: TreeCall): number =>
  store.table('ServiceCall').all().length + store.table('Activity').all().length + 1

/** The known fields of a part, references as ids; throws TreeRefused if one is missing, mistyped or leads nowhere. */
function read(body: Fields, shape: TreeShape, part: Part, tree: TreeCall): Fields {
  const { service } = tree.house.rules
  const found: Record<string, unknown> = {}
  for (const name of service.requiresAlso(part))
    if ((body[name] ?? null) === null) refuse(`${name} of ${part} is required`)
  for (const [name, field] of Object.entries(shape)) {
    const value = body[name] ?? null
    if (field.readOnly && !service.takesReadOnly(name)) continue
    if (value === null) {
      if (field.required && service.requires(part, name)) refuse(`${name} of ${part} is required`)
      continue
    }
    found[field.as ?? name] = taken(name, value, field, tree)
  }
  return found
}

function taken(name: string, value: unknown, { kind }: TreeField, tree: TreeCall): unknown {
  if (kind === 'string') return typeof value === 'string' ? value : refuse(`${name} is not a string`)
  if (kind === 'integer') return Number.isSafeInteger(value) ? value : refuse(`${name} is not a whole number`)
  if (kind === 'boolean') return typeof value === 'boolean' ? value : refuse(`${name} is not a boolean`)
  if (kind === 'dateTime')
    return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value))
      ? value
      : refuse(`${name} is not a date-time`)
  if ('to' in kind) return follow(name, value, kind.to, tree)
  return Array.isArray(value)
    ? value.map((one) => follow(name, one, kind.toMany, tree))
    : refuse(`${name} is not a list of references`)
}

function follow(name: string, value: unknown, table: string, tree: TreeCall): string {
  const { service } = tree.house.rules
  if (!isObject(value)) return refuse(`${name} is not a reference`)
  const found = lookUp(service.reads(value), table, tree.store, tree.house)
  if (found) return service.links(name, found.id)
  const unknown = service.onMissing(name)
  return unknown === undefined ? refuse(`${name} refers to no record`) : plainId(unknown)
}
