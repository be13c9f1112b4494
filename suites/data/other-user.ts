import type { Api } from '../../src/clients/api.ts'
import { Blocked, type Context } from '../../src/kit/index.ts'
import { madeOnce } from './made-once.ts'
import { call, current, read, shown, stored, succeeded, whole, type Stored } from './steps.ts'

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

interface Writer {
  readonly api: Api
  readonly record: Stored
}

/** Another user than the default one who may create service calls, if there is any: no document lets every user do that. One who reads a given record is preferred. */
export async function otherWriter(context: Context, known?: Stored): Promise<Writer> {
  const names = ['user', 'superuser'].filter((name) => name in context.target.identities)
  let writer: Writer | undefined
  for (const name of names) {
    const api = context.as(name)
    const body = whole(context, { id: context.fresh.id() })
    if (!succeeded(await api.data.create(call, body))) continue
    const record = await current(api, { id: String(body['id']), externalId: String(body['externalId']) })
    writer ??= { api, record }
    if (!known || (await read(api, known.id, known.resource))) return { api, record }
  }
  if (writer) return writer
  throw new Blocked(`none of ${names.map((name) => `identities.${name}`).join(', ')} may create a ServiceCall`)
}
