import type { Answer } from '../../src/clients/answer.ts'
import { check, must, sameId, settle, type Context } from '../../src/kit/index.ts'
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
  treeIn,
  type Part,
} from './tree.ts'

const plainIds = 'real systems also show the ids of a tree as plain strings'

check(service.ids, 'as-objects', { brokenBy: ['service-ids-plain', 'service-id-missing'] }, async (context) => {
  const attachment = { fileName: 'note.txt', description: context.fresh.text() }
  const { tree } = treeIn(
    await context.api.service.create(
      leastCall(context, { activities: [leastActivity(context, { attachments: [attachment] })] }),
    ),
  )
  const activities = activitiesOf(tree)
  must.some('activity in the tree', activities)
  for (const part of [tree, ...activities, ...activities.flatMap(({ attachments }) => partsIn(attachments))]) {
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
})

check(
  service.ids,
  'generated-codes',
  { brokenBy: ['service-no-codes', 'service-activity-no-code'], effects: true },
  async (context) => {
    const { id } = await created(
      context,
      leastCall(context, { activities: [leastActivity(context), leastActivity(context)] }),
    )
    const tree = await readTree(context, id)
    must.equal('number of activities', activitiesOf(tree).length, 2)
    for (const { code } of [tree, ...activitiesOf(tree)])
      must.hold('a generated code', typeof code === 'string' && code !== '', code)
  },
)

/** Whether the second POST was refused, or found the first record, is open (B-SVC-27); no second record may hold the external id. */
function mustBeOne(what: string, first: Part | undefined, second: Part | undefined): void {
  const isOther =
    second !== undefined && !sameId(idOf(second), idOf(first) ?? '') && second['externalId'] === first?.['externalId']
  must.hold(`no second ${what} of the same external id`, !isOther, idOf(second))
}

const shownBy = (answer: Answer): Part | undefined => (succeeded(answer) ? partOf(answer.json) : undefined)

check(
  service.ids,
  'external-id-of-a-call-twice',
  { brokenBy: ['service-call-external-id-twice'], effects: true },
  async (context) => {
    const body = leastCall(context)
    const first = await created(context, body)
    await readTree(context, first.id)
    mustBeOne('service call', first.tree, shownBy(await context.api.service.create(body)))
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
  const shown = partIn(first.tree)
  must.hold(`the created ${what}`, partIn(await readTree(context, first.id)) !== undefined, first.tree)
  const second = shownBy(await context.api.service.create(bodyWith(part)))
  mustBeOne(what, shown, second && partIn(second))
}

check(
  service.ids,
  'external-id-of-an-activity-twice',
  { brokenBy: ['service-activity-external-id-twice'], effects: true },
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
