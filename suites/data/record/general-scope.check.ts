import { check, must, rely, Unexercised, type Context } from '../../../src/kit/index.ts'
import { call, read, refOf, routes, succeeded, whole, type AddressedBy } from '../steps.ts'
import { data } from './requirements.ts'

/** The table of the request context requires client id and client version for local scope. */
const withoutClient = { headers: { 'X-Client-ID': undefined, 'X-Client-Version': undefined } } as const
const writes = { put: data.replace, patch: data['partial-update'], delete: data.delete } as const
type Method = keyof typeof writes

/** A record made by a token of general scope without client id and version, and a write of it with or without these. */
async function written(context: Context, method: Method, route: AddressedBy) {
  const { data: api } = context.as('general')
  const body = whole(context, { id: context.fresh.id() })
  const made = await api.create(call, body, withoutClient)
  if (!succeeded(made)) throw new Unexercised('a POST of general scope needs a client id and version there')
  const id = String(body['id'])
  await rely(data.create, async () =>
    must.sameId('the id of the record that was created', (await read(context.as('general'), id))?.['id'], id),
  )
  const ref = refOf({ id, externalId: String(body['externalId']) }, route)
  const subject = context.fresh.text()
  const write = (more: object) => {
    const options = { force: true, ...more }
    if (method === 'delete') return api.remove(call, ref, undefined, options)
    return api[method](call, ref, method === 'put' ? { ...body, subject } : { subject }, options)
  }
  const mustBeDone = async () => {
    const dto = await read(context.as('general'), id)
    if (method === 'delete') must.absent('the record that was deleted', dto)
    else must.equal(`subject after a ${method.toUpperCase()} without client`, dto?.['subject'], subject)
  }
  return { write, mustBeDone }
}

for (const method of ['put', 'patch', 'delete'] as const)
  check(
    writes[method],
    `of-general-scope-without-client-as-post-is-${method}`,
    { needs: ['general-client'], brokenBy: [`client-version-needed-by-${method}-of-general-scope`], effects: true },
    async (context) => {
      for (const route of routes) {
        const { write, mustBeDone } = await written(context, method, route)
        const answer = await write(withoutClient)
        // The caller may lack the right to this write, whatever it says of its client.
        if (!succeeded(answer) && !succeeded(await write({})))
          throw new Unexercised(`a token of general scope writes nothing by ${method}`)
        must.success(answer)
        await mustBeDone()
      }
    },
  )
