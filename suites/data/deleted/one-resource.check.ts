import { check, must } from '../../../src/kit/index.ts'
import { attached, attachmentResource } from '../attachment/steps.ts'
import { anotherResource } from '../offered.ts'
import { call, stored } from '../steps.ts'
import { deleted } from './requirements.ts'
import { around, deletions, mustBeListed, mustNotBeListed, removed } from './steps.ts'

check(
  deleted['deleted-of-one-resource'],
  'in-the-first-version',
  { sampled: true, brokenBy: ['del-all-resources', 'deleted-other-resources'], effects: true },
  async (context) => {
    const to = anotherResource(context)
    const [own, other] = [await removed(context), await removed(context, {}, to)]
    await mustBeListed(context, { ...own, dtos: 'DeletedObjects.1' }, around(own))
    await mustNotBeListed(
      context,
      { ...other, resource: call, dtos: 'DeletedObjects.1' },
      around(other),
      `for it is a ${to}`,
    )
  },
)

check(
  deleted['deleted-of-one-resource'],
  'deleted-in-one-transaction',
  {
    needs: ['batch'],
    brokenBy: ['deleted-listing-mixes-a-transaction', 'deleted-other-resources'],
    effects: true,
  },
  async (context) => {
    const to = anotherResource(context)
    const [own, other] = [await stored(context), await stored(context, {}, to)]
    const { batch } = context.api
    const { parts } = await batch.send(
      [own, other].map(({ resource, id }) => batch.part.remove(resource, id, undefined, { force: true })),
    )
    must.done('the parts that delete', ...parts)
    for (const dtos of ['DeletedObjects.2', 'DeletedObjects.1'] as const)
      for (const [one, stranger] of [
        [own, other],
        [other, own],
      ] as const) {
        const mustBeItsOwn = () =>
          mustNotBeListed(
            context,
            { ...stranger, resource: one.resource, dtos },
            around(one),
            `for it is a ${stranger.resource}`,
          )
        // A listing may be late with the one, and right from then on: with the other it never is.
        await mustBeItsOwn()
        await mustBeListed(context, { ...one, dtos }, around(one))
        await mustBeItsOwn()
      }
  },
)

check(
  deleted['deleted-of-one-resource'],
  'attachments',
  {
    sampled: true,
    needs: ['attachments'],
    brokenBy: ['del-attachments-mixed', 'deleted-attachments-not-listed', 'deleted-other-resources'],
    effects: true,
  },
  async (context) => {
    const [own, { id }] = [await stored(context), await attached(context, Buffer.from('to be deleted'))]
    must.status(await context.api.data.remove(attachmentResource, id, undefined, { force: true }), 200)
    await deletions['by-id'](context, own)
    await mustBeListed(context, { id, resource: attachmentResource }, around(own))
    await mustNotBeListed(context, { id, resource: call }, around(own), 'for it is an attachment')
  },
)
