import { perHouse } from '../house.ts'
import type { House } from '../house.ts'
import { asShownIn } from '../store/as-of.ts'
import type { Deletion, StoredRecord } from '../store/record.ts'
import { wayOf, type DataCall } from './data-call.ts'
import { ownIn } from './own.ts'
import { refusal } from './refusal.ts'
import type { Reply } from './step.ts'

const refusedDeletions = perHouse((): Array<Deletion & { readonly resource: string }> => [])

/** Records a refused deletion: only a deviation reads it. */
export function noteRefused(house: House, resource: string, record: StoredRecord, inBatch = false): void {
  if (inBatch || house.rules.deleted.notesRefused())
    refusedDeletions(house).push({
      resource,
      record,
      at: house.clock.now(),
      by: '',
      forced: false,
      route: 'id',
      inBatch,
    })
}

/** GET deleted: the ids of the records deleted in [from, to) (A-DEL). */
export function readDeleted({ call, house, store: current, resource, caller }: Omit<DataCall, 'dto'>): Reply {
  const store = ownIn(
    asShownIn('deleted', current, house),
    { caller, house },
    { operation: 'deleted', way: wayOf(call) },
  )
  const { deleted, shown } = house.rules
  const dtos = call.query.get('dtos')
  if (!deleted.accepts(dtos)) return refusal(400, 'CA-400', 'dtos must be DeletedObjects.1 or DeletedObjects.2')
  const from = bound('from')
  const to = bound('to')
  if (typeof from === 'object') return from
  if (typeof to === 'object') return to
  const names = deleted.everyResource() ? store.resources() : [resource.name]
  const deletions = [
    ...names.flatMap((name) => store.table(name).deletions.filter((deletion) => deleted.lists(deletion, caller.actor))),
    ...refusedDeletions(house).filter((one) => one.resource === resource.name),
  ].filter(({ at, route }) => deleted.includes(deleted.time(at, route), from, to))
  const live = deleted.liveToo() ? store.table(resource.name).all() : []
  const entries = deleted
    .order([...deletions.map(({ record }) => record), ...live])
    .map(({ id, externalId }) => ({ id: String(shown.id(id)), externalId }))
  return {
    status: 200,
    body:
      dtos === 'DeletedObjects.1'
        ? deleted.first(entries)
        : deleted.second(entries.map((entry) => deleted.entry(entry))),
  }

  function bound(name: 'from' | 'to'): number | Reply {
    const raw = call.query.get(name)
    if (raw !== undefined && /^-?\d+(?:\.\d+)?$/.test(raw)) return Number(raw)
    const meant = deleted.bound(name)
    return 'time' in meant ? meant.time : refusal(meant.status, 'CA-400', `${name} is missing or not a number`)
  }
}
