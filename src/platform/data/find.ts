import type { StoredRecord } from '../store/record.ts'
import type { DataCall } from './data-call.ts'
import type { Step } from './step.ts'

/** How a path addresses a record. */
export interface Address {
  readonly by: Step['by']
  /** The id, or the external id, which a record created at this path gets. */
  readonly name: string
}

export const addressOf = ({ call, house }: Pick<DataCall, 'call' | 'house'>): Address => {
  const externalId = call.params['externalId']
  return externalId === undefined
    ? { by: 'id', name: call.params['id'] ?? '' }
    : { by: 'externalId', name: house.rules.data.externalIdsMeant(externalId)[0] ?? '' }
}

/** The stored record that the path names. */
export function stored({ call, house, store, resource }: DataCall): StoredRecord | undefined {
  const table = store.table(resource.name)
  const externalId = call.params['externalId']
  if (externalId === undefined) return table.byId(call.params['id'] ?? '')
  for (const meant of house.rules.data.externalIdsMeant(externalId)) {
    const { keepsNames, reusesNames } = house.rules.data
    const found =
      table.byExternalId(meant) ??
      (keepsNames() ? table.all().find(({ former }) => former?.externalId === meant) : undefined)
    if (found && !reusesNames() && table.deletions.some(({ record }) => record.externalId === meant)) continue
    if (found) return found
  }
  return undefined
}
