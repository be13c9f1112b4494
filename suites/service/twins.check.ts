import { check, each, must, sameId, type Context } from '../../src/kit/index.ts'
import { succeeded } from '../data/steps.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  idOf,
  leastActivity,
  leastCall,
  leastMaterial,
  partOf,
  partsIn,
  readTree,
  type Part,
} from './tree.ts'

type Kind = 'service call' | 'activity'

/** A tree whose part of this kind has the external id, and that part of a tree. */
const kinds: Readonly<
  Record<Kind, readonly [make: (context: Context, externalId: string) => Part, part: (tree: Part) => Part]>
> = {
  'service call': [(context, externalId) => leastCall(context, { externalId }), (tree) => tree],
  activity: [
    (context, externalId) => leastCall(context, { activities: [leastActivity(context, { externalId })] }),
    (tree) => activitiesOf(tree)[0] ?? {},
  ],
}

/** Of the trees that were made no two parts of different ids are read with one external id. */
async function mustBeApart(context: Context, kind: Kind, trees: readonly string[]): Promise<void> {
  const [, part] = kinds[kind]
  const held = new Map<string, string>()
  for (const tree of trees) {
    const { externalId, ...shown } = part(await readTree(context, tree))
    if (typeof externalId !== 'string' || externalId === '') continue
    const id = idOf(shown) ?? ''
    const known = held.get(externalId)
    must.hold(`no two of the external id (${kind})`, known === undefined || sameId(known, id), externalId)
    held.set(externalId, id)
  }
}

const spellings = [(name: string) => `${name} `, (name: string) => name.replace(/a$/, 'A')]

check(
  service.ids,
  'external-ids-in-other-spellings',
  { brokenBy: ['service-external-id-cut-after-its-check'], effects: true },
  (context) =>
    each(Object.keys(kinds) as readonly Kind[], async (kind) => {
      const [make, partIn] = kinds[kind]
      for (const spelled of spellings) {
        const name = `${context.fresh.externalId()}-a`
        const first = await created(context, make(context, name))
        const { externalId } = partIn(await readTree(context, first.id))
        must.equal(`external id of a new ${kind}`, externalId, name)
        const answer = await context.api.service.create(make(context, spelled(name)))
        // Refused, taken as another one, or as the first: all are lawful, but not two of one external id.
        must.noServerError(answer, 'an external id in another spelling')
        const second = succeeded(answer) ? idOf(partOf(answer.json)) : undefined
        await mustBeApart(context, kind, second === undefined ? [first.id] : [first.id, second])
      }
    }),
)

check(
  service.ids,
  'external-id-of-a-default-activity',
  { brokenBy: ['service-default-activity-has-external-id-of-call'], effects: true },
  async (context) => {
    const call = leastCall(context)
    const first = await created(context, call)
    const tree = await readTree(context, first.id)
    must.equal('the external id of the call', tree['externalId'], call['externalId'])
    // Whatever external id a default activity is given: that of its call is free among activities, or taken.
    const activities = [leastActivity(context, { externalId: call['externalId'] })]
    const answer = await context.api.service.create(leastCall(context, { activities }))
    must.noServerError(answer, 'an activity with the external id of a call')
    const second = succeeded(answer) ? idOf(partOf(answer.json)) : undefined
    await mustBeApart(context, 'activity', second === undefined ? [first.id] : [first.id, second])
  },
)

check(
  service.ids,
  'external-ids-at-once',
  { brokenBy: ['service-external-id-twice-at-once', 'service-activity-external-id-twice-at-once'], effects: true },
  async (context) => {
    const body = leastCall(context)
    const { id } = await created(context, body)
    must.equal('external id of a new service call', (await readTree(context, id))['externalId'], body['externalId'])
    await each(Object.keys(kinds) as readonly Kind[], async (kind) => {
      const [make] = kinds[kind]
      const name = context.fresh.externalId()
      const sends = [1, 2, 3, 4].map(() => {
        const twin = make(context, name)
        return () => context.api.service.create(twin)
      })
      const answers = await context.race(sends)
      const made = answers.filter(succeeded).flatMap(({ json }) => idOf(partOf(json)) ?? [])
      await mustBeApart(context, kind, made)
    })
  },
)

check(
  service.materials,
  'without-moved-and-used',
  {
    brokenBy: ['service-material-defaults-of-activities', 'service-material-used-is-what-was-moved'],
    needs: ['tree-material'],
    effects: true,
  },
  async (context) => {
    const material = (): Part => {
      const { moved: _moved, used: _used, ...rest } = leastMaterial(context)
      return rest
    }
    const whole = () => ({ reservedMaterials: [leastMaterial(context)] })
    await created(context, leastCall(context, { ...whole(), activities: [leastActivity(context, whole())] }))
    const some = () => ({ reservedMaterials: [material()] })
    const body = leastCall(context, {
      ...some(),
      activities: [leastActivity(context, some()), leastActivity(context, some())],
    })
    const answer = await context.api.service.create(body)
    // Required and with a default: what lacks them is refused, or has 0 (B-SVC-24).
    if (!succeeded(answer)) return must.refused4xx(answer)
    const id = idOf(partOf(answer.json)) ?? ''
    for (const tree of [partOf(answer.json), await readTree(context, id)]) {
      const owners = [tree, ...activitiesOf(tree)]
      must.equal('number of activities', owners.length, 3)
      for (const kept of owners.flatMap(({ reservedMaterials }) => partsIn(reservedMaterials)))
        for (const field of ['moved', 'used'])
          must.equal(`${field} of a reserved material that does not say`, kept[field], 0)
    }
    // Each is 0 by itself: what the other one says is no word on it.
    for (const [said, left] of [
      ['moved', 'used'],
      ['used', 'moved'],
    ] as const) {
      const reservedMaterials = [{ ...material(), quantity: 5, [said]: 2 }]
      const reply = await context.api.service.create(leastCall(context, { reservedMaterials }))
      if (!succeeded(reply)) {
        must.refused4xx(reply)
        continue
      }
      const [kept] = partsIn((await readTree(context, idOf(partOf(reply.json)) ?? ''))['reservedMaterials'])
      must.equal(`${left} of a reserved material that says only what was ${said}`, kept?.[left], 0)
    }
  },
)
