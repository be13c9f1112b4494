import { check, must, type Context } from '../../src/kit/index.ts'
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
  type Part,
} from './tree.ts'

/** Of a call and its two activities what each is sent with, beside what is plainer. */
interface Sent {
  readonly call: Part
  readonly activities: readonly [Part, Part]
}

/** A tree shows these values wherever they were sent: in the answer, as it is read, and in each activity by itself. Which values a field takes is not said: what is refused tells nothing. */
async function mustShowEverywhere(context: Context, sent: Sent, plainer: Sent): Promise<void> {
  const tree = leastCall(context, { activities: [leastActivity(context), leastActivity(context)] })
  const of = ({ call, activities }: Sent): Part => ({
    ...tree,
    ...call,
    activities: activitiesOf(tree).map((one, at) => ({ ...one, ...activities[at] })),
  })
  const odd = of(sent)
  const made = await createdIfTaken(context, odd, of(plainer))
  if (made.body !== odd) return
  const { activities, ...own } = odd
  for (const [where, shown] of [
    ['answer', made.tree],
    ['tree as read', await readTree(context, made.id)],
  ] as const) {
    mustShowAll(`the service call in the ${where}, as it was sent`, own, shown)
    for (const wanted of activities as readonly Part[]) {
      const activity = activitiesOf(shown).find(({ subject }) => subject === wanted['subject'])
      mustShowAll(`an activity in the ${where}, as it was sent`, wanted, activity ?? {})
      if (shown === made.tree) continue
      const alone = await context.api.service.activity(made.id, idOf(activity) ?? '')
      must.status(alone, 200)
      mustShowAll('an activity by itself, as it was sent', wanted, partOf(alone.json))
    }
  }
}

const dayInMinutes = 1440

check(
  service['round-trip'],
  'durations-of-a-day-and-more',
  { brokenBy: ['service-activity-durations-within-a-day', 'service-duration-within-a-day'], effects: true },
  async (context) => {
    const lasting = (...minutes: readonly [number, number, number]): Sent => {
      const [call, first, second] = minutes.map((durationInMinutes) => ({ durationInMinutes }))
      return { call: call!, activities: [first!, second!] }
    }
    await mustShowEverywhere(
      context,
      lasting(2 * dayInMinutes, dayInMinutes, 3 * dayInMinutes + 60),
      lasting(120, 60, 90),
    )
  },
)

check(
  service['round-trip'],
  'materials-of-which-nothing-was-shipped',
  {
    needs: ['tree-material'],
    brokenBy: ['service-nothing-shipped-is-null', 'service-nothing-shipped-is-null-in-activities'],
    effects: true,
  },
  async (context) => {
    const reserving = (figures: Part): Sent => {
      const one = () => ({
        reservedMaterials: [leastMaterial(context, { quantity: 2, moved: 0, used: 0, ...figures })],
      })
      return { call: one(), activities: [one(), one()] }
    }
    await mustShowEverywhere(context, reserving({ shipped: 0 }), reserving({}))
  },
)

check(
  service['round-trip'],
  'udf-values-that-look-like-none',
  {
    brokenBy: ['service-udf-value-of-nought-not-stored', 'service-udf-value-of-false-not-stored-in-activities'],
    effects: true,
  },
  async (context) => {
    const { udfValue } = fixture(context)
    const valued = (...values: readonly unknown[]): Sent => {
      const of = (value: unknown) => (udfValue ? { udfValues: [{ ...udfValue, value }] } : {})
      return { call: of(values[0]), activities: [of(values[1]), of(values[2])] }
    }
    const usual = partOf(udfValue)['value']
    await mustShowEverywhere(context, valued('0', 'false', '0'), valued(usual, usual, usual))
  },
)
