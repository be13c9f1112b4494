import type { Dto } from '../../../src/clients/answer.ts'
import { check, keyOf, must, rely, type Context } from '../../../src/kit/index.ts'
import { looks, plainly } from '../expansion/steps.ts'
import { listed, mustBeSearched } from './ladder.ts'
import { data } from '../record/requirements.ts'
import { shaping } from './requirements.ts'
import { mustShowTheSame } from '../computed.ts'
import { posted } from '../posted.ts'
import { call, sight, stored, whole, type Stored, read } from '../steps.ts'

const ways = { 'by-id': 'by-id', 'by-external-id': 'by-external-id', 'in-a-list': 'on-a-search' } as const

const ignored = {
  'by-id': 'fields-ignored-on-get',
  'by-external-id': 'fields-ignored-by-external-id',
  'in-a-list': 'fields-ignored-on-list',
} as const
const refused = {
  'by-id': ['fields-refused-on-get'],
  'by-external-id': ['fields-refused-on-get'],
  'in-a-list': [],
} as const

/** What is shown with fields. If the record is not shown without fields either, the finding is about reading. */
async function projected(context: Context, look: keyof typeof ways, record: Stored, fields: string): Promise<Dto> {
  await plainly(context, ways[look], record)
  if (look === 'in-a-list') await mustBeSearched(context, [record])
  const answer = await looks[ways[look]](context.api, record, { query: { fields } })
  must.success(answer)
  const found = answer.records(keyOf(call))
  must.equal(`number of records read ${look.replaceAll('-', ' ')} with fields=${fields}`, found.length, 1)
  return found[0] ?? {}
}

for (const look of ['by-id', 'by-external-id', 'in-a-list'] as const) {
  check(
    shaping['only-the-fields-named'],
    look,
    {
      brokenBy: [
        'fields-ignored',
        ignored[look],
        'fields-only-first',
        'fields-inverted',
        'fields-null-values',
        'fields-loses-external-id',
        ...refused[look],
      ],
      effects: true,
    },
    async (context) => {
      const record = await stored(context, { remarks: context.fresh.text() })
      const names = ['id', 'subject', 'externalId', 'lastChanged', 'remarks']
      const dto = await projected(context, look, record, names.join(','))
      // A target may leave fields without a value out of an answer; these have one.
      must.equal(`fields answered with fields=${names.join(',')}`, Object.keys(dto).sort(), [...names].sort())
      must.sameId('the id of the record', dto['id'], record.id)
      const values = (of: Dto) => Object.fromEntries(names.slice(1).map((name) => [name, of[name]]))
      must.equal('values of the fields named', values(dto), values(record.dto))
    },
  )

  check(
    shaping['only-the-fields-named'],
    `all-without-it-${look}`,
    {
      brokenBy: ['fields-default-short', ...(look === 'in-a-list' ? ['fields-default-reduced-list'] : [])],
      effects: true,
    },
    async (context) => {
      const written = { remarks: context.fresh.text(), chargeableEfforts: true, startDateTime: '2031-03-01T10:00:00Z' }
      // Not read back here: whether the record can be read in full is the question of this check.
      const { answer, body } = await posted(context, call, whole(context, { id: context.fresh.id(), ...written }))
      await rely(data.create, async () => must.success(answer))
      const record = {
        resource: call,
        id: String(body['id']),
        externalId: String(body['externalId']),
        lastChanged: 0,
        dto: body,
      }
      const dto = await plainly(context, ways[look], record)
      const missing = Object.keys({ subject: '', ...written }).filter((name) => (dto[name] ?? null) === null)
      const had: string[] = []
      // Which fields a version has is not shown (A-REC-12): what it does not show when asked for it, it has not.
      for (const name of missing) {
        const named = await read(context.api, record.id, call, { query: { fields: `id,${name}` } })
        if (name === 'subject' || (named?.[name] ?? null) !== null) had.push(name)
      }
      must.equal('fields that were written and are missing without the fields parameter', had, [])
    },
  )
}

check(
  shaping['only-the-fields-named'],
  'unset-in-a-list',
  { brokenBy: ['fields-last-only-encoded', 'fields-drops-unset', 'cql-only-shown-fields'], effects: true },
  async (context) => {
    const record = await stored(context)
    const dto = await projected(context, 'in-a-list', record, 'id,remarks')
    must.sameId('the id of the record that has no value in the field named', dto['id'], record.id)
  },
)

check(
  shaping['only-the-fields-named'],
  'for-that-read-only',
  { brokenBy: ['fields-of-the-read-before'], effects: true },
  async (context) => {
    const record = await stored(context, { remarks: context.fresh.text() })
    for (const look of ['by-id', 'by-external-id', 'in-a-list'] as const) {
      await projected(context, look, record, 'id')
      const dto = await plainly(context, ways[look], record)
      must.equal('the record after a read with fields=id', sight(dto), sight(record.dto))
    }
  },
)

check(
  shaping['only-the-fields-named'],
  'with-external-ids',
  {
    needs: ['reference'],
    brokenBy: [
      'external-ids-add-references-to-fields',
      'fields-ignored-by-external-id-with-external-ids',
      'fields-ignored-in-lists-with-external-ids',
      'fields-with-external-ids-plus-id',
      'fields-ignored',
    ],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.reference!
    const referred = await stored(context, {}, to)
    const record = await stored(context, { [field]: referred.id }, resource)
    const named = ['id', 'externalId']
    const query = { fields: named.join(','), useExternalIds: 'true' }
    const answer = await context.api.data.get(resource, { externalId: record.externalId }, { query })
    must.success(answer)
    const dto = answer.record(keyOf(resource))
    must.sameId('the id of the record', dto?.['id'], record.id, answer)
    await mustBeSearched(context, [record], resource)
    const inList = await listed(context, [record], query, resource)
    must.sameId('the id of the record in a list', inList.dtos[0]?.['id'], record.id, inList.answer)
    for (const [where, one] of Object.entries({ 'read alone': dto, 'in a list': inList.dtos[0] }))
      must.equal(
        `fields besides ${named.join(' and ')} ${where}`,
        Object.keys(one ?? {}).filter((name) => !named.includes(name)),
        [],
      )
    const alone = { ...query, fields: 'externalId' }
    const shaped = await context.api.data.get(resource, { externalId: record.externalId }, { query: alone })
    must.success(shaped)
    const inSearch = await listed(context, [record], alone, resource)
    for (const [where, one] of Object.entries({
      'read alone': shaped.record(keyOf(resource)),
      'in a list': inSearch.dtos[0],
    }))
      must.equal(`fields with fields=externalId ${where}`, Object.keys(one ?? {}), ['externalId'])
  },
)

for (const look of ['by-external-id', 'in-a-list'] as const) {
  check(
    shaping['same-by-every-route'],
    look,
    { brokenBy: look === 'in-a-list' ? ['data-list-cuts-texts'] : ['data-external-id-hides-fields'], effects: true },
    async (context) => {
      const record = await stored(context, {
        remarks: `${context.fresh.text()} that is a little longer than a line of a form`,
        startDateTime: '2031-03-01T10:00:00Z',
      })
      const byId = await plainly(context, 'by-id', record)
      const other = await plainly(context, ways[look], record)
      const fields = [...new Set([...Object.keys(byId), ...Object.keys(other)])]
      await mustShowTheSame(`the record read ${look.replaceAll('-', ' ')} as by id`, other, byId, fields)
    },
  )
}

check(
  shaping['only-the-fields-named'],
  'of-records-that-are-alike-in-them',
  { needs: ['query-language'], brokenBy: ['equal-rows-of-fields-come-once'], effects: true },
  async (context) => {
    const remarks = context.fresh.text()
    const records = [await stored(context, { remarks }), await stored(context, { remarks })]
    await mustBeSearched(context, records)
    const { answer } = await listed(context, records, { fields: 'remarks' })
    must.equal('number of records listed with fields=remarks', answer.records(keyOf(call)).length, records.length)
  },
)
