import { check, must, placesOf, rely, sameId, type Context } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import {
  call,
  changed,
  current,
  mustBeRefusedAlone,
  read,
  refOf,
  routes,
  stored,
  succeeded,
  whole,
  type Stored,
  storedIfTaken,
} from '../steps.ts'
import { deleted } from './requirements.ts'
import { around, deletions, listing, mustBeListed, mustNotBeListed, removed, timeOfDeletion } from './steps.ts'

/** The record made again under the same id; undefined where it is refused: that the id of a deleted one can be used again, no sentence says. Nor does one (A-REC-07) that its external id is free. */
const remade = (context: Context, { id }: Stored): Promise<Stored | undefined> =>
  rely(data['replace-creates'], async () => {
    const externalId = context.fresh.externalId()
    const answer = await context.api.data.put(call, id, whole(context, { externalId }))
    if (succeeded(answer)) return current(context.api, { id, externalId })
    must.refused4xx(answer)
    return undefined
  })

const thirtyDays = 30 * 86_400_000

/** The external id in the entry of a record. */
async function listedExternalId(context: Context, record: Stored): Promise<unknown> {
  const { answer } = await mustBeListed(context, record, around(record))
  const entry = [...placesOf(answer.json)]
    .map(({ value }) => value as Readonly<Record<string, unknown>> | null)
    .find((one) => sameId(one?.['id'], record.id))
  return entry?.['externalId'] ?? null
}

check(
  deleted['deleted-interval'],
  'made-anew',
  { brokenBy: ['del-recreated-hidden', 'deleted-empty'], effects: true },
  async (context) => {
    const record = await removed(context)
    await mustBeListed(context, record, around(record))
    await remade(context, record)
    await mustBeListed(context, record, around(record))
  },
)

check(
  deleted['deleted-interval'],
  'asked-before-and-after',
  { brokenBy: ['del-first-answer-kept', 'deleted-ranges-beyond-32-bits-empty', 'deleted-empty'], effects: true },
  async (context) => {
    const record = await stored(context)
    const span = around(record)
    await mustNotBeListed(context, record, span, 'for it is there')
    await context.wait(20)
    await deletions['by-id'](context, record)
    await mustBeListed(context, record, span)
    // What is to come holds no deletions: this listing is no longer than the one before. How long an interval may be is not stated.
    const long = { from: span.from, to: span.from + thirtyDays }
    if (succeeded(await context.api.data.deleted(record.resource, long))) await mustBeListed(context, record, long)
  },
)

check(
  deleted['deleted-interval'],
  'deleted-twice',
  { sampled: true, brokenBy: ['del-first-deletion-only', 'deleted-empty'], effects: true },
  async (context) => {
    const record = await removed(context)
    const first = await timeOfDeletion(context, record, around(record))
    await context.wait(50)
    const again = await remade(context, record)
    if (!again) return
    await context.wait(50)
    await deletions['by-id'](context, again)
    // The second deletion is later than the first: the interval after that holds it.
    await mustBeListed(context, record, { from: first + 1, to: around(again).to })
  },
)

check(
  deleted['deleted-interval'],
  'deleted-by-a-batch',
  {
    needs: ['batch'],
    brokenBy: ['del-batch-not-listed', 'deleted-in-a-batch-by-external-id-left-out', 'deleted-empty'],
    effects: true,
  },
  async (context) => {
    const { batch } = context.api
    for (const transactional of [true, false])
      for (const route of routes) {
        const record = await stored(context)
        await context.wait(20)
        const part = batch.part.remove(call, refOf(record, route), undefined, { force: true })
        const { parts } = await batch.send([part], { transactional })
        must.done('the part that deletes', parts[0])
        must.absent('record', await read(context.api, record.id))
        await mustBeListed(context, record, around(record))
      }
  },
)

check(
  deleted['deleted-first-version'],
  'bounds',
  {
    sampled: true,
    brokenBy: ['del1-ignores-range', 'deleted-to-ignored', 'deleted-first-version-open-at-from'],
    effects: true,
  },
  async (context) => {
    const record = { ...(await removed(context)), dtos: 'DeletedObjects.1' as const }
    const time = await timeOfDeletion(context, record, around(record))
    await mustNotBeListed(context, record, { from: time - 5000, to: time }, `for it was deleted at ${time}`)
  },
)

check(
  deleted['deleted-external-id'],
  'after-a-change',
  { sampled: true, brokenBy: ['del2-extid-after-clear', 'deleted-external-id-missing'], effects: true },
  async (context) => {
    const externalId = context.fresh.externalId()
    // Removed and set again: whether one may be changed at once is not stated.
    const before = await stored(context)
    const without = await context.api.data.patch(call, before.id, { externalId: null }, { force: true })
    // Nor is it that one can be taken away.
    if (!succeeded(without)) return mustBeRefusedAlone(context, without)
    const record = { ...(await changed(context, await current(context.api, before), { externalId })), externalId }
    await deletions['by-id'](context, record)
    must.equal('externalId of the entry', await listedExternalId(context, record), externalId)
  },
)

check(
  deleted['deleted-external-id'],
  'given-later',
  { brokenBy: ['deleted-external-id-from-creation', 'deleted-external-id-missing'], effects: true },
  async (context) => {
    const externalId = context.fresh.externalId()
    const made = await storedIfTaken(context, { externalId: null })
    if (!made) return
    const record = { ...(await changed(context, made, { externalId })), externalId }
    await deletions['by-id'](context, record)
    must.equal('externalId of the entry', await listedExternalId(context, record), externalId)
  },
)

check(
  deleted['deleted-external-id'],
  'deleted-by-a-batch',
  {
    needs: ['batch'],
    brokenBy: ['deleted-in-a-batch-without-external-id', 'deleted-external-id-missing'],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const part = context.api.batch.part.remove(call, record.id, undefined, { force: true })
    const { parts } = await context.api.batch.send([part])
    must.done('the part that deletes', parts[0])
    must.equal('externalId of the entry', await listedExternalId(context, record), record.externalId)
  },
)

check(
  deleted['deleted-external-id'],
  'in-use-again',
  { sampled: true, brokenBy: ['del-extid-dropped-after-recreate', 'deleted-external-id-missing'], effects: true },
  async (context) => {
    const record = await removed(context)
    // Whether its external id is free by now is not stated (A-REC-07).
    const next = whole(context, { id: context.fresh.id(), externalId: record.externalId })
    must.noServerError(await context.api.data.create(call, next))
    must.equal('externalId of the entry', await listedExternalId(context, record), record.externalId)
  },
)

check(
  deleted['deleted-external-id'],
  'not-ascii',
  { brokenBy: ['del-extid-only-if-latin', 'deleted-external-id-missing'], effects: true },
  async (context) => {
    const names = { id: context.fresh.id(), externalId: context.fresh.externalId('Ä-漢') }
    const made = await context.api.data.create(call, whole(context, names))
    must.noServerError(made, 'an external id of other letters')
    // Which letters an external id may have is not stated.
    const taken = made.status < 300
    const record = taken ? await current(context.api, names) : await removed(context)
    if (taken) await deletions['by-id'](context, record)
    must.equal('externalId of the entry', await listedExternalId(context, record), record.externalId)
  },
)

check(
  deleted['deleted-interval-required'],
  'empty-from',
  { brokenBy: ['del-missing-from-zero'], effects: true },
  async (context) => {
    const record = await removed(context)
    const { span } = await listing(context, call, around(record))
    must.refused4xx(await context.api.data.deleted(call, { from: '', to: span.to }))
  },
)

check(
  data['dtos-missing-refused'],
  'deleted-listing',
  { needs: ['deleted-listing'], brokenBy: ['no-dtos-ok-on-deleted'], effects: true },
  async (context) => {
    const record = await removed(context)
    await mustBeListed(context, record, around(record))
    must.refused4xx(await context.api.data.deleted(call, around(record), { dtos: null }))
  },
)

check(
  deleted['deleted-external-id'],
  'of-digits',
  { brokenBy: ['deleted-number-like-external-id', 'deleted-empty'], effects: true },
  async (context) => {
    const externalId = `00${BigInt(`0x${context.fresh.id()}`)}`
    const body = whole(context, { id: context.fresh.id(), externalId })
    const answer = await context.api.data.create(call, body)
    // Which characters an external id has, and how many, is not stated.
    if (!succeeded(answer)) return mustBeRefusedAlone(context, answer)
    const record = await current(context.api, { id: String(body['id']), externalId })
    await deletions['by-id'](context, record)
    must.equal('the external id in the listing', await listedExternalId(context, record), externalId)
  },
)
