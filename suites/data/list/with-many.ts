import type { BatchAnswer } from '../../../src/clients/batch.ts'
import { rely, type Context } from '../../../src/kit/index.ts'
import { batch } from '../../batch/requirements.ts'
import { mustAllSucceed, send } from '../../batch/steps.ts'
import { whole } from '../steps.ts'

/** More than a hundred: where lists are cut in silence, they often are there. */
export const many = 101

type Body = Readonly<Record<string, unknown>>
type Made = ReadonlyArray<{ readonly id: string; readonly externalId: string }>

/** So many new records, each with these fields. */
export const withMany = (
  context: Context,
  resource: string,
  more: Body,
  use: (records: Made) => Promise<void>,
): Promise<void> =>
  withAll(
    context,
    resource,
    Array.from({ length: many }, () => whole(context, { id: context.fresh.id(), ...more }, resource)),
    use,
  )

/** Records made in one batch, and removed in another, so that they cost two requests. */
export async function withAll(
  context: Context,
  resource: string,
  bodies: readonly Body[],
  use: (records: Made) => Promise<void>,
): Promise<void> {
  const { part } = context.api.batch
  await rely(batch['thousand-requests'], async () =>
    mustAllSucceed(
      await send(
        context,
        bodies.map((body) => part.create(resource, body)),
      ),
      bodies.length,
    ),
  )
  const records = bodies.map((body) => ({ id: String(body['id']), externalId: String(body['externalId']) }))
  try {
    await use(records)
  } finally {
    await removeAll(
      context,
      resource,
      records.map(({ id }) => id),
    )
  }
}

const removeAll = (context: Context, resource: string, ids: readonly string[]): Promise<BatchAnswer> =>
  send(
    context,
    ids.map((id) => context.api.batch.part.remove(resource, id, undefined, { force: true })),
    { transactional: false },
  )
