import { check, must, placesOf, rely, sameId } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { call, current, read, stored, succeeded, whole } from '../steps.ts'
import { deleted } from './requirements.ts'
import { around, deletions, mustBeListed } from './steps.ts'

check(
  deleted['deleted-interval'],
  'two-of-one-external-id-in-turn',
  { brokenBy: ['deleted-listing-one-entry-per-external-id'], effects: true },
  async (context) => {
    const first = await stored(context)
    await context.wait(20)
    await deletions.forced(context, first)
    const body = whole(context, { id: context.fresh.id(), externalId: first.externalId })
    // No sentence says that the external id of a deleted record is free (A-REC-07).
    if (!succeeded(await context.api.data.create(call, body)))
      return void (await mustBeListed(context, first, around(first)))
    const second = await current(context.api, { id: String(body['id']), externalId: first.externalId })
    await deletions.forced(context, second)
    await mustBeListed(context, second, around(first))
    await mustBeListed(context, first, around(first))
  },
)

check(
  deleted['deleted-external-id'],
  'removed-before',
  { brokenBy: ['deleted-with-the-external-id-it-had-once'], effects: true },
  async (context) => {
    const record = await stored(context)
    await rely(data['null-removes'], async () =>
      must.status(await context.api.data.patch(call, record.id, { externalId: null }, { force: true }), 201),
    )
    // Where it stays, or another is given, it is none that was removed.
    if ((await read(context.api, record.id))?.['externalId'] === record.externalId) return
    await deletions.forced(context, record)
    const { answer } = await mustBeListed(context, record, around(record))
    const entry = [...placesOf(answer.json)]
      .map(({ value }) => value as Readonly<Record<string, unknown>> | null)
      .find((one) => sameId(one?.['id'], record.id))
    must.differ('externalId of the entry of a record that had none any more', entry?.['externalId'], record.externalId)
  },
)
