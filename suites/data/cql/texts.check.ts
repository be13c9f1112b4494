import { check, must, type Context } from '../../../src/kit/index.ts'
import { current, read, stored, succeeded, whole, type Stored, storedIfTaken } from '../steps.ts'
import { askAsItIs } from './ask.ts'
import { held } from './held.ts'
import { cql } from './requirements.ts'
import { tableOf } from './table.ts'

check(
  cql['query-like'],
  'a-backslash',
  { effects: true, brokenBy: ['cql-backslash-in-pattern-lost'] },
  async (context) => {
    const text = String.raw`C:\dir1`
    const record = await stored(context, { remarks: text })
    if (record.dto['remarks'] !== text) return
    const count = (criterion: string) => held(context, record, criterion)
    // How a backslash is written in a string is not stated: what = finds as it is, like finds, too.
    if ((await count(String.raw`remarks = "C:\dir1"`)) !== 1) return
    must.equal('number of records held by like "C:%"', await count('remarks like "C:%"'), 1)
    must.equal(String.raw`number of records held by like "C:\dir%"`, await count(String.raw`remarks like "C:\dir%"`), 1)
  },
)

check(
  cql['query-null'],
  'of-an-empty-text',
  { effects: true, brokenBy: ['cql-empty-text-is-null', 'cql-is-null-everything'] },
  async (context) => {
    const record = await stored(context, { remarks: 'soon empty' })
    const answer = await context.api.data.patch(record.resource, record.id, { remarks: '' }, { force: true })
    // That an empty text is one is not stated.
    if (!succeeded(answer)) return must.refused4xx(answer)
    // A service may make null of it: then it shows that.
    if ((await read(context.api, record.id))?.['remarks'] !== '') return
    must.equal('number of records held by remarks is null', await held(context, record, 'remarks is null'), 0)
    must.equal('number of records held by !(remarks is null)', await held(context, record, '!(remarks is null)'), 1)
  },
)

check(
  cql['query-result-set'],
  'or-with-a-link-that-leads-nowhere',
  {
    needs: ['reference'],
    effects: true,
    brokenBy: ['cql-linked-unset-drops-record', 'cql-or-first-only'],
  },
  async (context) => {
    // Which fields are required is not shown (A-DAT-36).
    const record = await storedIfTaken(context, { businessPartner: null })
    if (!record || (record.dto['businessPartner'] ?? null) !== null) return
    const subject = `subject = "${String(record.dto['subject'])}"`
    for (const criterion of [
      `(businessPartner.name = "nobody" OR ${subject})`,
      `(${subject} OR businessPartner.name = "nobody")`,
    ])
      must.equal(`number of records held by ${criterion}`, await held(context, record, criterion), 1)
  },
)

check(
  cql['query-ordering-elsewhere-refused'],
  'of-a-linked-string',
  { needs: ['reference'], effects: true, brokenBy: ['cql-ordering-linked-strings-served', 'cql-ordering-crashes'] },
  async (context) => {
    const table = await tableOf(context)
    const asked = async (predicate: string) =>
      (await askAsItIs(context, table, `${table.scopes[0]} AND (${predicate})`)).answer
    must.success(await asked('businessPartner.name like "A%"'))
    must.refused4xx(await asked('businessPartner.name > "A"'))
  },
)

// Of the signs in a pattern the percent sign alone means something else (A-CQL-11).
check(
  cql['query-like'],
  'square-brackets',
  { effects: true, brokenBy: ['cql-brackets-are-a-set'] },
  async (context) => {
    const text = '[ab] valve 7'
    const record = await stored(context, { remarks: text })
    if (record.dto['remarks'] !== text || (await held(context, record, `remarks = "${text}"`)) !== 1) return
    for (const [criterion, count] of [
      ['remarks like "[ab]%"', 1],
      ['remarks ilike "%] VALVE%"', 1],
      ['remarks like "%[0-9]"', 0],
    ] as const)
      must.equal(`number of records held by ${criterion}`, await held(context, record, criterion), count)
  },
)

check(
  cql['query-equality'],
  'blanks-one-after-the-other',
  { effects: true, brokenBy: ['runs-of-blanks-in-queries-squeezed'] },
  async (context) => {
    const [wide, narrow] = ['pump  7', 'pump 7'] as const
    const record = await stored(context, { remarks: wide })
    // A service may store one blank for several: then it shows that.
    if (record.dto['remarks'] !== wide) return
    must.equal(`number of records held by "${wide}"`, await held(context, record, `remarks = "${wide}"`), 1)
    must.equal(`number of records held by "${narrow}"`, await held(context, record, `remarks = "${narrow}"`), 0)
  },
)

check(
  cql['query-equality'],
  'a-function-in-a-string',
  { effects: true, brokenBy: ['cql-me-filled-in-within-strings', 'cql-question-mark-shifts-values'] },
  async (context) => {
    const text = 'call me() back?'
    const record = await stored(context, { remarks: text })
    if (record.dto['remarks'] !== text) return
    must.equal(`number of records held by remarks = "${text}"`, await held(context, record, `remarks = "${text}"`), 1)
  },
)

/** A record with a long text and all of that but its end, if the target keeps it: how long a text may be is not stated. */
async function longText(context: Context): Promise<readonly [start: string, Stored] | undefined> {
  const start = 'fieldproof '.repeat(26)
  const body = whole(context, { id: context.fresh.id(), remarks: `${start}one` })
  const answer = await context.api.data.create('ServiceCall', body)
  if (!succeeded(answer)) return undefined
  const record = await current(context.api, { id: String(body['id']), externalId: String(body['externalId']) })
  return record.dto['remarks'] === body['remarks'] ? [start, record] : undefined
}

check(
  cql['query-equality'],
  'of-long-strings',
  { effects: true, brokenBy: ['cql-text-cut-at-100', 'cql-texts-beyond-256-letters-never-found'] },
  async (context) => {
    const shorter = 'fieldproof '.repeat(10)
    const [start, record] = (await longText(context)) ?? [shorter, await stored(context, { remarks: `${shorter}one` })]
    if (record.dto['remarks'] !== `${start}one`) return
    const text = async (end: string) => held(context, record, `remarks = "${start}${end}"`)
    must.equal(`number of records held by = and its text of ${start.length + 3} characters`, await text('one'), 1)
    must.equal('number of records held by = and a text that ends otherwise', await text('two'), 0)
  },
)
