import { check, must, Unexercised } from '../../src/kit/index.ts'
import { succeeded } from '../data/steps.ts'
import { recordOf } from './every-reference.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  idOf,
  keysOf,
  leastActivity,
  leastCall,
  partOf,
  partsIn,
  readTree,
  treeIn,
} from './tree.ts'

check(
  service['round-trip'],
  'technicians-by-the-keys-of-the-first',
  {
    brokenBy: ['service-activity-read-without-code-of-later-technicians'],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    const persons = [await recordOf(context, 'Person'), await recordOf(context, 'Person')]
    if (persons.includes(undefined)) throw new Unexercised('the kit makes no persons with a code and an external id')
    await created(context, leastCall(context))
    const named = { responsibles: persons.map((one) => ({ id: one?.id })) }
    const answer = await context.api.service.create(
      leastCall(context, { ...named, activities: [leastActivity(context, named)] }),
    )
    // Who may be a technician is not said.
    if (!succeeded(answer)) {
      must.refused4xx(answer)
      throw new Unexercised('persons of the kit are no technicians')
    }
    const { id, tree } = treeIn(answer)
    const again = await readTree(context, id)
    const reply = await context.api.service.activity(id, idOf(activitiesOf(again)[0]) ?? '')
    must.status(reply, 200)
    const places = [tree, activitiesOf(tree)[0], again, activitiesOf(again)[0], partOf(reply.json)]
    const lists = places.map((part) => partsIn(part?.['responsibles']).map(keysOf))
    // A reference need not show each of its keys. One that is shown of each technician somewhere is shown of each, or of none, everywhere.
    for (const key of ['id', 'code', 'externalId'] as const) {
      const shownIn = lists.map((list) => list.filter((keys) => keys[key] !== undefined).length)
      if (!shownIn.includes(persons.length)) continue
      for (const [at, count] of shownIn.entries())
        must.hold(
          `${key} of each technician where the first one has it`,
          count === 0 || count === lists[at]?.length,
          lists[at],
        )
    }
  },
)
