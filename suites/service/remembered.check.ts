import { check, must } from '../../src/kit/index.ts'
import { succeeded } from '../data/steps.ts'
import { newAddress, unaddressed } from './addresses.ts'
import { service } from './requirements.ts'
import { activitiesOf, created, createdSoon, idOf, leastActivity, leastCall, partOf, readTree, treeIn } from './tree.ts'

check(
  service['round-trip'],
  'no-address-of-the-tree-before',
  { brokenBy: ['service-address-of-the-tree-before'], needs: ['service-call'], effects: true },
  async (context) => {
    const address = newAddress(context)
    const bodies = [
      await unaddressed(context, { activities: [leastActivity(context, { address })] }),
      await unaddressed(context, { activities: [leastActivity(context)] }),
    ]
    await createdSoon(context, bodies[0] ?? {})
    const { id, tree } = await createdSoon(context, bodies[1] ?? {})
    for (const shown of [tree, await readTree(context, id)]) {
      must.some('activity in the tree', activitiesOf(shown))
      for (const one of [shown, ...activitiesOf(shown)]) {
        const { city } = partOf(one['address'])
        must.hold('no address of another tree', city !== address['city'], city)
      }
    }
  },
)

check(
  service.get,
  'made-with-old-headers-beside-the-new',
  { brokenBy: ['service-old-headers-needed-again'], effects: true },
  async (context) => {
    const { account, company } = context.target
    const made = await created(context, leastCall(context))
    // Headers of the same words beside those that replace them; a target may refuse both at once.
    const answer = await context.api.service.create(leastCall(context), { headers: { account, company } })
    must.noServerError(answer, 'account and company beside X-Account-Name and X-Company-Name')
    const also = succeeded(answer) ? (idOf(partOf(answer.json)) ?? '') : made.id
    const { id, tree } = treeIn(await context.api.service.get(also))
    must.sameId('id of the service call', id, also)
    for (const activity of activitiesOf(tree))
      must.status(await context.api.service.activity(id, idOf(activity) ?? ''), 200)
  },
)
