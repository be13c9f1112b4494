import { must, rely, type Context } from '../../../src/kit/index.ts'
import { batch } from '../../batch/requirements.ts'
import { call, mustShow, read, refOf, routes, stored, words } from '../steps.ts'

const force = { force: true } as const

export const keptFromBatches = [
  'external-id-read-kept-after-a-part-by-id',
  'id-read-kept-after-a-part-by-external-id',
] as const

/** What was read by one key shows what a batch then changed by the other. */
export async function mustFollowBatches(context: Context): Promise<void> {
  const { api, fresh } = context
  const record = await stored(context)
  for (const [at, route] of routes.entries()) {
    const other = routes[1 - at] ?? route
    const subject = fresh.text()
    await read(api, refOf(record, route))
    await rely(batch.message, async () => {
      const { parts } = await api.batch.send([api.batch.part.patch(call, refOf(record, other), { subject }, force)])
      must.done('the part that changes', parts[0])
    })
    const now = await read(api, refOf(record, route))
    mustShow(`the record read ${words(route)} after a batch changed it ${words(other)}`, now, { subject })
  }
}
