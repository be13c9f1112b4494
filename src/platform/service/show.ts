import type { House } from '../house.ts'
import type { StoredRecord } from '../store/record.ts'
import { plainId } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { treeAddress } from './address.ts'
import { codeOf } from './lookup.ts'
import {
  activityShape,
  attachmentShape,
  callShape,
  materialShape,
  requirementShape,
  udfShape,
  type TreeShape,
} from './shape.ts'

type Fields = Readonly<Record<string, unknown>>
type Shown = Record<string, unknown>

/** The service call with everything that belongs to it. */
export function callTree(call: StoredRecord, store: Store, house: House): Shown {
  const activities = house.rules.service.activities(
    store
      .table('Activity')
      .all()
      .filter(({ fields }) => fields['serviceCall'] === call.id),
    store.table('Activity').all(),
  )
  return {
    ...partTree(call, undefined, callShape, store, house),
    activities: activities.map((activity) => activityTree(activity, call, store, house)),
  }
}

export const activityTree = (activity: StoredRecord, call: StoredRecord, store: Store, house: House): Shown =>
  partTree(activity, call, activityShape, store, house)

function partTree(
  record: StoredRecord,
  owner: StoredRecord | undefined,
  shape: TreeShape,
  store: Store,
  house: House,
): Shown {
  const { shown } = house.rules
  const address = treeAddress(record, owner, store, house)
  const owned = (table: string) =>
    store
      .table(table)
      .all()
      .filter(
        ({ fields }) => plainId(String((fields['object'] as Fields | undefined)?.['objectId'])) === plainId(record.id),
      )
  const list = (name: string) => (record.fields[name] as readonly Fields[] | undefined) ?? []
  return {
    id: { uuid: shown.id(record.id) },
    ...(record.externalId === null ? {} : { externalId: record.externalId }),
    ...fieldsOf(record.fields, shape, store, house),
    lastChanged: record.lastChanged,
    ...(address === undefined ? {} : { address }),
    attachments: owned('Attachment').map((one) => ({
      id: { uuid: shown.id(one.id) },
      ...fieldsOf(one.fields, attachmentShape, store, house),
    })),
    requirements: list('requirements').map((one) => fieldsOf(one, requirementShape, store, house)),
    reservedMaterials: owned('ReservedMaterial').map((one) => ({
      id: shown.id(one.id),
      ...(one.externalId === null ? {} : { externalId: one.externalId }),
      ...fieldsOf(one.fields, materialShape, store, house),
      udfValues: udfValues((one.fields['udfValues'] as readonly Fields[] | undefined) ?? [], store, house),
    })),
    udfValues: udfValues(list('udfValues'), store, house),
  }
}

const udfValues = (values: readonly Fields[], store: Store, house: House): Shown[] =>
  values.map((one) => fieldsOf(one, udfShape, store, house))

/** The fields that have a value. */
function fieldsOf(fields: Fields, shape: TreeShape, store: Store, house: House): Shown {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, { kind, as = name }]) => {
      const value = fields[as]
      if (value === undefined || value === null) return []
      if (typeof kind !== 'object') return [[name, value]]
      if ('to' in kind) return [[name, reference(value, kind.to, store, house)]]
      return [[name, (value as unknown[]).map((one) => reference(one, kind.toMany, store, house))]]
    }),
  )
}

function reference(id: unknown, table: string, store: Store, { rules }: House): unknown {
  const record = store.table(table).byId(String(id))
  const code = record && codeOf(table, record)
  return rules.service.reference({
    id: rules.shown.id(String(id)),
    ...(typeof code === 'string' ? { code } : {}),
    ...(record?.externalId ? { externalId: record.externalId } : {}),
  })
}
