import { check, eventually, keyOf, matchers, must, plainId, rely, type Context } from '../../../src/kit/index.ts'
import { batch } from '../../batch/requirements.ts'
import { creating, deleting } from '../../batch/steps.ts'
import { idsOfDtos, scopeOf } from '../list/ladder.ts'
import { data } from '../record/requirements.ts'
import { call, changed, mustBeAbsent, mustBeAsBefore, stored, whole, type Stored } from '../steps.ts'
import { mustBecome } from './held.ts'
import { cql } from './requirements.ts'

/** Of records by whose external ids a list is asked, it holds these and none of the others. */
async function mustFind(
  context: Context,
  records: readonly Stored[],
  ...others: readonly Pick<Stored, 'externalId'>[]
): Promise<void> {
  await eventually(
    context,
    () => context.api.data.list(call, { query: { query: scopeOf([...records, ...others]) } }),
    (answer) =>
      matchers.success(answer) ??
      matchers.equal(
        'records found of those that are there, and of those that never were',
        idsOfDtos(answer.records(keyOf(call))).sort(),
        records.map(({ id }) => plainId(id)).sort(),
      ),
  )
}

/** Words of a write that came to nothing find nothing, however the list is had. */
check(
  cql['query-result-set'],
  'after-a-refused-update',
  {
    effects: true,
    brokenBy: [
      'cql-found-after-conflict',
      'lists-lack-records-whose-deletion-was-refused',
      'lists-hold-creations-that-were-refused',
    ],
  },
  async (context) => {
    const now = await changed(context, await stored(context))
    const subject = context.fresh.text()
    await rely(data['stale-lock-refused'], async () =>
      must.status(
        await context.api.data.patch(now.resource, now.id, { subject, lastChanged: now.lastChanged - 1000 }),
        409,
      ),
    )
    await rely(data['stale-lock-refused'], async () =>
      must.status(await context.api.data.remove(now.resource, now.id, now.lastChanged - 1000), 409),
    )
    await mustBeAsBefore(context.api, now)
    await mustBecome(context, now, `subject = "${subject}"`, false)
    const { reference } = context.target.fixtures
    if (reference?.resource !== call) return mustFind(context, [now])
    const refused = whole(context, { id: context.fresh.id(), [reference.field]: context.fresh.id() })
    const answer = await context.api.data.create(call, refused)
    // That what is referred to must be there is judged elsewhere.
    await mustFind(
      context,
      [now],
      ...(answer.status < 400 || answer.status >= 500 ? [] : [{ externalId: String(refused['externalId']) }]),
    )
  },
)

check(
  cql['query-result-set'],
  'after-a-batch-was-rolled-back',
  {
    needs: ['batch'],
    effects: true,
    brokenBy: [
      'cql-found-after-roll-back',
      'lists-hold-creations-taken-back',
      'lists-lack-records-whose-deletion-was-taken-back',
    ],
  },
  async (context) => {
    const { api, fresh } = context
    const [record, kept] = [await stored(context), await stored(context)]
    const made = creating(context)
    const subject = fresh.text()
    const patch = (id: string, lastChanged: number) =>
      api.batch.part.patch(record.resource, id, { subject, lastChanged })
    const answer = await api.batch.send([
      patch(record.id, record.lastChanged),
      made.request,
      deleting(context, kept),
      // Refused: its lastChanged is not that of the record.
      patch(record.id, record.lastChanged - 1000),
    ])
    if (answer.parts.length > 0 && answer.parts.every(({ status }) => status < 400)) return
    await rely(batch['transaction-undone'], async () => {
      for (const one of [record, kept]) await mustBeAsBefore(api, one)
      await mustBeAbsent(api, made)
    })
    await mustBecome(context, record, `subject = "${subject}"`, false)
    await mustFind(context, [record, kept], made)
  },
)
