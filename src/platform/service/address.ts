import type { House } from '../house.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'

type Address = Readonly<Record<string, unknown>>

const explicitOf = (record: StoredRecord | undefined): Address | undefined =>
  record?.fields['address'] as Address | undefined

const at = (id: unknown, table: string, store: Store): StoredRecord | undefined =>
  typeof id === 'string' ? store.table(table).byId(id) : undefined

/** An address that belongs to another object, as it is shown: with the type and the id of that object (B-SVC-10, 11). */
function referenced(
  source: string,
  record: StoredRecord | undefined,
  { rules }: House,
): Readonly<Record<string, unknown>> | undefined {
  const { service, shown } = rules
  const own = explicitOf(record)
  const address = record && source === 'BUSINESSPARTNER' ? service.connected(own, record) : own
  if (!record || !address) return undefined
  const id = service.sourceId(record.id, String(address['addressId'] ?? record.id))
  return service.address(
    { ...withoutId(address), source: service.source(source), sourceId: { uuid: shown.id(id) } },
    'referenced',
  )
}

const withoutId = ({ addressId: _, ...address }: Address): Address => address

/** The address of a call or an activity: its own, else that of its equipment, of its call, or of the business partner. */
export function treeAddress(
  record: StoredRecord,
  owner: StoredRecord | undefined,
  store: Store,
  house: House,
): unknown {
  const { service } = house.rules
  const partner = owner && at(owner.fields['businessPartner'], 'BusinessPartner', store)
  const connected = partner && service.connected(explicitOf(partner), partner)
  const own = owner ? service.ownAddress(explicitOf(record), connected !== undefined) : explicitOf(record)
  if (own) return service.address(withoutId(own), 'explicit')
  if (!service.embedsReferenced()) return undefined
  const call = owner ?? record
  const [ofCall] = (call.fields['equipments'] as unknown[] | undefined) ?? []
  const equipments = owner ? service.equipmentsFor(record.fields['equipment'], ofCall) : [ofCall]
  const [ofEquipment] = equipments.flatMap((one) => referenced('EQUIPMENT', at(one, 'Equipment', store), house) ?? [])
  return (
    ofEquipment ??
    (owner ? referenced('SERVICECALL', owner, house) : undefined) ??
    referenced('BUSINESSPARTNER', at(call.fields['businessPartner'], 'BusinessPartner', store), house)
  )
}
