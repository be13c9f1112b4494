import { must, sameId, type Context } from '../../src/kit/index.ts'
import type { Api } from '../../src/clients/api.ts'
import { stored, type Stored } from '../data/steps.ts'

export const ownOnly = ({ target }: Context) => target.fixtures.ownOnly!
export const owner = (context: Context): Api => context.as(ownOnly(context).identity)

/** A record of another that the caller is refused by id; undefined if it is shown, for whose a record is no document says. */
export async function kept(context: Context): Promise<Stored | undefined> {
  const { resource } = ownOnly(context)
  const record = await stored(context, {}, resource)
  const answer = await owner(context).data.get(resource, record.id)
  must.noServerError(answer)
  return sameId(answer.record()?.['id'], record.id) ? undefined : record
}

export const byId = ({ id }: Pick<Stored, 'id'>) => ({ query: { query: `id = "${id}"` } })
