import { check, must } from '../../src/kit/index.ts'
import { service } from './requirements.ts'
import {
  activitiesOf,
  created,
  createdIfTaken,
  fixture,
  idOf,
  isTooLarge,
  leastActivity,
  leastCall,
  partOf,
  readTree,
  treeIn,
} from './tree.ts'

check(
  service.served,
  'with-the-four-headers',
  {
    brokenBy: [
      'service-missing',
      'service-needs-query-context',
      'service-needs-request-id',
      'service-create-needs-request-id',
    ],
  },
  async (context) => {
    const bare = { headers: { 'X-Request-ID': undefined } }
    const body = leastCall(context, { activities: [leastActivity(context)] })
    treeIn(await context.api.service.create(leastCall(context)))
    const made = treeIn(await context.api.service.create(body, bare))
    must.status(await context.api.service.get(made.id, bare), 200)
    const [activity] = activitiesOf(made.tree).map(idOf)
    if (activity !== undefined) must.status(await context.api.service.activity(made.id, activity, bare), 200)
  },
)

check(
  service.create,
  'with-activities',
  {
    brokenBy: [
      'service-create-bare',
      'service-create-first-activity-only',
      'service-create-201',
      'service-post-201-with-activities',
      'service-post-activity-cap',
      'service-large-tree-half-refused',
      'service-null-external-id-unique',
      'service-get-ten-activities',
    ],
    effects: true,
  },
  async (context) => {
    const many = Array.from({ length: 11 }, () => leastActivity(context))
    const large = leastCall(context, { activities: many })
    const first = await context.api.service.create(large)
    const isRefused = await isTooLarge(context, large, first)
    const activities = isRefused ? many.slice(0, 2) : many
    const body = isRefused ? leastCall(context, { activities }) : large
    const { id, tree } = treeIn(isRefused ? await context.api.service.create(body) : first)
    const subjects = (of: readonly Readonly<Record<string, unknown>>[]) =>
      of.map(({ subject }) => String(subject)).sort()
    must.equal('subject of the answer', tree['subject'], body['subject'])
    must.equal('subjects of the activities in the answer', subjects(activitiesOf(tree)), subjects(activities))
    const read = await readTree(context, id)
    must.equal('subjects of the activities as read', subjects(activitiesOf(read)), subjects(activities))
  },
)

check(
  service.least,
  'nothing-else-needed',
  {
    brokenBy: [
      'service-needs-contact',
      'service-activity-needs-status',
      'service-needs-external-id',
      'service-type-and-origin-required',
    ],
  },
  async (context) => {
    const { externalId: _, ...body } = leastCall(context)
    treeIn(await context.api.service.create({ ...body, activities: [leastActivity(context)] }))
  },
)

check(
  service['default-activity'],
  'made-unless-refused',
  {
    brokenBy: [
      'service-no-default-activity',
      'service-default-activity-always',
      'service-default-activity-twice',
      'service-default-needs-true',
      'service-explicit-true-creates-none',
      'service-default-activity-phantom',
      'service-false-made-at-first-read',
      'service-default-activity-beside-an-empty-list',
      'service-false-overlooked-beside-technicians',
      'service-false-overlooked-beside-equipment',
      'service-no-default-activity-beside-technicians',
      'service-no-default-activity-beside-equipment',
      'service-no-default-activity-beside-udf-values',
    ],
    effects: true,
  },
  async (context) => {
    const { udfValue, references: { responsible, equipment } = {} } = fixture(context)
    // What else a call has is no activity.
    const others = [
      ...(responsible ? [{ responsibles: [responsible] }] : []),
      ...(equipment ? [{ equipments: [equipment] }] : []),
      ...(udfValue ? [{ udfValues: [udfValue] }] : []),
    ]
    // That an empty list is none, or one that was given, is not said, nor that it is taken at all.
    for (const [asked, count, sent] of [
      ...[{}, ...others].flatMap((parts) => [
        [undefined, 1, parts] as const,
        [true, 1, parts] as const,
        [false, 0, parts] as const,
      ]),
      [false, 0, { activities: [] }] as const,
    ]) {
      const options = asked === undefined ? {} : { autoCreateActivity: asked }
      const { id, tree } = await createdIfTaken(context, leastCall(context, sent), leastCall(context), options)
      const words = `activities of a tree sent without any${asked === undefined ? '' : `, with autoCreateActivity=${asked}`}`
      must.equal(`number of ${words}`, activitiesOf(await readTree(context, id)).length, count)
      must.equal(`number in the answer of ${words}`, activitiesOf(tree).length, count)
    }
  },
)

check(
  service['no-second-activity'],
  'with-activities-given',
  {
    brokenBy: [
      'service-default-beside-given',
      'service-true-adds-activity',
      'service-false-drops-given',
      'service-default-for-uncovered-equipment',
      'service-false-keeps-the-first-given',
      'service-default-beside-untyped',
      'service-true-adds-to-a-lone-activity-without-status',
    ],
    effects: true,
  },
  async (context) => {
    const { equipment } = fixture(context).references ?? {}
    for (const autoCreateActivity of [undefined, true, false])
      for (const count of [1, 2]) {
        const body = leastCall(context, {
          activities: Array.from({ length: count }, () => leastActivity(context)),
          ...(equipment ? { equipments: [equipment] } : {}),
        })
        const { id } = await created(context, body, autoCreateActivity === undefined ? {} : { autoCreateActivity })
        const words = `number of activities of a tree sent with ${count}`
        must.equal(words, activitiesOf(await readTree(context, id)).length, count)
      }
    // A given activity counts as one whatever it lacks: its subject alone is required.
    const bare = leastCall(context, { activities: [{ subject: context.fresh.text() }] })
    const { id, tree } = await createdIfTaken(context, bare, { ...bare, activities: [leastActivity(context)] })
    must.equal('number of activities in the answer to a tree sent with a bare one', activitiesOf(tree).length, 1)
    must.equal(
      'number of activities of a tree sent with a bare one',
      activitiesOf(await readTree(context, id)).length,
      1,
    )
  },
)

check(
  service.get,
  'own-tree',
  {
    brokenBy: [
      'service-get-all-activities',
      'service-get-bare',
      'service-get-202',
      'service-get-first-activity-only',
      'service-get-no-tree-without-activities',
      'service-post-eventual',
    ],
    effects: true,
  },
  async (context) => {
    const [one, other] = [
      await created(context, leastCall(context), { autoCreateActivity: false }),
      await created(context, leastCall(context, { activities: [leastActivity(context), leastActivity(context)] })),
    ]
    for (const [made, count] of [
      [one, 0],
      [other, 2],
    ] as const) {
      const { id, tree } = treeIn(await context.api.service.get(made.id))
      must.sameId('id of the service call', id, made.id)
      must.equal('subject of the service call', tree['subject'], made.tree['subject'])
      must.equal('number of its activities', activitiesOf(tree).length, count)
    }
  },
)

check(
  service['get-activity'],
  'each-of-two',
  {
    brokenBy: [
      'service-activity-is-call',
      'service-activity-first',
      'service-activity-202',
      'service-activity-route-short',
      'service-activity-get-wrapped-in-call',
      'service-activity-id-named-otherwise',
    ],
    effects: true,
  },
  async (context) => {
    const { id, tree } = await created(
      context,
      leastCall(context, { activities: [leastActivity(context), leastActivity(context)] }),
    )
    must.some('activity in the tree', activitiesOf(tree))
    for (const activity of activitiesOf(tree)) {
      const answer = await context.api.service.activity(id, idOf(activity) ?? '')
      must.status(answer, 200)
      const read = partOf(answer.json)
      must.sameId('id of the activity', idOf(read), idOf(activity), answer)
      must.equal('subject of the activity', read['subject'], activity['subject'])
    }
  },
)

check(
  service['get-activity'],
  'made-by-itself',
  { brokenBy: ['service-activity-get-default-404'], effects: true },
  async (context) => {
    const { id, tree } = await created(context, leastCall(context))
    must.some('default activity in the tree', activitiesOf(tree))
    for (const activity of activitiesOf(tree)) {
      const answer = await context.api.service.activity(id, idOf(activity) ?? '')
      must.status(answer, 200)
      must.sameId('id of the default activity', idOf(partOf(answer.json)), idOf(activity), answer)
    }
  },
)
