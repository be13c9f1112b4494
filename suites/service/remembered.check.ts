import { check, eventually, must, Unexercised } from '../../src/kit/index.ts'
import { stored, succeeded, whole } from '../data/steps.ts'
import { newAddress, unaddressed } from './addresses.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  createdSoon,
  idOf,
  keysOf,
  leastActivity,
  leastCall,
  leftAlone,
  partOf,
  readTree,
  takenSoon,
  treeIn,
  type Part,
} from './tree.ts'

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

check(
  service.references,
  'by-an-external-id-that-changed-hands',
  {
    brokenBy: ['service-external-ids-remembered', 'service-partners-named-in-vain-remembered'],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    const resource = 'BusinessPartner'
    const externalId = context.fresh.externalId()
    const naming = () => leastCall(context, { businessPartner: { externalId } })
    // Nobody has it yet, which is not to be remembered.
    const vain = await context.api.service.create(naming())
    if (succeeded(vain)) throw new Unexercised('a business partner that is not there is taken for one')
    must.noServerError(vain)
    const first = await stored(context, { externalId }, resource)
    const referring = async (): Promise<Part> =>
      keysOf(partOf((await createdSoon(context, naming())).tree['businessPartner']))
    const soon = await takenSoon(context, naming())
    const before = keysOf(partOf(treeIn(soon).tree['businessPartner']))
    if (before['id'] !== undefined) must.sameId('id of the business partner', before['id'], first.id)
    else must.some('key of the business partner', Object.keys(before))
    // A record that a service call refers to need not be let go.
    const { data } = context.api
    const gone = await data.remove(resource, first.id, undefined, { force: true })
    if (!succeeded(gone)) return leftAlone(gone, 'a business partner of a service call is not deleted')
    // Nor need an external id of what is gone be let to another.
    const next = whole(context, { id: context.fresh.id(), externalId }, resource)
    const answer = await data.create(resource, next)
    if (!succeeded(answer)) return leftAlone(answer, 'the external id of what was deleted is not given again')
    // How soon another interface sees what the Data API did is not stated.
    await eventually(context, referring, ({ id }) =>
      id === undefined || id === keysOf({ id: next['id'] })['id']
        ? undefined
        : { expected: `the business partner ${String(next['id'])} that has the external id now`, actual: String(id) },
    )
  },
)
