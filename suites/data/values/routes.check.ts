import { inUtc, momentOf } from '../../../src/exchange/moment.ts'
import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { check, eventually, keyOf, matchers, must, objectsWith, rely, type Context } from '../../../src/kit/index.ts'
import { rowsOf, ownRows, selected } from '../../query/statement.ts'
import { query } from '../../query/requirements.ts'
import { cql } from '../cql/requirements.ts'
import { dtosPairs, missing } from '../expansion/steps.ts'
import { expansion } from '../expansion/requirements.ts'
import { shaping } from '../list/requirements.ts'
import { data } from '../record/requirements.ts'
import { shown, stored, succeeded } from '../steps.ts'
import { caseNamed } from './cases.ts'
import { mustMean, sentOf, type Held } from './steps.ts'
import { expansionOf, referenceTo } from '../inverse-end.ts'

/** One case of each kind, and the fault by which a route shows it wrongly. */
const kinds = {
  'text-not-ascii': 'text-latin-1',
  'date-time': 'date-time-shifted',
  'boolean-true': 'boolean-turned',
  decimal: 'number-whole',
  reference: 'reference-hidden',
  list: 'list-shortened',
  inlined: 'inlined-hidden',
} as const

function found(context: Context, { resource, externalId }: Held): Promise<Dto> {
  const ask = () => context.api.data.list(resource, { query: { query: `externalId = "${externalId}"` } })
  const there = (answer: Answer) => matchers.present(`the ${resource} ${externalId}`, shown(answer, resource), answer)
  return rely(cql['query-criteria'], async () => shown(await eventually(context, ask, there), resource) ?? {})
}

/** The record as another one shows it that refers to it. */
async function expanded(context: Context, held: Held): Promise<Dto> {
  const { to, by } = context.target.fixtures.inverse ?? missing('inverse')
  const child = await stored(context, { [by]: referenceTo(context, held.id) }, to)
  const answer = await context.api.data.get(to, child.id, {
    dtos: dtosPairs(context, to, held.resource),
    query: { expand: expansionOf(context) },
  })
  must.success(answer)
  const [one] = objectsWith(answer.json, held.externalId)
  must.present(`the ${held.resource} expanded by ${by}`, one, answer)
  return one?.object ?? {}
}

for (const name of Object.keys(kinds) as Array<keyof typeof kinds>) {
  const of = caseNamed(name)
  const needs = of.need ? [of.need] : []
  const fault = kinds[name]

  check(
    shaping['same-by-every-route'],
    `${name}-by-external-id`,
    { brokenBy: [`value-${fault}-by-external-id`], needs, effects: true },
    async (context) => {
      const sent = await sentOf(context, of)
      const { resource, externalId, id } = sent.held
      const dto = await rely(data['get-by-external-id'], async () => {
        const answer = await context.api.data.get(resource, { externalId })
        must.sameId(`the id of the ${resource} ${externalId}`, shown(answer, resource)?.['id'], id, answer)
        return shown(answer, resource) ?? {}
      })
      mustMean(context, 'read by external id', dto, sent)
    },
  )

  check(
    shaping['same-by-every-route'],
    `${name}-in-a-list`,
    { brokenBy: [`value-${fault}-in-lists`], needs: [...needs, 'query-language'], effects: true },
    async (context) => {
      const sent = await sentOf(context, of)
      mustMean(context, 'in a list', await found(context, sent.held), sent)
    },
  )

  // Which relation would lead to a record with a decimal, no fixture tells.
  if (name === 'decimal') continue

  check(
    expansion['expand-related'],
    `${name}-of-the-related-record`,
    { brokenBy: [`value-${fault}-expanded`], needs: [...needs, 'inverse'], effects: true },
    async (context) => {
      const sent = await sentOf(context, of)
      if (sent.held.resource !== context.target.fixtures.inverse?.resource)
        return void (await found(context, sent.held))
      mustMean(context, 'expanded', await expanded(context, sent.held), sent)
    },
  )

  check(
    query.rows,
    `${name}-in-a-row`,
    {
      calls: ['data'],
      brokenBy: [`value-${fault}-in-rows`, ...(name === 'date-time' ? ['datetime-no-zone-query'] : [])],
      needs,
      effects: true,
    },
    async (context) => {
      const sent = await sentOf(context, of)
      const { id, field } = sent.held
      const record = { ...sent.held, lastChanged: 0, dto: {} }
      const ask = (...fields: readonly string[]) => selected(context, ['id', ...fields], 'sc', [record])
      const answer = await ask(field)
      if (!succeeded(answer)) {
        // Which fields a statement may select is not shown; id is one that it may.
        must.noServerError(answer, `a statement that selects ${field}`)
        return must.success(await ask())
      }
      must.some('row under the alias', rowsOf(answer, 'sc'), answer)
      for (const [row] of ownRows(rowsOf(answer, 'sc'), [{ ...record, id }])) mustMean(context, 'in a row', row, sent)
    },
  )
}

/** Values that a query names, and what it must not take for them. */
const questions = {
  'text-not-ascii': {
    rule: cql['query-equality'],
    fault: 'cql-query-latin-1',
    other: (value: unknown) => `${String(value)}x`,
  },
  'text-astral': {
    rule: cql['query-equality'],
    fault: 'cql-query-latin-1',
    other: (value: unknown) => `${String(value)}x`,
  },
  'date-time-milliseconds': {
    rule: cql['query-equality'],
    fault: 'cql-date-milliseconds-cut',
    other: (value: unknown) => new Date(momentOf(value) + 1).toISOString(),
  },
  decimal: { rule: cql['query-equality'], fault: 'cql-numbers-whole', other: (value: unknown) => Number(value) + 0.25 },
} as const

for (const name of Object.keys(questions) as Array<keyof typeof questions>) {
  const of = caseNamed(name)
  const { rule, fault, other } = questions[name]
  check(rule, `of-${name}`, { brokenBy: [fault], needs: of.need ? [of.need] : [], effects: true }, async (context) => {
    const sent = await sentOf(context, of)
    const { resource, externalId, field } = sent.held
    const dto = await found(context, sent.held)
    // What the target has made of the value is another rule's; the query is asked for what is shown.
    const value = dto[field]
    if (value === undefined || value === null) return
    // Where moments are kept to the second, what a query makes of milliseconds is open.
    if (name === 'date-time-milliseconds' && momentOf(value) % 1000 === 0) return
    const written = (one: unknown) => (typeof one === 'number' ? String(one) : `"${inUtc(String(one))}"`)
    const count = async (wanted: unknown) => {
      const answer = await context.api.data.list(resource, {
        query: { query: `externalId = "${externalId}" AND ${field} = ${written(wanted)}` },
      })
      must.success(answer)
      return answer.records(keyOf(resource)).length
    }
    must.equal(`records with ${field} = ${written(value)}, which the record shows:`, await count(value), 1)
    must.equal(`records with ${field} = ${written(other(value))}:`, await count(other(value)), 0)
  })
}
