import type { Fault } from '../deviation.ts'
import { plainId } from '../store/record.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isWell, passing } from './passing.ts'

/** A breach of A-DAT-25: outside batches, deleting a record of `resource` deletes the records of `other` whose `field` refers to it. */
export const deletedAlong = (
  id: string,
  says: string,
  { resource, other, field }: { readonly resource: string; readonly other: string; readonly field: string },
): Fault =>
  passing(id, ['A-DAT-25'], says, async (request, go, { house, inBatch }) => {
    const asked = askedOf(request)
    if (asked.method !== 'DELETE' || asked.resource !== resource || inBatch) return go(request)
    const store = storeMeant(request, house)
    const table = store?.table(resource)
    const record = asked.by === 'id' ? table?.byId(asked.name ?? '') : table?.byExternalId(asked.name ?? '')
    const response = await go(request)
    if (!store || !record || !isWell(response)) return response
    const how = { by: '', forced: true, route: 'id', inBatch } as const
    const isOfIt = (named: unknown) => typeof named === 'string' && plainId(named) === plainId(record.id)
    store.transaction((transaction) => {
      for (const one of store.table(other).all()) if (isOfIt(one.fields[field])) transaction.remove(other, one, how)
    })
    return response
  })
