import { check, must, rely } from '../../../src/kit/index.ts'
import { related } from './related.ts'
import { data } from './requirements.ts'
import { mustBeAbsent, mustBeAsBefore, read, stored } from '../steps.ts'

check(
  data['delete-keeps-referrers'],
  'after-a-forced-delete-by-external-id',
  { brokenBy: ['data-forced-delete-cascades', 'data-delete-by-external-id-cascades'], effects: true },
  async (context) => {
    const { pair, referrer, target } = await related(context)
    await rely(data['force-delete'], async () => {
      const answer = await context.api.data.remove(pair.to, { externalId: target.externalId }, undefined, {
        force: true,
      })
      must.status(answer, 200)
    })
    const left = await read(context.api, referrer.id, pair.resource)
    must.sameId('the id of the record that refers to the deleted one', left?.['id'], referrer.id)
  },
)

check(
  data['missing-reference-refused'],
  'deleted-or-of-another-resource',
  {
    needs: ['reference'],
    effects: true,
    brokenBy: ['data-reference-to-deleted-taken', 'data-reference-to-other-resource-taken'],
  },
  async (context) => {
    const { pair, referrer } = await related(context)
    const gone = await stored(context, {}, pair.to)
    await rely(data.delete, async () => {
      must.status(await context.api.data.remove(pair.to, gone.id, gone.lastChanged), 200)
      await mustBeAbsent(context.api, gone, pair.to)
    })
    // Of its own resource, which is not that of the reference.
    for (const id of pair.resource === pair.to ? [gone.id] : [gone.id, referrer.id]) {
      const patch = { [pair.field]: id, lastChanged: referrer.lastChanged }
      must.refused4xx(await context.api.data.patch(pair.resource, referrer.id, patch))
      await mustBeAsBefore(context.api, referrer, [pair.field])
    }
  },
)
