import type { Answer } from '../../src/clients/answer.ts'
import { check, eventually, keyOf, matchers, plainId, rely } from '../../src/kit/index.ts'
import { cql } from '../data/cql/requirements.ts'
import { madeInABatch } from './made.ts'
import { batch } from './requirements.ts'
import { call, changing, deleting, mustAllSucceed, send, type Request } from './steps.ts'

check(
  cql['query-criteria'],
  'of-a-record-made-in-a-batch',
  {
    calls: ['batch'],
    brokenBy: [
      'list-lacks-what-a-batch-wrote',
      'supplied-id-ignored-in-batch',
      'list-null-subject-lost',
      'list-answered-from-memory-after-batches',
    ],
    needs: ['batch'],
    effects: true,
  },
  async (context) => {
    const made = await madeInABatch(context)
    const { id, externalId } = made
    const ask = () => context.api.data.list(call, { query: { query: `externalId = "${externalId}"` } })
    const listed = (what: string, seen: (answer: Answer) => unknown, wanted: readonly unknown[]) =>
      eventually(context, ask, (answer) => matchers.success(answer) ?? matchers.equal(what, seen(answer), wanted))
    await listed(
      'ids of the records with the external id of one made in a batch',
      (answer) => answer.records(keyOf(call)).map((dto) => plainId(String(dto['id']))),
      [plainId(id)],
    )
    // Asked again, what is kept of an answer may not outlive what other batches do.
    const subject = context.fresh.text()
    const does = (request: Request) =>
      rely(batch.message, async () => mustAllSucceed(await send(context, [request]), 1))
    await does(changing(context, made, subject))
    const subjects = (answer: Answer) => answer.records(keyOf(call)).map((dto) => dto['subject'])
    await listed('subject of the record, changed in another batch', subjects, [subject])
    await does(deleting(context, made))
    await listed('subjects of the records listed after a third batch deleted it', subjects, [])
  },
)
