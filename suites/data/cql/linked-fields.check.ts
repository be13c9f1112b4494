import { check, must, Unexercised } from '../../../src/kit/index.ts'
import { missing } from '../expansion/steps.ts'
import { call, stored, storedIfTaken, succeeded } from '../steps.ts'
import { held, mustBecome } from './held.ts'
import { mustFindOfTwo, twoLinked } from './linked-pair.ts'
import { cql } from './requirements.ts'

check(
  cql['query-linked-field'],
  'other-fields-of-the-linked',
  { needs: ['reference'], brokenBy: ['cql-linked-criteria-of-names-only'], effects: true },
  async (context) => {
    const made = await twoLinked(context)
    const [north, south] = made.partners
    // From base version 9 on a partner shows its external id (A-REC-06).
    const shown = north.dto['externalId'] === north.externalId && south.dto['externalId'] === south.externalId
    if (shown) await mustFindOfTwo(context, made, `businessPartner.externalId = "${south.externalId}"`, [2])
    if (north.lastChanged === south.lastChanged) return
    await mustFindOfTwo(context, made, `businessPartner.lastChanged = ${north.lastChanged}`, [1])
  },
)

check(
  cql['query-negation'],
  'of-linked-criteria',
  { needs: ['reference'], brokenBy: ['cql-negated-linked-criteria-dropped'], effects: true },
  async (context) => {
    const made = await twoLinked(context)
    const name = String(made.partners[0].dto['name'])
    await mustFindOfTwo(context, made, `!(businessPartner.name = "${name}")`, [2])
    await mustFindOfTwo(context, made, `!(businessPartner.name like "${name.slice(0, -4)}%")`, [2])
  },
)

check(
  cql['query-equality'],
  'unequal-through-a-link',
  { needs: ['reference'], brokenBy: ['cql-negated-linked-criteria-dropped'], sampled: true, effects: true },
  async (context) => {
    const made = await twoLinked(context)
    await mustFindOfTwo(context, made, `businessPartner.name != "${String(made.partners[0].dto['name'])}"`, [2])
  },
)

check(
  cql['query-equality'],
  'of-the-last-writer',
  { needs: ['sync-base-10'], brokenBy: ['cql-writer-compared-with-me-only'], sampled: true, effects: true },
  async (context) => {
    const record = await stored(context)
    const writer = record.dto['lastChangedBy']
    if (typeof writer !== 'string') throw new Unexercised('a record shows no lastChangedBy')
    for (const [criterion, count] of [
      [`lastChangedBy = "${writer}"`, 1],
      [`lastChangedBy != "${writer}"`, 0],
      [`lastChangedBy in ("${context.fresh.id()}", "${writer}")`, 1],
    ] as const)
      must.equal(`number of records held by ${criterion}`, await held(context, record, criterion), count)
  },
)

check(
  cql['query-result-set'],
  'after-another-external-id',
  { brokenBy: ['search-keeps-the-first-external-id'], effects: true },
  async (context) => {
    const record = await stored(context)
    await mustBecome(context, record, `externalId = "${record.externalId}"`, true)
    const externalId = context.fresh.externalId()
    const answer = await context.api.data.patch(call, record.id, { externalId }, { force: true })
    // That an external id may be changed is not stated.
    if (!succeeded(answer)) return must.refused4xx(answer)
    await mustBecome(context, record, `externalId = "${externalId}"`, true)
    await mustBecome(context, record, `externalId = "${record.externalId}"`, false)
  },
)

check(
  cql['query-result-set'],
  'or-with-an-empty-list',
  { needs: ['list-reference'], brokenBy: ['cql-list-criteria-lose-empty-lists'], sampled: true, effects: true },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.listReference ?? missing('listReference')
    if (resource !== call) throw new Unexercised(`fixtures.listReference is of a ${resource}`)
    const person = await stored(context, {}, to)
    const record = await storedIfTaken(context, { [field]: [] })
    if (!record || [record.dto[field] ?? []].flat().length > 0) return
    const subject = `subject = "${String(record.dto['subject'])}"`
    const contains = `CONTAINS(${field}, "${person.id}")`
    // Other checks tell what CONTAINS finds by itself.
    const alone = await context.api.data.list(call, {
      query: { query: `externalId = "${record.externalId}" AND ${contains}` },
    })
    if (!succeeded(alone)) return
    // No document shows a field of what such a list refers to.
    const name = person.dto['lastName']
    const linked = typeof name === 'string' ? [`(${field}.lastName = "${name}" OR ${subject})`] : []
    for (const criterion of [`(${contains} OR ${subject})`, `(${subject} OR ${contains})`, ...linked])
      must.equal(`number of records held by ${criterion}`, await held(context, record, criterion), 1)
  },
)

/** Fields of the documents' sample that are written for their own sake here. */
const sample = {
  endDateTime: '2031-03-01T12:00:00Z',
  dueDateTime: '2031-03-02T10:00:00Z',
  chargeableMaterials: true,
  chargeableExpenses: true,
} as const

check(
  cql['query-simple-field'],
  'of-each-field-of-the-sample',
  { brokenBy: ['queries-know-some-fields-only'], effects: true },
  async (context) => {
    const record = await storedIfTaken(context, { startDateTime: '2031-03-01T10:00:00Z', ...sample })
    if (!record) return
    const asked = Object.entries(sample).flatMap(([name, value]) => {
      const shown = record.dto[name]
      if (value === true) return shown === true ? [`${name} = true`] : []
      // A field that no record of this version shows is none of it (A-REC-12); a service may count some by itself.
      return typeof shown === 'string' && Date.parse(shown) === Date.parse(value) ? [`${name} = "${shown}"`] : []
    })
    for (const criterion of asked)
      must.equal(`number of records held by ${criterion}`, await held(context, record, criterion), 1)
  },
)
