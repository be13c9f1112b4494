import type { Api } from '../../src/clients/api.ts'
import { Blocked, type Context } from '../../src/kit/index.ts'
import { madeOnce } from './made-once.ts'
import { call, shown, stored, succeeded, whole } from './steps.ts'

const force = { force: true } as const
const mayWrite = madeOnce(async (context): Promise<boolean> => {
  const { data } = context.as('superuser')
  const { id } = await stored(context)
  // How a permission that is lacking is told is not shown (A-AUT-13); a record that one may not read may look missing.
  return (
    succeeded(await data.create(call, whole(context, { id: context.fresh.id() }))) &&
    shown(await data.get(call, id)) !== undefined &&
    succeeded(await data.patch(call, id, { remarks: context.fresh.text() }, force))
  )
})

/** The other user, who makes records and changes those of others: no document lets every user do that. */
export async function otherUser(context: Context): Promise<Api> {
  if (await mayWrite(context)) return context.as('superuser')
  throw new Blocked('identities.superuser may not create a ServiceCall, or not read or change one of another user')
}
