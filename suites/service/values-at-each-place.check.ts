import { check, must, Unexercised, type Context } from '../../src/kit/index.ts'
import { recordOf } from './every-reference.ts'
import { service } from './requirements.ts'
import { mustShowAll } from './same.ts'
import {
  activitiesOf,
  created,
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

/** A tree shows these values wherever they were sent: in the answer, as it is read, and in each activity by itself. Which values a field takes is not said: what is refused tells nothing. @returns whether it was taken. */
async function mustShowEverywhere(context: Context, sent: Sent, plainer: Sent): Promise<boolean> {
  const tree = leastCall(context, { activities: [leastActivity(context), leastActivity(context)] })
  const of = ({ call, activities }: Sent): Part => ({
    ...tree,
    ...call,
    activities: activitiesOf(tree).map((one, at) => ({ ...one, ...activities[at] })),
  })
  const odd = of(sent)
  const made = await createdIfTaken(context, odd, of(plainer))
  if (made.body !== odd) return false
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
  return true
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
  'large-integers',
  {
    needs: ['tree-material'],
    brokenBy: [
      'service-figures-within-sixteen-bits',
      'service-figures-within-six-digits',
      'service-durations-within-sixteen-bits',
    ],
    effects: true,
  },
  async (context) => {
    const sent = (figures: Part, duration: Part = {}): Sent => {
      const one = () => ({ reservedMaterials: [leastMaterial(context, figures)], ...duration })
      return { call: one(), activities: [one(), one()] }
    }
    const small = { quantity: 2, moved: 0, used: 0 }
    for (const large of [40_000, 3_000_000]) {
      const figures = { quantity: large, moved: large - 1, used: large - 2, shipped: large - 3 }
      const duration = { durationInMinutes: large }
      if (await mustShowEverywhere(context, sent(figures, duration), sent(small))) continue
      // What is refused beside each other may be taken alone.
      await mustShowEverywhere(context, sent({ ...small, quantity: large }), sent(small))
      await mustShowEverywhere(context, sent(small, duration), sent(small))
    }
  },
)

const linked = { contact: 'Contact', createPerson: 'Person' } as const

check(
  service['round-trip'],
  'people-of-an-activity-other-than-those-of-its-call',
  {
    needs: ['service-call'],
    brokenBy: ['service-activity-made-by-who-made-its-call'],
    effects: true,
  },
  async (context) => {
    const { references = {} } = fixture(context)
    const others = new Map<string, Part>()
    for (const [field, resource] of Object.entries(linked)) {
      const made = field in references ? await recordOf(context, resource) : undefined
      if (made) others.set(field, made)
    }
    if (others.size === 0) {
      await created(context, leastCall(context))
      throw new Unexercised('the target lets the kit make no second contact or person')
    }
    const usual = Object.fromEntries([...others.keys()].map((field) => [field, references[field]]))
    const other = Object.fromEntries(others)
    await mustShowEverywhere(
      context,
      { call: usual, activities: [other, usual] },
      { call: usual, activities: [usual, usual] },
    )
    await mustShowEverywhere(
      context,
      { call: other, activities: [usual, other] },
      { call: usual, activities: [usual, usual] },
    )
  },
)
