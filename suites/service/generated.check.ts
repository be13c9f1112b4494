import { check, must, rely, sameId, type Context } from '../../src/kit/index.ts'
import { forUsualPartner } from './addresses.ts'
import { knowToday } from './days.ts'
import { bodyOfTree, drawnTrees, fullCalls, smallerTree, type DrawnTree } from './generated-tree.ts'
import { knowMaterials } from './materials.ts'
import { mustAgreeWithRecord } from './records.ts'
import { service } from './requirements.ts'
import { activityFields, documented, mustBeSame, mustShowAll } from './same.ts'
import {
  activitiesOf,
  idOf,
  isTooLarge,
  partOf,
  partsIn,
  readTree,
  treeIn,
  withoutAttachments,
  type Part,
} from './tree.ts'

/** Without addresses where another is connected; an empty list of activities need not be taken. */
async function asSent(context: Context, body: Part): Promise<Part> {
  const { activities, ...own } = await forUsualPartner(context, body)
  return partsIn(activities).length === 0 ? own : { ...own, activities }
}

/**
 * The answer to a tree. Where it is refused it is sent without the values that no sentence bounds, and with the equipment of its
 * activities, of which it is not said whether the call has to name it.
 */
async function sentTree(context: Context, drawn: DrawnTree) {
  const body = await asSent(context, bodyOfTree(context, drawn))
  const reply = await context.api.service.create(body)
  if (reply.status < 400 || reply.status >= 500) return { body, reply }
  const plainer = await asSent(context, bodyOfTree(context, drawn, true))
  const [equipment] = activitiesOf(plainer).flatMap((activity) => activity['equipment'] ?? [])
  const named: Part = { ...(equipment === undefined ? {} : { equipments: [equipment] }), ...plainer }
  const second = await context.api.service.create(named)
  if (second.status < 400 || second.status >= 500) return { body: named, reply: second }
  const bare = withoutAttachments(named)
  return { body: bare, reply: await context.api.service.create(bare) }
}

/** What was written is what is read, at every place, and records agree with it. */
async function treeHolds(context: Context, drawn: DrawnTree): Promise<void> {
  await knowToday(context)
  await knowMaterials(context)
  const { body, reply } = await sentTree(context, drawn)
  if (await isTooLarge(context, body, reply)) {
    const smaller = smallerTree(drawn)
    // What cannot be made smaller is one call with one activity: that one is refused for no reason.
    if (smaller) return treeHolds(context, smaller)
  }
  const { id, tree } = await rely(service.create, async () => treeIn(reply))
  const again = await readTree(context, id)
  const { activities: _, ...own } = body
  const sent = activitiesOf(body)
  for (const shown of [tree, again]) {
    mustShowAll('the service call as it was sent', own, shown)
    // Where none is given, a default activity may be made.
    if (sent.length > 0) must.equal('number of activities', activitiesOf(shown).length, sent.length)
    for (const wanted of sent)
      mustShowAll(
        'an activity as it was sent',
        wanted,
        activitiesOf(shown).find(({ externalId }) => externalId === wanted['externalId']) ?? {},
      )
  }
  await mustAgreeWithRecord(context, 'ServiceCall', again)
  for (const wanted of new Set([...sent.slice(drawn.alone % sent.length).slice(0, 1), ...sent.slice(-1)])) {
    const shown = activitiesOf(again).find(({ externalId }) => externalId === wanted['externalId'])
    const uuid = idOf(shown) ?? ''
    const answer = await context.api.service.activity(id, uuid)
    must.status(answer, 200)
    const alone = partOf(answer.json)
    must.hold('the activity that was asked for', sameId(idOf(alone), uuid), idOf(alone))
    mustBeSame(
      'an activity, in its tree and by itself, the same',
      documented(shown ?? {}, activityFields, wanted),
      documented(alone, activityFields, wanted),
    )
    await mustAgreeWithRecord(context, 'Activity', alone)
  }
}

check.property(
  service['round-trip'],
  'generated-tree',
  {
    brokenBy: [
      'service-materials-of-third-activity-lost',
      'service-material-udf-values-at-next',
      'service-address-of-third-activity-lost',
      'service-activity-records-later',
      'service-activity-read-with-moved-as-used',
    ],
    effects: true,
    needs: ['tree-material'],
    runs: 1,
    shrinkRequests: 60,
  },
  drawnTrees,
  treeHolds,
)

check.property(
  service['round-trip'],
  'generated-trees',
  {
    brokenBy: ['service-problem-type-lost', 'service-shipped-lost', 'service-attachment-category-lost'],
    effects: true,
    needs: ['tree-material'],
    heavy: true,
    runs: 4,
    shrinkRequests: 60,
  },
  fullCalls,
  treeHolds,
)
