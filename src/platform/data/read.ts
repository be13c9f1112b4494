import { plainId } from '../store/record.ts'
import type { DataCall } from './data-call.ts'
import { addressOf, stored } from './find.ts'
import { show } from './show.ts'
import type { Reply, Step } from './step.ts'

const defaultPageSize = 20

export function readOne(data: DataCall): Reply {
  const { house, store, resource } = data
  const { by, name } = addressOf(data)
  const step: Step = { operation: 'get', by, creates: false }
  const table = store.table(resource.name)
  const found = house.rules.data.finds(by) ? stored(data) ?? ghost() : undefined
  if (!found) return house.rules.data.missing(step)
  return { status: house.rules.data.status(step), body: show([house.rules.data.picks(found, table.all())], data, false) }

  function ghost() {
    if (!house.rules.data.readsDeleted(by)) return undefined
    return table.deletions.map(({ record }) => record).findLast((record) => (by === 'id' ? plainId(record.id) === plainId(name) : record.externalId === name))
  }
}

export function readList(data: DataCall): Reply {
  const { house, store, resource } = data
  const table = store.table(resource.name)
  const ghosts = house.rules.data.readsDeleted('list') ? table.deletions.map(({ record }) => record) : []
  const records = house.rules.data.listed([...table.all(), ...ghosts])
  const step: Step = { operation: 'list', by: 'id', creates: false }
  return { status: house.rules.data.status(step), body: show(records.slice(0, defaultPageSize), data, true) }
}
