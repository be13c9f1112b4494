import type { BatchAnswer } from '../../../src/clients/batch.ts'
import { Unexercised, rely, type Context } from '../../../src/kit/index.ts'
import { batch } from '../../batch/requirements.ts'
import { mustAllSucceed, send, well } from '../../batch/steps.ts'
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
  const requests = bodies.map((body) => part.create(resource, body))
  await rely(batch['thousand-requests'], async () => {
    const answer = await send(context, requests)
    if (answer.parts.some(isRefused) && (await isFull(context, resource, bodies)))
      throw new Unexercised(`the target takes no ${bodies.length} records of ${resource}, in batches and without them`)
    mustAllSucceed(answer, bodies.length)
  })
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

const isRefused = ({ status }: { readonly status: number }): boolean => status >= 400 && status < 500

/** Whether so many records are too many, however they are made: how many there may be of a resource is not stated. */
async function isFull(context: Context, resource: string, bodies: readonly Body[]): Promise<boolean> {
  const { batch: batches, data } = context.api
  const requests = bodies.map((body) => batches.part.create(resource, body))
  const { parts } = await send(context, requests, { transactional: false })
  const one = await data.create(resource, whole(context, { id: context.fresh.id() }, resource))
  await removeAll(
    context,
    resource,
    bodies.filter((_, at) => well(parts[at])).map((body) => String(body['id'])),
  )
  return parts.some(isRefused) && isRefused(one)
}

const removeAll = (context: Context, resource: string, ids: readonly string[]): Promise<BatchAnswer> =>
  send(
    context,
    ids.map((id) => context.api.batch.part.remove(resource, id, undefined, { force: true })),
    { transactional: false },
  )
