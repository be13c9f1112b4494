import { must, rely, type Context } from '../../src/kit/index.ts'
import { data } from './record/requirements.ts'
import { call, current, mustShow, read, stored, storedIfTaken, type Stored } from './steps.ts'

/** A record that got its external id by a PATCH of its id, as integration rule 5 has it; created with it where none is taken without. */
export async function namedLater(context: Context): Promise<Stored> {
  // No sentence says that a record needs no external id, nor that one can be changed.
  const record = await storedIfTaken(context, { externalId: undefined })
  if (!record || (record.dto['externalId'] ?? null) !== null) return stored(context)
  const externalId = context.fresh.externalId()
  return rely(data['partial-update'], async () => {
    must.status(await context.api.data.patch(call, record.id, { externalId }, { force: true }), 201)
    mustShow('the record that was given an external id', await read(context.api, record.id), { externalId })
    return current(context.api, { id: record.id, externalId })
  })
}
