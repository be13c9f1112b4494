import type { Answer } from '../../src/clients/answer.ts'
import { check, eventually, holdsId, must, Unexercised, type Context } from '../../src/kit/index.ts'
import { deletions } from '../data/deleted/steps.ts'
import { changed, stored, succeeded, type Stored } from '../data/steps.ts'
import { query } from './requirements.ts'
import { dtosOfQuery, elements, ownRows, rowsOf, selected } from './statement.ts'

/** A statement with a where clause. How it is written is not shown: undefined where the target does not take the form of SQL. */
async function where(
  context: Context,
  known: Stored,
  fields: readonly string[],
  clause: string,
): Promise<Answer | undefined> {
  const dtos = dtosOfQuery(context, 'ServiceCall')
  const ask = (columns: readonly string[], condition: string) =>
    context.api.query.select(
      `select ${columns.map((field) => `sc.${field}`).join(', ')} from ServiceCall sc where ${condition}`,
      { dtos },
    )
  const control = await ask(['id', 'subject'], `sc.subject = '${String(known.dto['subject'])}'`)
  const isTaken = holdsId(control.json, known.id) && elements(control).length <= 1
  return isTaken ? ask(fields, clause) : undefined
}

check(
  query.rows,
  'alias-as-written',
  {
    brokenBy: [
      'qry-alias-lower',
      'query-api-alias-of-the-first',
      'qry-key-resource',
      'query-api-key-resource',
      'query-api-alias-in-lower-case-with-where',
      'query-api-alias-lost-to-a-field-of-its-name',
    ],
  },
  async (context) => {
    const record = await stored(context)
    for (const alias of ['t', 'SC', 'myCall', 'subject']) {
      const answer = await selected(context, ['id', 'subject'], alias, [record])
      // Which aliases a statement may have is not shown.
      if (alias !== 't' && answer.status >= 400 && answer.status < 500) continue
      must.success(answer)
      must.some('row in data', elements(answer), answer)
      must.some(`row under the alias ${alias}`, rowsOf(answer, alias), answer)
    }
  },
)

check(
  query.served,
  'of-a-client',
  { needs: ['client-grant'], brokenBy: ['qry-needs-user', 'query-api-missing'] },
  async (context) => {
    const record = await stored(context)
    const service = context.as('service')
    // Without user there is no permission group: what such a caller reads in the Data API is what can be asked here.
    if (!succeeded(await service.data.get('ServiceCall', record.id)))
      throw new Unexercised('a client without user is not shown a record in the Data API')
    const answer = await selected({ ...context, api: service }, ['id', 'subject'], 'sc', [record])
    must.success(answer)
    must.some('row in data', elements(answer), answer)
  },
)

check(
  query.rows,
  'unset-fields',
  {
    brokenBy: [
      'qry-null-row-dropped',
      'query-api-equal-rows-come-once',
      'query-api-rows-end-at-a-null',
      'query-api-unset-fields-are-empty-texts',
      'query-api-no-envelope',
    ],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const plain = await selected(context, ['id', 'subject'], 'sc', [record])
    must.success(plain)
    must.some('row under the alias', rowsOf(plain, 'sc'), plain)
    const answer = await where(context, record, ['remarks'], `sc.id = '${record.id}'`)
    if (!answer) return
    // Which fields a statement may select is not shown.
    if (!succeeded(answer)) return must.noServerError(answer, 'a statement that selects remarks')
    must.equal('number of rows of a record whose selected field is unset', elements(answer).length, 1)
    const amid = await where(context, record, ['id', 'remarks', 'subject'], `sc.id = '${record.id}'`)
    if (amid && succeeded(amid)) {
      const [row] = rowsOf(amid, 'sc')
      must.equal('subject, which was selected after a field that is unset', row?.['subject'], record.dto['subject'])
      // What is unset may be left out or null: it has the value that the record shows.
      must.equal('remarks of the row and of the record', row?.['remarks'] ?? null, record.dto['remarks'] ?? null)
    }
    const other = await stored(context)
    const both = await where(context, record, ['remarks'], `sc.id = '${record.id}' or sc.id = '${other.id}'`)
    // Which operators a condition may have is not shown.
    if (both && succeeded(both))
      must.equal('number of rows of two records that are alike in it', elements(both).length, 2)
  },
)

check(
  query.rows,
  'none-and-one',
  { sampled: true, brokenBy: ['qry-empty-null', 'qry-object-single', 'query-api-no-envelope'], effects: true },
  async (context) => {
    const record = await stored(context)
    const plain = await selected(context, ['id', 'subject'], 'sc', [record])
    must.success(plain)
    must.some('row under the alias', rowsOf(plain, 'sc'), plain)
    const answer = await where(context, record, ['id'], `sc.id = '${context.fresh.id()}'`)
    if (!answer) return
    must.success(answer)
    must.be(
      'data of a statement that nothing satisfies',
      (answer.json as { data?: unknown } | undefined)?.data,
      'an array',
      answer,
    )
    must.none('row', elements(answer))
    const one = await where(context, record, ['id'], `sc.id = '${record.id}'`)
    if (one) must.some('row of the only record that satisfies a statement', rowsOf(one, 'sc'), one)
  },
)

check(
  query.rows,
  'texts-not-ascii',
  { sampled: true, brokenBy: ['qry-utf8', 'query-api-no-envelope'], effects: true },
  async (context) => {
    const [record, other] = [
      await stored(context),
      await stored(context, { subject: `${context.fresh.tag} größer Öl` }),
    ]
    const plain = await selected(context, ['id', 'subject'], 'sc', [record])
    must.success(plain)
    must.some('row under the alias', rowsOf(plain, 'sc'), plain)
    const answer = await where(context, record, ['id'], `sc.subject = '${String(other.dto['subject'])}'`)
    if (answer) must.some('row of the record with that subject', ownRows(rowsOf(answer, 'sc'), [other]), answer)
  },
)

check(
  query.rows,
  'not-of-deleted-records',
  {
    brokenBy: [
      'qry-deleted',
      'query-api-no-envelope',
      'delete-in-query-api',
      'query-api-keeps-what-was-updated-and-deleted-by-external-id',
    ],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const gone: Stored[] = []
    // As they were created, and changed since.
    for (const how of ['by-id', 'forced', 'by-external-id'] as const)
      for (const one of [await stored(context), await changed(context, await stored(context))]) {
        await deletions[how](context, one)
        gone.push(one)
      }
    const answer = await eventually(
      context,
      () => selected(context, ['id', 'subject'], 'sc', [record, ...gone]),
      (told) =>
        ownRows(rowsOf(told, 'sc'), gone).length === 0
          ? undefined
          : { expected: 'no row of a deleted record', actual: told.text },
      { lag: 5000 },
    )
    must.success(answer)
    must.some('row under the alias', rowsOf(answer, 'sc'), answer)
  },
)
