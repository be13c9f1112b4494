import { must, sameId, Unexercised, type Context } from '../../src/kit/index.ts'
import type { Api } from '../../src/clients/api.ts'
import { stored, type Stored } from '../data/steps.ts'

export const ownOnly = ({ target }: Context) => target.fixtures.ownOnly!
export const owner = (context: Context): Api => context.as(ownOnly(context).identity)

/** A record of another that the caller is refused by id. */
export async function kept(context: Context): Promise<Stored> {
  const { resource } = ownOnly(context)
  const record = await stored(context, {}, resource)
  const answer = await owner(context).data.get(resource, record.id)
  must.noServerError(answer)
  // Whose a record is no document says.
  if (sameId(answer.record()?.['id'], record.id))
    throw new Unexercised('a record that another login made is shown to the one of fixtures.ownOnly')
  return record
}

export const byId = ({ id }: Pick<Stored, 'id'>) => ({ query: { query: `id = "${id}"` } })
