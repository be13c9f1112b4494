import type { Arbitrary } from 'fast-check'
import type { Context, FastCheck } from '../../src/kit/index.ts'
import { dayAhead } from './days.ts'
import { fixture, leastActivity, leastCall, leastMaterial, type Part } from './tree.ts'

/** Which optional parts a service call or an activity has: names and numbers only, so that it can be drawn, shrunk and told. */
interface DrawnPart {
  readonly fields: readonly string[]
  readonly minutes: number
  readonly attachments: number
  readonly requirement: boolean
  readonly udfValue: boolean
  /** Of each reserved material: its quantity, and whether it has a value of a user-defined field. */
  readonly materials: ReadonlyArray<readonly [quantity: number, hasUdfValue: boolean]>
}

export interface DrawnTree {
  readonly call: DrawnPart
  readonly activities: readonly DrawnPart[]
  /** Position of an activity that is read by itself, beside the last one. */
  readonly alone: number
}

const both = [
  'remarks',
  'dueDateTime',
  'earliestStartDateTime',
  'durationInMinutes',
  'address',
  'contact',
  'responsibles',
]
const ofActivity = ['equipment', 'region']

/** Trees of three to five activities, the last with everything: later ones, and later parts of a list, are where a server forgets most. */
export function drawnTrees(fc: FastCheck): Arbitrary<DrawnTree> {
  const part = (more: readonly string[], isFull = false): Arbitrary<DrawnPart> =>
    fc.record({
      fields: isFull ? fc.constant([...both, ...more]) : fc.subarray([...both, ...more]),
      minutes: fc.integer({ min: 5, max: 480 }),
      attachments: fc.integer({ min: isFull ? 2 : 0, max: 2 }),
      requirement: isFull ? fc.constant(true) : fc.boolean(),
      udfValue: isFull ? fc.constant(true) : fc.boolean(),
      materials: fc
        .tuple(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: isFull ? 2 : 0, maxLength: 2 }), fc.boolean())
        .map(([quantities, first]) => quantities.map((quantity, at) => [quantity, (at % 2 === 0) === first] as const)),
    })
  return fc.record({
    call: part(['equipments', 'resolution']),
    activities: fc
      .tuple(fc.array(part(ofActivity), { minLength: 2, maxLength: 4 }), part(ofActivity, true))
      .map(([some, last]) => [...some, last]),
    alone: fc.integer({ min: 0, max: 2 }),
  })
}

/** With one activity less, then with one of each list; undefined if it is as small as that. */
export function smallerTree({ call, activities }: DrawnTree): DrawnTree | undefined {
  if (activities.length > 1) return { call, activities: activities.slice(1), alone: 0 }
  const isLong = [call, ...activities].some(({ attachments, materials }) => attachments > 1 || materials.length > 1)
  const shorter = (part: DrawnPart): DrawnPart => ({
    ...part,
    attachments: Math.min(1, part.attachments),
    materials: part.materials.slice(0, 1),
  })
  return isLong ? { call: shorter(call), activities: activities.map(shorter), alone: 0 } : undefined
}

/** The body of a drawn tree, every text in it of its own; a part that the target file has nothing for is left out. */
export function bodyOfTree(context: Context, { call, activities }: DrawnTree): Part & { activities: readonly Part[] } {
  return {
    ...leastCall(context, partOfTree(context, call)),
    activities: activities.map((activity) =>
      leastActivity(context, { externalId: context.fresh.externalId(), ...partOfTree(context, activity) }),
    ),
  }
}

function partOfTree(context: Context, drawn: DrawnPart): Part {
  const { requirement, udfValue, material, references = {} } = fixture(context)
  const days = 20 + (drawn.minutes % 28)
  const values: Readonly<Record<string, unknown>> = {
    remarks: context.fresh.text(),
    resolution: context.fresh.text(),
    dueDateTime: `${dayAhead(context, days + 30)}T17:30:00Z`,
    earliestStartDateTime: `${dayAhead(context, days)}T06:15:00Z`,
    durationInMinutes: drawn.minutes,
    address: { city: context.fresh.text(), country: 'NL', street: 'Kade', streetNumber: String(drawn.minutes) },
    contact: references['contact'],
    equipment: references['equipment'],
    region: references['region'],
    responsibles: references['responsible'] && [references['responsible']],
    equipments: references['equipment'] && [references['equipment']],
  }
  return {
    ...Object.fromEntries(drawn.fields.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))),
    attachments: Array.from({ length: drawn.attachments }, () => ({
      fileName: `${context.fresh.text()}.txt`,
      title: context.fresh.text(),
    })),
    ...(requirement && drawn.requirement ? { requirements: [requirement] } : {}),
    ...(udfValue && drawn.udfValue ? { udfValues: [udfValue] } : {}),
    ...(material
      ? {
          reservedMaterials: drawn.materials.map(([quantity, hasUdfValue]) =>
            leastMaterial(context, { quantity, ...(udfValue && hasUdfValue ? { udfValues: [udfValue] } : {}) }),
          ),
        }
      : {}),
  }
}
