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

/** Fields of a template that hold something new for each record, which may have to be its own and to stay with it (A-DAT-18). */
export const ownFields = ({ target }: Pick<Context, 'target'>, resource: string): readonly string[] =>
  Object.entries(target.templates[resource] ?? {})
    .filter(([, value]) => JSON.stringify(value).includes('{fresh}'))
    .map(([field]) => field)

/** What a template made for this record alone, as it shows it. */
export const madeForIt = (context: Context, { resource, dto }: Stored): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    ownFields(context, resource)
      .filter((field) => field in dto)
      .map((field) => [field, dto[field]]),
  )
