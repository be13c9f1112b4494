import { check, must, Unexercised, type Context } from '../../src/kit/index.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  fixture,
  idOf,
  leastActivity,
  leastCall,
  leastMaterial,
  partOf,
  partsIn,
  readTree,
  type Part,
} from './tree.ts'

/** A value of a user-defined field, and the two that are sent of it. */
function twoValues(context: Context) {
  const { udfValue } = fixture(context)
  if (!udfValue) throw new Unexercised('fixtures.tree.udfValue names no value of a user-defined field')
  const first = partOf(udfValue)['value']
  return { udfValue, values: [first, `${String(first)}1`] }
}

check(
  service['round-trip'],
  'two-udf-values-of-a-call-and-of-its-activity',
  {
    brokenBy: ['service-activity-keeps-its-first-udf-value', 'service-activity-by-itself-shows-one-udf-value'],
    effects: true,
  },
  async (context) => {
    const { udfValue, values } = twoValues(context)
    const udfValues = values.map((value) => ({ ...udfValue, value }))
    const body = leastCall(context, { udfValues, activities: [leastActivity(context, { udfValues })] })
    const answer = await context.api.service.create(body)
    // That a field has two values, or this second one, is not said.
    if (answer.status >= 400 && answer.status < 500) {
      await created(context, leastCall(context, { udfValues: [udfValue] }))
      throw new Unexercised('two values of one user-defined field are refused')
    }
    must.status(answer, 200)
    const id = idOf(partOf(answer.json)) ?? ''
    const tree = await readTree(context, id)
    const [activity = {}] = activitiesOf(tree)
    const alone = await context.api.service.activity(id, idOf(activity) ?? '')
    must.status(alone, 200)
    const shownBy = (part: Part) => {
      const shown = partsIn(part['udfValues']).map(({ value }) => value)
      return values.filter((value) => shown.includes(value))
    }
    const all = [tree, activity, partOf(alone.json)].map(shownBy)
    // A field may keep one of them, then it does so everywhere.
    if (all.every(({ length }) => length < values.length))
      throw new Unexercised('a user-defined field keeps one value of two')
    for (const [at, where] of ['service call', 'activity in its tree', 'activity by itself'].entries())
      must.equal(`values of the user-defined field of the ${where}`, all[at], values)
  },
)

check(
  service['round-trip'],
  'two-udf-values-of-a-material',
  {
    brokenBy: [
      'service-activity-by-itself-shows-one-udf-value-of-materials',
      'service-tree-udf-values-of-the-first-material',
    ],
    needs: ['tree-material'],
    effects: true,
  },
  async (context) => {
    const { udfValue, values } = twoValues(context)
    const of = (...all: readonly unknown[]) =>
      leastMaterial(context, { udfValues: all.map((value) => ({ ...udfValue, value })) })
    const materials = [of(...values), of(...values.toReversed().slice(0, 1))]
    const body = leastCall(context, { activities: [leastActivity(context, { reservedMaterials: materials })] })
    const answer = await context.api.service.create(body)
    // That a material has such a field, two values of it, or this second one, is not said.
    if (answer.status >= 400 && answer.status < 500) {
      await created(context, leastCall(context))
      throw new Unexercised('a material with two values of one user-defined field is refused')
    }
    must.status(answer, 200)
    const id = idOf(partOf(answer.json)) ?? ''
    const [activity = {}] = activitiesOf(await readTree(context, id))
    const alone = await context.api.service.activity(id, idOf(activity) ?? '')
    must.status(alone, 200)
    const shownBy = (part: Part) =>
      materials.map(({ externalId }) => {
        const material = partsIn(part['reservedMaterials']).find((one) => one['externalId'] === externalId)
        const shown = partsIn(material?.['udfValues']).map(({ value }) => value)
        return values.filter((value) => shown.includes(value))
      })
    const all = [activity, partOf(alone.json)].map(shownBy)
    // A field may keep one of them, then it does so everywhere.
    if (all.every(([two = []]) => two.length < values.length))
      throw new Unexercised('a user-defined field of a material keeps one value of two')
    for (const [at, where] of ['activity in its tree', 'activity by itself'].entries())
      must.equal(`values of the user-defined field of both materials of the ${where}`, all[at], [
        values,
        values.slice(1),
      ])
  },
)
