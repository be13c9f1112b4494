import { headerOf } from '../../src/exchange/exchange.ts'
import { check, eventually, matchers, must, plainId, sameId, type Context } from '../../src/kit/index.ts'
import { call, read as readRecord, succeeded, whole } from '../data/steps.ts'
import { readsAlike } from '../user/other-reader.ts'
import { mustBecome } from '../data/cql/held.ts'
import { cql } from '../data/cql/requirements.ts'
import { recordOfCall } from './records.ts'
import { service } from './requirements.ts'
import { referenceTo, referredBy } from '../data/inverse-end.ts'
import {
  activitiesOf,
  created,
  createdIfTaken,
  idOf,
  leastActivity,
  leastCall,
  leftAlone,
  partOf,
  partsIn,
  readTree,
  treeIn,
  withoutAttachments,
  type Part,
} from './tree.ts'

/** An activity that the Data API makes for a service call; undefined where it does not, or does not show it as one of that call. */
async function activityLater(context: Context, owner: string): Promise<string | undefined> {
  const { api, fresh, target } = context
  const { resource, to, by } = target.fixtures.inverse ?? {}
  if (resource !== call || to !== 'Activity' || by === undefined || !(to in target.templates)) return undefined
  const body = whole(context, { id: fresh.id(), [by]: referenceTo(context, owner) }, to)
  const id = String(body['id'])
  const answer = await api.data.create(to, body)
  must.noServerError(answer)
  return sameId(referredBy(context, (await readRecord(api, id, to))?.[by]), owner) ? id : undefined
}

/** How soon a change of a record shows here is not stated. */
const within = 10_000

check(
  service['round-trip'],
  'read-again-after-a-change',
  {
    brokenBy: [
      'service-get-former-subject',
      'service-second-change-of-a-subject-unheard',
      'service-cleared-remarks-still-shown',
      'service-trees-kept-by-caller',
    ],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    const body = leastCall(context, { remarks: context.fresh.text() })
    const { id } = await created(context, body)
    must.equal('the subject as it was sent', (await readTree(context, id))['subject'], body['subject'])
    const other = (await readsAlike(context)) ? context.as('superuser').service : undefined
    const isRead = other !== undefined && (await other.get(id)).status === 200
    // How soon a change of the record shows here is not stated.
    const shown = (who: string, read: () => Promise<Part>, wanted: Part) =>
      eventually(
        context,
        read,
        (tree) => {
          for (const [name, value] of Object.entries(wanted)) {
            const mismatch = matchers.equal(`${name} of the changed service call${who}`, tree[name] || null, value)
            if (mismatch) return mismatch
          }
          return undefined
        },
        { lag: within },
      )
    for (const change of [
      { subject: context.fresh.text() },
      { subject: context.fresh.text() },
      { remarks: null },
    ] as const) {
      const answer = await context.api.data.patch(call, id, change, { force: true })
      // What the Data API needs of a record, a tree need not have: such a change may be refused.
      if (!succeeded(answer)) return leftAlone(answer, 'the Data API does not change the service call of a tree')
      await shown('', () => readTree(context, id), change)
      if (isRead) await shown(' to another user', async () => partOf((await other.get(id)).json), change)
    }
  },
)

check(
  service['round-trip'],
  'activity-read-again-after-a-change',
  {
    brokenBy: [
      'service-activity-read-as-it-was-made',
      'service-tree-without-later-activities',
      'service-deleted-attachments-still-shown',
    ],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    const attachments = [1, 2].map(() => ({ fileName: `${context.fresh.externalId()}.txt` }))
    const body = leastCall(context, { activities: [leastActivity(context, { attachments })] })
    const { id, tree } = await createdIfTaken(context, body, withoutAttachments(body))
    const [activity] = activitiesOf(tree)
    const uuid = idOf(activity) ?? ''
    must.equal('number of activities as read', activitiesOf(await readTree(context, id)).length, 1)
    if (!('Activity' in context.target.dtos)) return
    const subject = context.fresh.text()
    const answer = await context.api.data.patch('Activity', uuid, { subject }, { force: true })
    // What the Data API needs of a record, a tree need not have: such a change may be refused.
    if (!succeeded(answer)) return leftAlone(answer, 'the Data API does not change an activity of a tree')
    const inTree = async () => activitiesOf(await readTree(context, id))[0] ?? {}
    const alone = async () => {
      const read = await context.api.service.activity(id, uuid)
      must.status(read, 200)
      return partOf(read.json)
    }
    for (const [where, read] of [
      ['in its tree', inTree],
      ['by itself', alone],
    ] as const)
      await eventually(
        context,
        read,
        (shown) => matchers.equal(`the subject of the changed activity, ${where}`, shown['subject'], subject),
        { within },
      )
    const later = await activityLater(context, id)
    if (later !== undefined)
      await eventually(
        context,
        async () => activitiesOf(await readTree(context, id)).map((one) => plainId(idOf(one) ?? '')),
        (ids) => matchers.include('ids of the activities, one of which was made later', ids, [plainId(later)]),
        { within },
      )
    // An attachment of a tree need be no record that the Data API lets go.
    const [file] = partsIn(activity?.['attachments'])
    const uuidOfFile = idOf(file)
    if (uuidOfFile === undefined || !('Attachment' in context.target.dtos)) return
    const filesIn = async (read: () => Promise<Part>) => partsIn((await read())['attachments']).length
    const before = [await filesIn(inTree), await filesIn(alone)] as const
    if (!succeeded(await context.api.data.remove('Attachment', uuidOfFile, undefined, { force: true }))) return
    for (const [read, count] of [[inTree, before[0]] as const, [alone, before[1]] as const])
      if (count > 0)
        await eventually(
          context,
          () => filesIn(read),
          (left) => matchers.equal('attachments of the activity after one was deleted', left, count - 1),
          { within },
        )
  },
)

check(
  service.refusals,
  'of-what-was-deleted',
  {
    brokenBy: ['service-deleted-call-read', 'service-activity-of-deleted-call-read'],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    const body = leastCall(context, { activities: [leastActivity(context)] })
    const { id } = await created(context, body)
    const { tree } = treeIn(await context.api.service.get(id))
    must.equal('subject as read', tree['subject'], body['subject'])
    const uuid = idOf(activitiesOf(tree)[0]) ?? ''
    must.status(await context.api.service.activity(id, uuid), 200)
    const gone = await context.api.data.remove(call, id, undefined, { force: true })
    // Whether the Data API deletes what has activities is its own affair.
    if (!succeeded(gone)) return leftAlone(gone, 'the Data API does not delete a service call with an activity')
    for (const read of [() => context.api.service.get(id), () => context.api.service.activity(id, uuid)])
      await eventually(
        context,
        async () => (await read()).status,
        (status) => matchers.equal('status of a read of what was deleted', status, 404),
        { within },
      )
  },
)

check(
  service.refusals,
  'of-an-activity-that-was-deleted',
  { brokenBy: ['service-deleted-activity-still-read'], needs: ['service-call'], effects: true },
  async (context) => {
    const activities = [leastActivity(context), leastActivity(context)]
    const { id, tree } = await created(context, leastCall(context, { activities }))
    const [one, other] = activitiesOf(tree)
    const uuid = idOf(one) ?? ''
    must.equal('number of activities as read', activitiesOf(await readTree(context, id)).length, 2)
    must.status(await context.api.service.activity(id, uuid), 200)
    if (!('Activity' in context.target.dtos)) return
    const gone = await context.api.data.remove('Activity', uuid, undefined, { force: true })
    // Whether the Data API deletes an activity of a service call is its own affair.
    if (!succeeded(gone)) return leftAlone(gone, 'the Data API does not delete an activity of a tree')
    await eventually(
      context,
      async () => (await context.api.service.activity(id, uuid)).status,
      (status) => matchers.equal('status of a read of a deleted activity', status, 404),
      { within },
    )
    await eventually(
      context,
      async () => activitiesOf(await readTree(context, id)).map((left) => plainId(idOf(left) ?? '')),
      (left) => matchers.equal('ids of the activities that are left', left, [plainId(idOf(other) ?? '')]),
      { within },
    )
  },
)

check(
  service.served,
  'headers-in-lower-case',
  { brokenBy: ['service-headers-in-their-case-only'] },
  async (context) => {
    const { id, tree, answer } = await created(context, leastCall(context))
    const lower = Object.fromEntries(
      ['X-Account-Name', 'X-Company-Name', 'X-Client-ID', 'X-Client-Version'].flatMap((name) => [
        [name, undefined],
        [name.toLowerCase(), headerOf(answer.exchange.request.headers, name)],
      ]),
    )
    must.sameId('id of the service call', treeIn(await context.api.service.get(id, { headers: lower })).id, id)
    treeIn(await context.api.service.create(leastCall(context), { headers: lower }))
    for (const activity of activitiesOf(tree))
      must.status(await context.api.service.activity(id, idOf(activity) ?? '', { headers: lower }), 200)
  },
)

check(
  cql['query-result-set'],
  'of-a-call-made-as-a-tree',
  {
    calls: ['service'],
    brokenBy: ['lists-lack-calls-made-as-trees'],
    needs: [...(service.create.needs ?? []), 'service-call'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const body = leastCall(context)
    const { id } = await created(context, body)
    const externalId = String(body['externalId'])
    await recordOfCall(context, { id, externalId })
    await mustBecome(context, { id, resource: call }, `externalId = "${externalId}"`, true)
  },
)
