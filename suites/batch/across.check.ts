import { check, eventually, matchers, must, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { attachmentResource, bodyOf, forms, mustHoldBytes } from '../data/attachment/steps.ts'
import { attachments } from '../data/attachment/requirements.ts'
import { around, mustBeListed, mustNotBeListed, type DeletedObjectsVersion } from '../data/deleted/steps.ts'
import { deleted } from '../data/deleted/requirements.ts'
import type { PartAnswer } from '../../src/clients/batch.ts'
import type { Answer } from '../../src/clients/answer.ts'
import { data } from '../data/record/requirements.ts'
import { changed, comparable, current, mustShow, read, stored, succeeded, type Stored } from '../data/steps.ts'
import { query } from '../query/requirements.ts'
import { elements, ownRows, rowsOf, dtosOfQuery } from '../query/statement.ts'
import { madeInABatch } from './made.ts'
import { batch } from './requirements.ts'
import { deleting, failing, mustAllSucceed, mustBeStale, mustFailAt, mustHaveParts, send } from './steps.ts'

const call = 'ServiceCall'

const quotes = [`'`, '"'] as const

/** The rows of these records, where a statement may say which it wants: neither that form nor how it has texts is shown (A-QRY-03). */
async function rowsFor(context: Context, ids: readonly string[], quote: string) {
  const where = ids.map((id) => `sc.id = ${quote}${id}${quote}`).join(' or ')
  const answer = await context.api.query.select(`select sc.id, sc.subject from ServiceCall sc where ${where}`, {
    dtos: dtosOfQuery(context, call),
  })
  return { answer, rows: rowsOf(answer, 'sc') }
}

/** In which quotes a statement picks one record; undefined if in none. */
async function quotesThatPick(context: Context, record: Stored): Promise<string | undefined> {
  for (const quote of quotes) {
    const { answer, rows } = await rowsFor(context, [record.id], quote)
    must.noServerError(answer, 'a statement with where')
    if (rows.length === 1 && ownRows(rows, [record]).length === 1) return quote
  }
  return undefined
}

for (const [situation, make, fault] of [
  ['three-records', (context: Context) => stored(context), 'query-api-last-row-missing'],
  ['a-record-made-in-a-batch', madeInABatch, 'query-api-lacks-what-a-batch-wrote'],
] as const) {
  check(
    query.complete,
    situation,
    { calls: ['batch'], brokenBy: [fault], needs: ['batch'], effects: true },
    async (context) => {
      const records = [await stored(context), await make(context), await stored(context)]
      const [first] = records
      const quote = first && (await quotesThatPick(context, first))
      // What where does is not shown: unless it picks one record, only the plain form is judged, which says nothing of ours.
      if (quote === undefined) {
        const answer = await context.api.query.select('select sc.id from ServiceCall sc', {
          dtos: dtosOfQuery(context, call),
        })
        must.success(answer)
        must.some('row in data', elements(answer), answer)
        throw new Unexercised('no statement picks one record: whether others are left out is not told')
      }
      await eventually(
        context,
        () =>
          rowsFor(
            context,
            records.map(({ id }) => id),
            quote,
          ),
        ({ answer, rows }) =>
          // Whether conditions can be joined is not shown either.
          succeeded(answer)
            ? matchers.equal(
                'which of three records that a statement names it returns',
                records.map((record) => ownRows(rows, [record]).length > 0),
                [true, true, true],
              )
            : matchers.noServerError(answer),
      )
    },
  )
}

for (const dtos of ['DeletedObjects.2', 'DeletedObjects.1'] satisfies DeletedObjectsVersion[]) {
  check(
    deleted['deleted-interval'],
    `deleted-in-a-batch-version-${dtos.slice(-1)}`,
    {
      calls: ['batch'],
      brokenBy: ['deleted-in-a-batch-left-out', 'deletions-of-one-instant-kept-as-one'],
      needs: ['batch'],
      effects: true,
    },
    async (context) => {
      const records = [await stored(context), await stored(context)]
      await rely(batch.message, async () =>
        mustAllSucceed(
          await send(
            context,
            records.map((record) => deleting(context, record)),
          ),
          2,
        ),
      )
      for (const record of records) await mustBeListed(context, { ...record, dtos }, around(record))
    },
  )
}

check(
  deleted['deleted-interval'],
  'deletion-rolled-back',
  { calls: ['batch'], brokenBy: ['deleted-undone-listed'], needs: ['batch'], effects: true },
  async (context) => {
    const [kept, other, control] = [await stored(context), await stored(context), await stored(context)]
    const answer = await send(context, [deleting(context, kept), failing(context, other)])
    await rely(batch['failure-reported'], async () => mustFailAt(answer, 1, 2))
    await rely(batch['transaction-undone'], async () => {
      await current(context.api, kept)
    })
    await rely(batch.message, async () => mustAllSucceed(await send(context, [deleting(context, control)]), 1))
    await mustBeListed(context, control, around(kept))
    await mustNotBeListed(context, kept, around(kept), 'for the batch that deleted it was rolled back')
  },
)

for (const form of ['content', 'older-form'] as const) {
  check(
    attachments[form === 'content' ? 'attachment-content' : 'attachment-older-form'],
    'created-in-a-batch',
    { calls: ['batch'], brokenBy: ['attachment-in-a-batch-empty'], needs: ['batch'], effects: true },
    async (context) => {
      const texts = ['first\r\nof two', 'Größe 漢字 of two'].map((text) => Buffer.from(text))
      const bodies = texts.map((text) => bodyOf(context, text))
      const answer = await send(
        context,
        bodies.map((body) => context.api.batch.part.create(attachmentResource, body)),
      )
      await rely(attachments['attachment-created'], async () => {
        mustAllSucceed(answer, 2)
      })
      for (const [at, text] of texts.entries())
        mustHoldBytes(await forms[form](context, String(bodies[at]?.['id'])), text)
    },
  )
}

check(
  batch['any-interface'],
  'query-rows-as-outside',
  { needs: ['query-api', 'batch'], brokenBy: ['bat-first-row-lost', 'bat-qapi-404'], effects: true },
  async (context) => {
    const records = [await stored(context), await stored(context), await stored(context)]
    const [first] = records
    const quote = (first && (await quotesThatPick(context, first))) ?? `'`
    const where = records.map(({ id }) => `sc.id = ${quote}${id}${quote}`).join(' or ')
    const fields = ['id', 'subject', 'externalId']
    const statement = `select ${fields.map((field) => `sc.${field}`).join(', ')} from ServiceCall sc where ${where}`
    const dtos = dtosOfQuery(context, call)
    const ofOwn = (answer: Answer | PartAnswer) =>
      [
        ...new Set(
          ownRows(rowsOf(answer, 'sc'), records).map(([row]) =>
            fields.map((field) => comparable(row[field] ?? null)).join(' '),
          ),
        ),
      ].sort()
    // Whether a statement may say which rows it wants is not shown (A-QRY-03), nor how soon it shows a record.
    const outside = await context.api.query.select(statement, { dtos })
    const answer = await send(context, [context.api.batch.select(statement, dtos)])
    mustHaveParts(answer, 1)
    const after = await context.api.query.select(statement, { dtos })
    if (!succeeded(outside) || ofOwn(outside).length === 0 || ofOwn(outside).join() !== ofOwn(after).join()) {
      const plain = 'select sc.id from ServiceCall sc'
      const rows = elements(await context.api.query.select(plain, { dtos }))
      const inBatch = await send(context, [context.api.batch.select(plain, dtos)])
      mustAllSucceed(inBatch, 1)
      if (rows.length > 0 && inBatch.parts[0])
        must.some('row in a part, as outside of a batch', elements(inBatch.parts[0]))
      throw new Unexercised('no statement lists the records of the check alone, and at once')
    }
    mustAllSucceed(answer, 1)
    const part = answer.parts[0]
    must.equal('rows in a part, as outside of a batch', part && ofOwn(part), ofOwn(outside))
  },
)

check(
  data['stale-lock-refused'],
  'deletion-in-a-batch',
  { calls: ['batch'], needs: ['batch'], brokenBy: ['bat-delete-unlocked', 'lock-ignored-on-delete'], effects: true },
  async (context) => {
    const record = await changed(context, await stored(context))
    const part = context.api.batch.part.remove(call, record.id, record.lastChanged - 5000)
    const answer = await send(context, [part], { transactional: false })
    mustHaveParts(answer, 1)
    mustBeStale('a deletion with an outdated lastChanged in a batch', answer.parts[0])
    mustShow('the record', await read(context.api, record.id), { subject: record.dto['subject'] })
  },
)
