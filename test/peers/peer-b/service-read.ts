import type { Records } from '../data.ts'
import type { Row, Values } from '../peer/model.ts'
import { isObject } from './context.ts'

/** Resource that each reference of a tree leads to. */
export const targets: Readonly<Record<string, string>> = {
  businessPartner: 'BusinessPartner',
  contact: 'Contact',
  createPerson: 'Person',
  responsibles: 'Person',
  equipment: 'Equipment',
  equipments: 'Equipment',
  region: 'Region',
  sourceActivity: 'Activity',
  item: 'Item',
  warehouse: 'Warehouse',
  serialNumber: 'Item',
  skill: 'Tag',
  udfMeta: 'UdfMeta',
}
/** Fields that the records of the Data API name otherwise. */
export const renamed: Readonly<Record<string, string>> = {
  type: 'typeName',
  origin: 'originName',
  problemType: 'problemTypeName',
  status: 'statusName',
  earliestStartDateTime: 'startDateTime',
}
export const callFields = {
  texts: ['subject', 'priority', 'status', 'type', 'origin', 'problemType', 'resolution', 'remarks'],
  references: ['businessPartner', 'contact', 'createPerson'],
  lists: ['equipments', 'responsibles'],
}
export const activityFields = {
  texts: ['subject', 'status', 'type', 'executionStage', 'remarks'],
  references: ['contact', 'createPerson', 'equipment', 'region', 'sourceActivity'],
  lists: ['responsibles'],
}
const addressParts = ['city', 'country', 'location', 'state', 'street', 'streetNumber', 'zipCode'] as const

export const explicitAddress = (records: Records, type: string, id: unknown): Row | undefined =>
  [...records.table('Address').values()].find(({ values: { object } }) => {
    return isObject(object) && object['objectType'] === type && object['objectId'] === id
  })

/**
 * Choice: an activity without an address of its own has that of its equipment, else of the service call, else of the
 * business partner; a service call likewise, its first equipment first.
 */
export function resolvedAddress(records: Records, type: 'ServiceCall' | 'Activity', row: Row): Values | null {
  const plain = ({ values }: Row) => Object.fromEntries(addressParts.map((part) => [part, values[part] ?? null]))
  const own = explicitAddress(records, type, row.id)
  if (own !== undefined) return plain(own)
  const call = type === 'Activity' ? records.table('ServiceCall').get(String(row.values['serviceCall'])) : row
  const equipments = [row.values['equipment'], ...((row.values['equipments'] as unknown[] | undefined) ?? [])]
  const places: [string, string, unknown][] = [
    ...equipments.map((id): [string, string, unknown] => ['EQUIPMENT', 'Equipment', id]),
    ...(type === 'Activity' ? ([['SERVICECALL', 'ServiceCall', call?.id]] as [string, string, unknown][]) : []),
    ['BUSINESSPARTNER', 'BusinessPartner', row.values['businessPartner'] ?? call?.values['businessPartner']],
  ]
  for (const [source, of, id] of places) {
    const found = id === undefined ? undefined : explicitAddress(records, of, id)
    if (found !== undefined) return { ...plain(found), source, sourceId: { uuid: found.id } }
  }
  return null
}

export function createReader(records: Records) {
  /** Choice: a reference to what is not there any more keeps its id alone. */
  const reference = (field: string, id: unknown): Values | null => {
    if (id === undefined || id === null) return null
    const row = records.table(targets[field] ?? '').get(String(id))
    return { id, code: row?.values['code'] ?? null, externalId: row?.externalId ?? null }
  }
  const references = (field: string, ids: unknown) =>
    ((ids ?? []) as unknown[]).map((id) => reference(field, id)).filter((one) => one !== null)

  function common(row: Row, fields: typeof callFields, names: Readonly<Record<string, string>>): Values {
    const value = (name: string) => row.values[names[name] ?? name]
    const held = (name: string) => (row.values[name] ?? []) as Values[]
    return {
      id: { uuid: row.id },
      code: row.values['code'] ?? null,
      externalId: row.externalId,
      ...Object.fromEntries(fields.texts.map((name) => [name, value(name) ?? null])),
      ...Object.fromEntries(fields.references.map((name) => [name, reference(name, value(name))])),
      ...Object.fromEntries(fields.lists.map((name) => [name, references(name, value(name))])),
      dueDateTime: value('dueDateTime') ?? null,
      earliestStartDateTime: value('earliestStartDateTime') ?? null,
      durationInMinutes: value('durationInMinutes') ?? null,
      lastChanged: row.lastChanged,
      attachments: held('attachments'),
      requirements: held('requirements').map((one) => ({ ...one, skill: reference('skill', one['skill']) })),
      reservedMaterials: held('reservedMaterials').map((one) => ({
        ...one,
        item: reference('item', one['item']),
        warehouse: reference('warehouse', one['warehouse']),
        serialNumber: reference('serialNumber', one['serialNumber']),
      })),
      udfValues: held('udfValues').map(({ meta, value: text }) => ({
        udfMeta: reference('udfMeta', meta),
        value: text,
      })),
    }
  }

  const activity = (row: Row): Values => ({
    ...common(row, activityFields, {}),
    // Choice: what is planned is what the record of the Data API has as start and end.
    plannedStartDate: row.values['startDateTime'] ?? null,
    plannedEndDate: row.values['endDateTime'] ?? null,
    address: resolvedAddress(records, 'Activity', row),
    // Choice: a further field names the service call.
    serviceCall: { uuid: row.values['serviceCall'] ?? null },
  })

  const call = (row: Row): Values => ({
    ...common(row, callFields, renamed),
    address: resolvedAddress(records, 'ServiceCall', row),
    // Choice: the youngest activity first.
    activities: [...records.table('Activity').values()]
      .filter(({ values }) => values['serviceCall'] === row.id)
      .reverse()
      .map(activity),
  })

  return { activity, call }
}
