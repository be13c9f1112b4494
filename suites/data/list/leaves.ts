import { must, plainId, rely, type Context } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { madeOnce } from '../made-once.ts'
import { call, whole, type Stored } from '../steps.ts'

/** Partners, or calls where the target file has no template of partners. */
export const leafResource = ({ target }: Pick<Context, 'target'>): string =>
  'BusinessPartner' in target.templates ? 'BusinessPartner' : call
export type PartnerLeaf = Pick<Stored, 'id' | 'externalId'>

/** More records than the default page, and than the lowest cap known in the wild. */
export const leavesOf = madeOnce(async (context): Promise<readonly PartnerLeaf[]> =>
  rely(data.create, async () => {
    const resource = leafResource(context)
    const bodies = Array.from({ length: 53 }, () => whole(context, { id: context.fresh.id() }, resource))
    for (const answer of await Promise.all(bodies.map((body) => context.api.data.create(resource, body))))
      must.success(answer)
    return bodies.map(({ id, externalId }) => ({ id: plainId(String(id)), externalId: String(externalId) }))
  }),
)
