import type { Api } from '../../../src/clients/api.ts'
import { must, rely, type Context } from '../../../src/kit/index.ts'
import { madeOnce } from '../made-once.ts'
import { otherUser } from '../other-user.ts'
import { call, current, stored, whole, type Stored } from '../steps.ts'
import { data } from './requirements.ts'

/** What a record of each user's own shows as its writer. */
export const writersOf = madeOnce(async (context) => {
  const [own, other] = [await stored(context), await storedBy(context, await otherUser(context))]
  const [first, second] = [own.dto['lastChangedBy'], other.dto['lastChangedBy']]
  for (const writer of [first, second]) must.be('lastChangedBy', writer, 'a text')
  must.differ('lastChangedBy of a record that another user made', second, first)
  return { own, other, first, second }
})

async function storedBy(context: Context, api: Api): Promise<Stored> {
  const body = whole(context, { id: context.fresh.id() })
  await rely(data.create, async () => must.success(await api.data.create(call, body)))
  return current(api, { id: String(body['id']), externalId: String(body['externalId']) })
}
