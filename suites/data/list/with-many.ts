import type { BatchAnswer } from '../../../src/clients/batch.ts'
import { rely, type Context } from '../../../src/kit/index.ts'
import { batch } from '../../batch/requirements.ts'
import { mustAllSucceed, send } from '../../batch/steps.ts'
import { whole } from '../steps.ts'

/** More than a hundred: where lists are cut in silence, they often are there. */
export const many = 101

/** Records made in one batch, and removed in another, so that they cost two requests. */
export async function withMany(
  context: Context,
  resource: string,
  more: Readonly<Record<string, unknown>>,
  use: (records: ReadonlyArray<{ readonly id: string; readonly externalId: string }>) => Promise<void>,
): Promise<void> {
  const { part } = context.api.batch
  const bodies = Array.from({ length: many }, () => whole(context, { id: context.fresh.id(), ...more }, resource))
  await rely(batch['thousand-requests'], async () =>
    mustAllSucceed(
      await send(
        context,
        bodies.map((body) => part.create(resource, body)),
      ),
      many,
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

export const removeAll = (context: Context, resource: string, ids: readonly string[]): Promise<BatchAnswer> =>
  send(
    context,
    ids.map((id) => context.api.batch.part.remove(resource, id, undefined, { force: true })),
    { transactional: false },
  )
