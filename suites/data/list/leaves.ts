import { must, plainId, rely } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { madeOnce } from '../made-once.ts'
import { whole, type Stored } from '../steps.ts'

export const leafResource = 'BusinessPartner'
export type PartnerLeaf = Pick<Stored, 'id' | 'externalId'>

/** More records than the default page, and than the lowest cap known in the wild. */
export const leavesOf = madeOnce(async (context): Promise<readonly PartnerLeaf[]> =>
  rely(data.create, async () => {
    const bodies = Array.from({ length: 53 }, () => whole(context, { id: context.fresh.id() }, leafResource))
    for (const answer of await Promise.all(bodies.map((body) => context.api.data.create(leafResource, body))))
      must.success(answer)
    return bodies.map(({ id, externalId }) => ({ id: plainId(String(id)), externalId: String(externalId) }))
  }),
)
