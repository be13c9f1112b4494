import { search } from '../cql/search.ts'
import { plainId, type StoredRecord } from '../store/record.ts'
import type { DataCall } from './data-call.ts'
import { addressOf, stored } from './find.ts'
import { refusal } from './refusal.ts'
import { show } from './show.ts'
import type { Reply, Step } from './step.ts'

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
  const all = house.rules.data.listed([...table.all(), ...ghosts])
  const query = data.call.query.get('query')
  const found = query === undefined ? all : search(query, all, data)
  if ('status' in found) return found
  const paged = pageOf(found, data)
  if ('status' in paged) return paged
  const step: Step = { operation: 'list', by: 'id', creates: false }
  return { status: house.rules.data.status(step), body: show(paged, data, true) }
}

const defaultPageSize = 20
const largestPageSize = 2 ** 31 - 1

/** The page that page and pageSize ask for; without them the first twenty (A-PAR-04, 05). */
function pageOf(records: readonly StoredRecord[], { call, house }: DataCall): readonly StoredRecord[] | Reply {
  const { page } = house.rules
  const number = (name: string, fallback: number): number => {
    const raw = call.query.get(name)
    return raw === undefined ? fallback : /^\d+$/.test(raw) ? Number(raw) : Number.NaN
  }
  const size = number('pageSize', defaultPageSize)
  const at = number('page', page.first()) - page.first()
  if (!(size >= 1 && size <= largestPageSize)) return refusal(400, 'CA-400', 'pageSize is no number from 1 to 2147483647')
  if (!(at >= 0)) return refusal(400, 'CA-400', 'page is no page number')
  return records.slice(at * size, (at + 1) * size)
}
