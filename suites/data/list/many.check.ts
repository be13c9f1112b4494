import { check, eventually, holds, keyOf, matchers, must, objectsWith, rely } from '../../../src/kit/index.ts'
import type { Answer } from '../../../src/clients/answer.ts'
import { cql } from '../cql/requirements.ts'
import { dtosPairs, missing, mustCount, plainly } from '../expansion/steps.ts'
import { expansion } from '../expansion/requirements.ts'
import { data } from '../record/requirements.ts'
import { call, read, shown, stored, succeeded, whole } from '../steps.ts'
import { means } from '../values/cases.ts'
import { scopeOf } from './ladder.ts'
import { shaping } from './requirements.ts'
import { many, withAll, withMany } from './with-many.ts'
import { referenceTo } from '../inverse-end.ts'

check(
  shaping['page-size-kept'],
  'a-hundred-and-one',
  { brokenBy: ['page-size-lowered-to-100'], needs: ['batch', 'query-language'], effects: true },
  (context) =>
    withMany(context, call, {}, async (records) => {
      const ask = (query = scopeOf(records)) => context.api.data.list(call, { query: { query, pageSize: '200' } })
      // Nor is it stated how long an address may be.
      const isTooLong = (await ask()).status >= 400
      const scope = isTooLong ? `externalId like "${context.fresh.tag}%"` : scopeOf(records)
      await eventually(
        context,
        () => ask(scope),
        (answer) =>
          matchers.success(answer) ??
          matchers.equal(
            `number of records of a list of ${many} with pageSize=200`,
            answer.records(keyOf(call)).length,
            many,
          ),
      )
    }),
)

check(
  cql['query-in'],
  'a-hundred-and-one-values',
  { brokenBy: ['cql-in-cut-at-100', 'cql-in-first-ten'], effects: true },
  async (context) => {
    const record = await stored(context)
    const names = [...Array.from({ length: many - 1 }, (_, at) => `${record.externalId}-${at}`), record.externalId]
    const ask = async (values: readonly string[]) =>
      context.api.data.list(call, {
        query: { query: `externalId in (${values.map((value) => `"${value}"`).join(', ')})` },
      })
    const there = async () => shown(await ask([record.externalId]))
    await rely(cql['query-criteria'], async () => {
      await eventually(context, there, (dto) => matchers.present('the record in a list', dto))
    })
    const answer = await ask(names)
    // How many values a list may have is not shown.
    if (!succeeded(answer)) return must.refused4xx(answer)
    must.sameId(
      `the id of the record that the last of ${many} values names`,
      answer.record(keyOf(call))?.['id'],
      record.id,
      answer,
    )
  },
)

check(
  expansion['expand-on-searches'],
  'a-hundred-and-one-related',
  {
    heavy: true,
    brokenBy: ['expand-only-first-fifty-of-page', 'expansion-ends-after-a-hundred', 'page-lowered-to-100-with-expand'],
    needs: ['batch', 'reference', 'query-language'],
    effects: true,
  },
  (context) => {
    const { resource, field, to } = context.target.fixtures.reference ?? missing('reference')
    return withMany(context, to, {}, async (related) => {
      const bodies = related.map(({ id }) => whole(context, { id: context.fresh.id(), [field]: id }, resource))
      await withAll(context, resource, bodies, async (referring) => {
        const ask = (query = scopeOf(referring)) =>
          context.api.data.list(resource, {
            dtos: dtosPairs(context, resource, to),
            query: { query, pageSize: '200', expand: field },
          })
        const scope = (await ask()).status >= 400 ? `externalId like "${context.fresh.tag}%"` : scopeOf(referring)
        await eventually(
          context,
          () => ask(scope),
          (answer) =>
            matchers.success(answer) ??
            matchers.none(
              `record related by ${field} (of ${many}) that is not expanded`,
              related.filter(({ externalId }) => objectsWith(answer.json, externalId).length === 0),
              () => `some of ${many}`,
            ),
        )
      })
    })
  },
)

check(
  expansion['expand-related'],
  'a-hundred-and-one',
  {
    brokenBy: ['expand-to-many-cut-at-100', 'expand-count-capped-at-100', 'count-ends-at-100-beside-the-true-number'],
    needs: ['batch', 'inverse'],
    effects: true,
  },
  async (context) => {
    const { resource, field, to, by } = context.target.fixtures.inverse ?? missing('inverse')
    const parent = await stored(context, {}, resource)
    await withMany(context, to, { [by]: referenceTo(context, parent.id) }, async (children) => {
      const asked = (expand: string) =>
        context.api.data.get(resource, parent.id, { dtos: dtosPairs(context, resource, to), query: { expand } })
      const all = () => asked(field)
      await eventually(
        context,
        all,
        (answer) =>
          matchers.success(answer) ??
          matchers.none(
            `record related by ${field} (of ${many}) that is missing in the answer`,
            children.filter(({ externalId }) => objectsWith(answer.json, externalId).length === 0),
            () => `some of ${many}`,
          ),
      )
      const related = children.map((child) => ({ ...parent, ...child, resource: to }))
      const plain = await plainly(context, 'by-id', parent)
      const family = { field, parent, related, strangers: [] }
      await mustCount(context, await asked(`count(${field})`), plain, family)
    })
  },
)

check(
  data.create,
  'list-of-a-hundred-and-one-references',
  { brokenBy: ['value-list-cut-at-100'], needs: ['batch', 'list-reference'], effects: true },
  async (context) => {
    const { resource = call, field = '', to = '' } = context.target.fixtures.listReference ?? {}
    await withMany(context, to, {}, async (records) => {
      const ids = records.map(({ id }) => id)
      const body = whole(context, { id: context.fresh.id(), [field]: ids }, resource)
      const answer = await context.api.data.create(resource, body)
      if (!succeeded(answer)) {
        // How many references a field takes is not stated.
        must.refused4xx(answer)
        return void (await stored(context, { [field]: ids.slice(0, 2) }, resource))
      }
      const dto = await read(context.api, String(body['id']), resource)
      must.equal('the externalId of the record', dto?.['externalId'], body['externalId'])
      if (dto?.[field] !== undefined)
        must.hold(
          `${many} references in ${field}`,
          means('list', dto[field], ids),
          `${Array.isArray(dto[field]) ? dto[field].length : 0} of them, or others`,
        )
    })
  },
)

check(
  shaping['external-ids-of-references'],
  'of-a-hundred-and-one-records',
  {
    sampled: true,
    brokenBy: ['external-ids-of-the-first-hundred-records'],
    needs: ['batch', 'list-reference', 'query-language'],
    effects: true,
  },
  async (context) => {
    const { resource = call, field = '', to = '' } = context.target.fixtures.listReference ?? {}
    await withMany(context, to, {}, async (records) => {
      const body = whole(context, { id: context.fresh.id(), [field]: records.map(({ id }) => id) }, resource)
      const answer = await context.api.data.create(resource, body)
      // How many references a field takes is not stated.
      if (!succeeded(answer)) return must.refused4xx(answer)
      const query = { query: `externalId = "${String(body['externalId'])}"`, useExternalIds: 'true' }
      const ask = () => context.api.data.list(resource, { query })
      const lacking = (listed: Answer) => records.filter(({ externalId }) => !holds(listed.json, externalId))
      const what = `record (of ${many}) that ${field} refers to without its external id`
      const words = () => `some of ${many}`
      await eventually(context, ask, (one) => matchers.success(one) ?? matchers.none(what, lacking(one), words))
    })
  },
)
