import { check, each, isObjection, must, Unexercised, type Context } from '../../src/kit/index.ts'
import { succeeded } from '../data/steps.ts'
import { byKey, mustReferAll, referencePlaces, recordOf, referringTree, sharedKeys } from './every-reference.ts'
import { knowMaterials } from './materials.ts'
import { mustRefer } from './refer.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  fixture,
  keysOf,
  leastActivity,
  leastCall,
  partsIn,
  readTree,
  treeIn,
  type Part,
} from './tree.ts'

check(
  service.references,
  'every-place-by-each-key-alone',
  {
    brokenBy: ['service-responsibles-by-code-lost', 'service-warehouse-by-id-only', 'service-udf-not-by-external-id'],
    effects: true,
  },
  async (context) => {
    await knowMaterials(context)
    const sent = referringTree(context)
    const first = await readTree(context, (await created(context, sent)).id)
    must.some('reference of the tree', referencePlaces(sent, first))
    let compared = 0
    for (const key of ['code', 'externalId']) {
      let body = byKey(referringTree(context), first, key)
      let answer = await context.api.service.create(body)
      const shared = isObjection(answer)
        ? await sharedKeys(context, referencePlaces(body, first), key)
        : new Set<string>()
      if (shared.size > 0) {
        body = byKey(referringTree(context), first, key, '', shared)
        answer = await context.api.service.create(body)
      }
      const { id } = treeIn(answer)
      compared += mustReferAll(
        `by ${key} alone`,
        referencePlaces(body, await readTree(context, id)),
        ({ sent: named }) => named,
      )
    }
    if (compared === 0) throw new Unexercised('no reference shows a key by which it was sent')
  },
)

const resources = ['BusinessPartner', 'Contact', 'Equipment', 'Item', 'Person', 'Warehouse', 'Region']

/** Two records of each resource that the kit may make with a code and an external id. */
async function pairs(context: Context): Promise<ReadonlyArray<readonly [resource: string, one: Part, other: Part]>> {
  const made = []
  for (const resource of resources) {
    const [one, other] = [await recordOf(context, resource), await recordOf(context, resource)]
    if (one && other) made.push([resource, one, other] as const)
  }
  return made
}

const contradictions = [
  ['id', 'code'],
  ['id', 'externalId'],
  ['code', 'externalId'],
] as const

check(
  service.references,
  'every-place-by-contradicting-keys',
  {
    brokenBy: [
      'service-external-id-first-in-activities',
      'service-code-before-id-in-materials',
      'service-equipment-of-activity-by-external-id-first',
      'service-equipment-of-activity-by-code-first',
      'service-answer-with-the-records-of-the-first',
    ],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    const records = await pairs(context)
    await knowMaterials(context)
    await created(context, referringTree(context))
    const instead = (some: typeof records, [key, beside]: (typeof contradictions)[number]) =>
      Object.fromEntries(some.map(([resource, one, other]) => [resource, { [key]: one[key], [beside]: other[beside] }]))
    await each(contradictions, async (keys) => {
      const ask = async (some: typeof records): Promise<boolean> => {
        const body = referringTree(context, instead(some, keys))
        const answer = await context.api.service.create(body)
        must.noServerError(answer, `references by the ${keys[0]} of one, the ${keys[1]} of another`)
        if (!succeeded(answer)) return false
        const { id, tree } = treeIn(answer)
        // What is taken means its first key.
        for (const shown of [tree, await readTree(context, id)])
          mustReferAll(
            `by the ${keys[0]} of one, the ${keys[1]} of another`,
            referencePlaces(body, shown),
            ({ sent }) => some.find(([, record]) => record[keys[0]] === sent[keys[0]])?.[1] ?? sent,
          )
        return true
      }
      // Refusing references that contradict themselves is lawful, in one place and not in another, too.
      if (!(await ask(records))) for (const one of records) await ask([one])
    })
  },
)

const inOrder = (keys: ReadonlyArray<string | undefined>): string[] =>
  keys.map(String).sort((one, other) => (one < other ? -1 : 1))

check(
  service.references,
  'several-technicians-by-one-key',
  {
    brokenBy: [
      'service-responsibles-by-code-are-all-the-first',
      'service-responsibles-by-code-lost',
      'service-answer-without-the-last-technician',
    ],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    const [one, other] = [await recordOf(context, 'Person'), await recordOf(context, 'Person')]
    const { id: usual } = await created(context, leastCall(context))
    await readTree(context, usual)
    if (!one || !other) throw new Unexercised('the kit makes no persons with a code and an external id')
    const responsibles = [one, other]
    await each(['code', 'externalId'], async (key) => {
      const named = { responsibles: responsibles.map((record) => ({ [key]: record[key] })) }
      const body = leastCall(context, { ...named, activities: [leastActivity(context, named)] })
      const answer = await context.api.service.create(body)
      // Who may be a technician is not said.
      if (!succeeded(answer)) return must.refused4xx(answer)
      const { id, tree } = treeIn(answer)
      const trees = [tree, await readTree(context, id)]
      for (const part of trees.flatMap((made) => [made, activitiesOf(made)[0]])) {
        const shown = partsIn(part?.['responsibles']).map(keysOf)
        // A reference need not show each of its keys.
        for (const name of ['id', 'code', 'externalId'] as const)
          if (shown.length > 0 && shown.every((keys) => keys[name] !== undefined))
            must.equal(
              `${name} of technicians named by ${key}`,
              inOrder(shown.map((keys) => keys[name])),
              inOrder(responsibles.map((record) => keysOf(record)[name])),
            )
        must.equal(`technicians named by ${key}`, shown.length, responsibles.length)
      }
    })
  },
)

check(
  service['round-trip'],
  'call-and-activity-each-with-its-own',
  { brokenBy: ['service-activities-with-those-of-their-call'], needs: ['service-call'], effects: true },
  async (context) => {
    const made = async (resource: string) => [await recordOf(context, resource), await recordOf(context, resource)]
    const [persons, contacts] = [await made('Person'), await made('Contact')]
    await created(context, leastCall(context))
    // What no reference of the target file names, a server may keep for itself.
    const { references = {} } = fixture(context)
    const own = (at: number, withContact: boolean): Part => ({
      responsibles: [{ id: persons[at]?.id }],
      ...('createPerson' in references ? { createPerson: { id: persons[at]?.id } } : {}),
      ...(withContact ? { contact: { id: contacts[at]?.id } } : {}),
    })
    if (persons.includes(undefined)) throw new Unexercised('the kit makes no persons with a code and an external id')
    for (const withContact of contacts.includes(undefined) || !('contact' in references) ? [false] : [true, false]) {
      const activities = [leastActivity(context, own(1, withContact))]
      const answer = await context.api.service.create(leastCall(context, { ...own(0, withContact), activities }))
      // Who may be a technician, or a contact of this partner, is not said.
      if (!succeeded(answer)) {
        must.refused4xx(answer)
        continue
      }
      const { id, tree } = treeIn(answer)
      for (const shown of [tree, await readTree(context, id)])
        for (const [at, what, part] of [
          [0, 'the service call', shown],
          [1, 'its activity', activitiesOf(shown)[0] ?? {}],
        ] as const) {
          const sent = own(at, withContact)
          for (const name of ['createPerson', 'contact'])
            if (name in sent) mustRefer(`${name} of ${what}`, part[name], sent[name])
          const ids = partsIn(part['responsibles']).map((one) => keysOf(one)['id'])
          // A reference need not show each of its keys.
          must.some(`technician of ${what}`, ids)
          if (!ids.includes(undefined))
            must.include(`ids of the technicians of ${what}`, ids, [keysOf({ id: persons[at]?.id })['id']])
        }
      return
    }
  },
)

check(
  service.references,
  'source-activity-by-external-id',
  { brokenBy: ['service-source-activity-by-external-id-lost'], needs: ['service-call'], effects: true },
  async (context) => {
    const externalId = context.fresh.externalId()
    await created(context, leastCall(context, { activities: [leastActivity(context, { externalId })] }))
    const follower = leastActivity(context, { sourceActivity: { externalId } })
    const { id, tree } = treeIn(await context.api.service.create(leastCall(context, { activities: [follower] })))
    for (const one of [tree, await readTree(context, id)])
      mustRefer('the source activity', activitiesOf(one)[0]?.['sourceActivity'], { externalId })
  },
)
