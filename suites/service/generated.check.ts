import { check, must, rely, sameId, type Context } from '../../src/kit/index.ts'
import { knowToday } from './days.ts'
import { bodyOfTree, drawnTrees, smallerTree, type DrawnTree } from './generated-tree.ts'
import { mustAgreeWithRecord } from './records.ts'
import { service } from './requirements.ts'
import { activityFields, documented, mustBeSame, mustShowAll } from './same.ts'
import { activitiesOf, idOf, isTooLarge, partOf, readTree, treeIn } from './tree.ts'

/** The answer to a tree: whether its activities may have equipment that the call does not name is not said, so it names it where it was refused. */
async function sentTree(context: Context, drawn: DrawnTree) {
  const body = bodyOfTree(context, drawn)
  const reply = await context.api.service.create(body)
  const [equipment] = body.activities.flatMap((activity) => activity['equipment'] ?? [])
  if (reply.status < 400 || reply.status >= 500 || 'equipments' in body || equipment === undefined)
    return { body, reply }
  const named = { ...body, equipments: [equipment] }
  return { body: named, reply: await context.api.service.create(named) }
}

/** What was written is what is read, at every place, and records agree with it. */
async function treeHolds(context: Context, drawn: DrawnTree): Promise<void> {
  await knowToday(context)
  const { body, reply } = await sentTree(context, drawn)
  if (await isTooLarge(context, body, reply)) {
    const smaller = smallerTree(drawn)
    // What cannot be made smaller is one call with one activity: that one is refused for no reason.
    if (smaller) return treeHolds(context, smaller)
  }
  const { id, tree } = await rely(service.create, async () => treeIn(reply))
  const again = await readTree(context, id)
  const { activities: sent, ...own } = body
  for (const shown of [tree, again]) {
    mustShowAll('the service call as it was sent', own, shown)
    must.equal('number of activities', activitiesOf(shown).length, sent.length)
    for (const wanted of sent)
      mustShowAll(
        'an activity as it was sent',
        wanted,
        activitiesOf(shown).find(({ externalId }) => externalId === wanted['externalId']) ?? {},
      )
  }
  await mustAgreeWithRecord(context, 'ServiceCall', again)
  for (const wanted of new Set([sent[drawn.alone % sent.length], sent.at(-1)])) {
    const shown = activitiesOf(again).find(({ externalId }) => externalId === wanted?.['externalId'])
    const uuid = idOf(shown) ?? ''
    const answer = await context.api.service.activity(id, uuid)
    must.status(answer, 200)
    const alone = partOf(answer.json)
    must.hold('the activity that was asked for', sameId(idOf(alone), uuid), idOf(alone))
    mustBeSame(
      'an activity, in its tree and by itself, the same',
      documented(shown ?? {}, activityFields),
      documented(alone, activityFields),
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
    ],
    effects: true,
    needs: ['tree-material'],
    runs: 1,
    shrinkRequests: 60,
  },
  drawnTrees,
  treeHolds,
)
