import type { Answer } from '../../src/clients/answer.ts'
import {
  check,
  type Context,
  each,
  eventually,
  isObjection,
  matchers,
  must,
  plainId,
  sameId,
  settle,
} from '../../src/kit/index.ts'
import { call, stored, succeeded } from '../data/steps.ts'
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
  treeIn,
  withoutAttachments,
  type Part,
} from './tree.ts'

const plainIds = 'real systems also show the ids of a tree as plain strings'

check(
  service.ids,
  'as-objects',
  {
    brokenBy: [
      'service-ids-plain',
      'service-id-missing',
      'service-attachment-id-string-on-activity',
      'service-post-answer-echoes-early',
      'service-attachments-of-a-call-without-id',
      'service-attachments-read-without-id',
    ],
  },
  async (context) => {
    const attachments = [{ fileName: 'note.txt', description: context.fresh.text() }]
    const body = leastCall(context, { attachments, activities: [leastActivity(context, { attachments })] })
    // Whether an attachment may name a file that is not there yet is not said (B-SVC-15).
    const first = await context.api.service.create(body)
    const { id, tree } = treeIn(isObjection(first) ? await context.api.service.create(withoutAttachments(body)) : first)
    const [activity] = activitiesOf(tree)
    must.present('an activity in the tree', activity)
    const alone = await context.api.service.activity(id, idOf(activity) ?? '')
    must.status(alone, 200)
    const owners = [tree, await readTree(context, id)].flatMap((shown) => [shown, ...activitiesOf(shown)])
    const all = [...owners, partOf(alone.json)].flatMap((owner) => [owner, ...partsIn(owner['attachments'])])
    for (const part of all) {
      const uuid = partOf(part['id'])['uuid']
      const isPlain = typeof part['id'] === 'string'
      settle(
        typeof uuid === 'string'
          ? undefined
          : {
              expected: 'an id that is an object with uuid',
              actual: JSON.stringify(part['id']) ?? 'nothing',
              ...(isPlain ? { seenInTheWild: plainIds } : {}),
            },
      )
    }
  },
)

check(
  service.ids,
  'generated-codes',
  {
    brokenBy: [
      'service-no-codes',
      'service-activity-no-code',
      'service-second-activity-without-code',
      'service-default-activity-without-code',
    ],
    effects: true,
  },
  async (context) => {
    const usual = await created(context, leastCall(context))
    const { id } = await created(
      context,
      leastCall(context, { activities: [leastActivity(context), leastActivity(context)] }),
    )
    const tree = await readTree(context, id)
    must.equal('number of activities', activitiesOf(tree).length, 2)
    // When the system makes them is not said (B-SVC-08).
    const parts = async () => {
      const several = await readTree(context, id)
      return [several, ...activitiesOf(several), ...activitiesOf(await readTree(context, usual.id))]
    }
    const isCode = (code: unknown) => typeof code === 'string' && code !== ''
    await eventually(context, parts, (all) => {
      const [without] = all.filter(({ code }) => !isCode(code))
      return matchers.hold('a generated code', without === undefined, without?.['code'])
    })
  },
)

/** Whether the second POST was refused, or found the first record, is open (B-SVC-27); no second record may hold the external id of the first. */
async function mustBeOne(
  context: Context,
  what: string,
  [first, sent]: readonly [shown: Part | undefined, sent: Part],
  answer: Answer,
  partIn: (tree: Part) => Part | undefined = (tree) => tree,
): Promise<void> {
  const answered = succeeded(answer) ? partOf(answer.json) : {}
  const id = idOf(answered)
  // The answer need not tell what the tree shows.
  const read = id === undefined ? {} : await readTree(context, id)
  for (const second of [partIn(answered), partIn(read)]) {
    const isHeld = second?.['externalId'] === sent['externalId']
    must.hold(
      `no second ${what} of the same external id`,
      !isHeld || sameId(idOf(second), idOf(first) ?? ''),
      idOf(second),
    )
  }
}

check(
  service.ids,
  'external-id-of-a-call-twice',
  {
    brokenBy: [
      'service-call-external-id-twice',
      'service-call-external-id-twice-untold',
      'service-external-ids-of-the-data-api-overlooked',
    ],
    effects: true,
  },
  async (context) => {
    const body = leastCall(context)
    const first = await created(context, body)
    const shown = await readTree(context, first.id)
    await mustBeOne(context, 'service call', [shown, body], await context.api.service.create(body))
    if (!(call in context.target.dtos)) return
    const makes = () => stored(context, { externalId: context.fresh.externalId() })
    const [own, other] = [await makes(), await makes()]
    const secondOf = async ({ id: holder, externalId }: typeof own): Promise<string | undefined> => {
      const answer = await context.api.service.create(leastCall(context, { externalId }))
      must.noServerError(answer)
      const told = succeeded(answer) ? partOf(answer.json) : {}
      const id = idOf(told)
      return id === undefined || sameId(id, holder) || told['externalId'] !== externalId ? undefined : id
    }
    if ((await secondOf(own)) === undefined) return
    // How soon another interface sees what the Data API did is not stated.
    await context.wait(10_000)
    const second = await secondOf(other)
    must.hold('no second service call of the external id of a record', second === undefined, second)
  },
)

/** The second tree holds a part with the external id of one in the first. */
async function twice(
  context: Context,
  what: string,
  bodyWith: (part: Part) => Part,
  part: Part,
  partIn: (tree: Part) => Part | undefined,
): Promise<void> {
  const first = await created(context, bodyWith(part))
  const shown = partIn(await readTree(context, first.id))
  must.hold(`the created ${what}`, shown !== undefined, first.tree)
  await mustBeOne(context, what, [shown, part], await context.api.service.create(bodyWith(part)), partIn)
}

check(
  service.ids,
  'external-id-of-an-activity-twice',
  { brokenBy: ['service-activity-external-id-twice', 'service-activity-external-id-per-call'], effects: true },
  (context) =>
    twice(
      context,
      'activity',
      (part) => leastCall(context, { activities: [part] }),
      leastActivity(context, { externalId: context.fresh.externalId() }),
      (tree) => activitiesOf(tree)[0],
    ),
)

check(
  service.ids,
  'external-id-of-a-material-twice',
  { brokenBy: ['service-material-external-id-twice'], needs: ['tree-material'], effects: true },
  (context) =>
    twice(
      context,
      'reserved material',
      (part) => leastCall(context, { activities: [leastActivity(context, { reservedMaterials: [part] })] }),
      leastMaterial(context),
      (tree) => partsIn(activitiesOf(tree)[0]?.['reservedMaterials'])[0],
    ),
)

/** Within one tree too a second part of the same external id is refused, or is not there. */
async function onceInOneTree(context: Context, what: string, body: Part, partsOf: (tree: Part) => readonly Part[]) {
  const answer = await context.api.service.create(body)
  if (!succeeded(answer)) return must.refused4xx(answer)
  const held = new Map<string, Set<string | undefined>>()
  const { id, tree } = treeIn(answer)
  for (const part of [tree, await readTree(context, id)].flatMap(partsOf)) {
    const externalId = String(part['externalId'] ?? '')
    if (externalId !== '') held.set(externalId, (held.get(externalId) ?? new Set()).add(plainId(idOf(part) ?? '')))
  }
  const twins = [...held].find(([, ids]) => ids.size > 1)
  return must.hold(`no two ${what} of one external id in a tree`, twins === undefined, twins?.[0])
}

check(
  service.ids,
  'external-id-twice-in-one-tree',
  {
    brokenBy: ['service-external-id-unique-only-against-stored', 'service-material-external-id-two-tables'],
    needs: ['tree-material'],
  },
  async (context) => {
    const one = () => leastActivity(context, { externalId: context.fresh.externalId() })
    await created(context, leastCall(context, { activities: [one(), one()] }))
    const [first, second] = [one(), one()]
    const twin = { ...second, externalId: first['externalId'] }
    const material = () => leastMaterial(context)
    const [own, other] = [material(), material()]
    const sameMaterial = { ...other, externalId: own['externalId'] }
    await each(
      [
        ['activities', leastCall(context, { activities: [first, twin] }), activitiesOf],
        [
          'reserved materials',
          leastCall(context, {
            reservedMaterials: [own],
            activities: [leastActivity(context, { reservedMaterials: [sameMaterial] })],
          }),
          (tree: Part) => [tree, ...activitiesOf(tree)].flatMap((part) => partsIn(part['reservedMaterials'])),
        ],
      ] as const,
      ([what, body, partsOf]) => onceInOneTree(context, what, body, partsOf),
    )
  },
)
