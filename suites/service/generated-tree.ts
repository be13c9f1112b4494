import type { Arbitrary } from 'fast-check'
import type { Context, FastCheck } from '../../src/kit/index.ts'
import { dayAhead, inQuarters, midWeek } from './days.ts'
import { materialValues } from './materials.ts'
import { bounded, fixture, leastActivity, leastCall, leastMaterial, type Part } from './tree.ts'

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
  'createPerson',
  'responsibles',
]
/** Texts of which no sentence says what values they take; those of an activity need not even be texts (B-SVC-27). */
const free = ['type', 'origin', 'problemType']
const ofCall = ['equipments', 'resolution', ...free]
const ofActivity = ['equipment', 'region']

const drawnPart = (fc: FastCheck, more: readonly string[], isFull = false): Arbitrary<DrawnPart> =>
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

/** Trees of three to five activities, the last with everything: later ones, and later parts of a list, are where a server forgets most. */
export const drawnTrees = (fc: FastCheck): Arbitrary<DrawnTree> =>
  fc.record({
    call: drawnPart(fc, ofCall),
    activities: fc
      .tuple(fc.array(drawnPart(fc, ofActivity), { minLength: 2, maxLength: 4 }), drawnPart(fc, ofActivity, true))
      .map(([some, last]) => [...some, last]),
    alone: fc.integer({ min: 0, max: 2 }),
  })

/** Service calls with everything, of no activity to five. */
export const fullCalls = (fc: FastCheck): Arbitrary<DrawnTree> =>
  fc.record({
    call: drawnPart(fc, ofCall, true),
    activities: fc.array(drawnPart(fc, ofActivity), { maxLength: 5 }),
    alone: fc.integer({ min: 0, max: 4 }),
  })

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

/** The body of a drawn tree, every text in it of its own; what the target file has nothing for is left out, and what no sentence bounds on demand. */
export function bodyOfTree(
  context: Context,
  { call, activities }: DrawnTree,
  isBounded = false,
): Part & { activities: readonly Part[] } {
  const part = (drawn: DrawnPart): Part => {
    const fields = drawn.fields.filter((name) => !isBounded || !free.includes(name))
    const whole = partOfTree(context, { ...drawn, fields }, isBounded)
    return isBounded ? bounded(whole) : whole
  }
  return {
    ...leastCall(context, part(call)),
    activities: activities.map((activity) =>
      leastActivity(context, { externalId: context.fresh.externalId(), ...part(activity) }),
    ),
  }
}

function partOfTree(context: Context, drawn: DrawnPart, isBounded: boolean): Part {
  const { requirement, udfValue, material, references = {} } = fixture(context)
  const drawnDays = 20 + (drawn.minutes % 28)
  const days = isBounded ? midWeek(context, drawnDays) : drawnDays
  const values: Readonly<Record<string, unknown>> = {
    remarks: context.fresh.text(),
    resolution: context.fresh.text(),
    dueDateTime: `${dayAhead(context, days + 28)}T15:30:00Z`,
    earliestStartDateTime: `${dayAhead(context, days)}T08:15:00Z`,
    durationInMinutes: isBounded ? inQuarters(drawn.minutes) : drawn.minutes,
    address: {
      city: context.fresh.text(),
      country: 'NL',
      state: 'ZH',
      street: 'Kade',
      streetNumber: String(drawn.minutes),
      zipCode: String(1000 + drawn.minutes),
      // Every store keeps so few decimal places: a precision is not stated.
      location: { latitude: 52.25, longitude: 4 + (drawn.minutes % 48) / 16 },
    },
    ...Object.fromEntries(free.map((name) => [name, context.fresh.text()])),
    contact: references['contact'],
    createPerson: references['createPerson'],
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
      description: context.fresh.text(),
      category: 'DOCUMENT',
    })),
    ...(requirement && drawn.requirement ? { requirements: [requirement] } : {}),
    ...(udfValue && drawn.udfValue ? { udfValues: [udfValue] } : {}),
    ...(material
      ? {
          reservedMaterials: drawn.materials.map(([quantity, hasUdfValue]) =>
            leastMaterial(context, {
              quantity,
              moved: Math.ceil(quantity / 2),
              used: Math.floor(quantity / 4),
              shipped: Math.ceil(quantity / 3),
              ...(hasUdfValue ? materialValues(context) : {}),
            }),
          ),
        }
      : {}),
  }
}
