import { check, must, Unexercised } from '../../src/kit/index.ts'
import { service } from './requirements.ts'
import { mustShowAll } from './same.ts'
import {
  activitiesOf,
  createdIfTaken,
  fixture,
  idOf,
  leastActivity,
  leastCall,
  leastMaterial,
  partOf,
  readTree,
} from './tree.ts'

check(
  service['round-trip'],
  'several-pieces-with-a-serial-number',
  {
    brokenBy: ['service-serial-number-means-one-piece', 'service-activity-read-with-one-piece-of-a-serial-number'],
    needs: ['tree-material'],
    effects: true,
  },
  async (context) => {
    const { serialNumber } = fixture(context).references ?? {}
    if (!serialNumber) throw new Unexercised('fixtures.tree.references names no serialNumber')
    const pieces = (quantity: number) => ({
      reservedMaterials: [leastMaterial(context, { quantity, serialNumber })],
    })
    const call = (quantity: number) =>
      leastCall(context, { ...pieces(quantity), activities: [leastActivity(context, pieces(quantity))] })
    const sent = call(3)
    const { id, tree, body } = await createdIfTaken(context, sent, call(1))
    // That a serial number may stand for several pieces is not said, nor that it may not: what is taken is kept.
    if (body !== sent) throw new Unexercised('several pieces with a serial number are refused')
    const { activities: _, ...own } = body
    const [activity] = activitiesOf(body)
    for (const shown of [tree, await readTree(context, id)]) {
      mustShowAll('the service call as it was sent', own, shown)
      mustShowAll('the activity as it was sent', activity, activitiesOf(shown)[0])
    }
    const alone = await context.api.service.activity(id, idOf(activitiesOf(tree)[0]) ?? '')
    must.status(alone, 200)
    mustShowAll('the activity, read by itself, as it was sent', activity, partOf(alone.json))
  },
)
