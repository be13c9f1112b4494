import { check, holds, keyOf, must, rely, settle, type Context } from '../../../src/kit/index.ts'
import { deletions } from '../deleted/steps.ts'
import { mustBeGone } from '../record/related.ts'
import { data } from '../record/requirements.ts'
import { changed, textField, stored, type Stored } from '../steps.ts'
import { shaping } from '../list/requirements.ts'
import { expansion } from './requirements.ts'
import {
  asking,
  dtosPairs,
  elementOf,
  looks,
  missing,
  mustBeExpanded,
  mustCount,
  toldOf,
  plainly,
  search,
  shows,
  withInverse,
  withReference,
} from './steps.ts'
import { mustBeOfOneResource, referenceTo } from '../inverse-end.ts'

check(
  expansion['expand-related'],
  'two-with-one-and-one-without',
  {
    needs: ['reference', 'query-language', 'shaping'],
    brokenBy: [
      'expand-shared-once',
      'expand-wrong-by-index',
      'expand-list-only-first-row',
      'expand-of-none-shows-that-of-the-row-before',
    ],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.reference ?? missing('reference')
    const partner = await stored(context, {}, to)
    const without = await stored(context, {}, resource)
    const referring = [
      await stored(context, { [field]: partner.id }, resource),
      await stored(context, { [field]: partner.id }, resource),
    ]
    for (const record of [without, ...referring]) await plainly(context, 'on-a-search', record)
    // The record without one stands first and last.
    for (const orderBy of ['lastChanged asc', 'lastChanged desc']) {
      const answer = await search(context.api, [without, ...referring], {
        dtos: dtosPairs(context, resource, to),
        query: { expand: field, orderBy },
      })
      must.success(answer)
      for (const record of referring)
        must.hold(`the ${to} of each record that refers to it`, shows(toldOf(answer, record), partner), answer.text)
      must.lack(
        `${to} in a record that refers to none, with the external id`,
        elementOf(answer, without),
        partner.externalId,
      )
    }
  },
)

check(
  expansion['expand-related'],
  'as-it-is-now',
  {
    sampled: true,
    needs: ['reference'],
    brokenBy: ['expand-stale', 'expansion-kept-until-its-record-changes', 'expand-other-record'],
    effects: true,
  },
  async (context) => {
    const family = await withReference(context)
    const [partner] = family.related as readonly [Stored]
    const plain = await plainly(context, 'by-id', family.parent)
    const ask = () => looks['by-id'](context.api, family.parent, asking(context, family, family.field))
    await mustBeExpanded(await ask(), plain, family)
    const now = await changed(context, partner)
    const answer = await ask()
    must.contain(
      `the new name of the ${partner.resource}`,
      toldOf(answer, family.parent),
      now.dto[textField(context, partner.resource)],
    )
  },
)

check(
  expansion['expand-related'],
  'after-a-deletion',
  {
    sampled: true,
    needs: ['reference'],
    brokenBy: ['expand-deleted-shown', 'expand-other-record', 'expanding-hides-what-refers-to-deleted-records'],
    effects: true,
  },
  async (context) => {
    const family = await withReference(context)
    const [partner] = family.related as readonly [Stored]
    const plain = await plainly(context, 'by-id', family.parent)
    const ask = () => looks['by-id'](context.api, family.parent, asking(context, family, family.field))
    await mustBeExpanded(await ask(), plain, family)
    await rely(data.delete, async () =>
      mustBeGone(context, partner, await context.api.data.remove(partner.resource, partner.id, partner.lastChanged)),
    )
    const answer = await ask()
    must.success(answer)
    must.lack('external id of the deleted record', toldOf(answer, family.parent), partner.externalId)
    must.present(`the ${family.parent.resource} that referred to it`, elementOf(answer, family.parent), answer)
  },
)

for (const [situation, way, fault] of [
  ['none-and-after-a-deletion', 'by-id', 'count-includes-deleted'],
  ['none-after-a-deletion-by-external-id', 'by-external-id', 'count-keeps-what-went-by-external-id'],
] as const)
  check(
    expansion['expand-count'],
    situation,
    {
      sampled: true,
      needs: ['inverse'],
      brokenBy: ['count-null-for-zero', fault, 'expand-count-one-more'],
      effects: true,
    },
    async (context) => {
      const family = await withInverse(context, 1)
      const plain = await plainly(context, 'by-id', family.parent)
      const ask = () => looks['by-id'](context.api, family.parent, asking(context, family, `count(${family.field})`))
      await mustCount(context, await ask(), plain, family)
      await deletions[way](context, family.related[0] as Stored)
      // That a deletion touches what the record referred to is not said, nor that it does not.
      const afterwards = await plainly(context, 'by-id', family.parent)
      await mustCount(context, await ask(), afterwards, { ...family, related: [] }, family.related)
    },
  )

check(
  expansion['expand-count'],
  'of-each-on-a-list',
  {
    sampled: true,
    needs: ['inverse', 'query-language'],
    brokenBy: ['count-list-total', 'expand-count-one-more'],
    effects: true,
  },
  async (context) => {
    const { other, ...family } = await withInverse(context)
    const plains = []
    for (const one of [family, other]) plains.push(await plainly(context, 'on-a-search', one.parent))
    const answer = await search(
      context.api,
      [family.parent, other.parent],
      asking(context, family, `count(${family.field})`),
    )
    for (const [at, one] of [family, other].entries()) await mustCount(context, answer, plains[at] ?? {}, one)
  },
)

check(
  expansion['expand-several'],
  'two-object-references',
  {
    heavy: true,
    needs: ['object-reference'],
    brokenBy: [
      'objref-two-expands',
      'objref-list-mixed',
      'expand-object-ignored',
      'object-expansion-ends-at-another-type',
    ],
    effects: true,
  },
  async (context) => {
    const { resource, field, id, type, types } = context.target.fixtures.objectReference ?? missing('objectReference')
    const ends = Object.keys(types)
      .filter((name) => name in context.target.templates)
      .slice(0, 2)
    const made: Array<{ readonly pointer: Stored; readonly object: Stored }> = []
    for (const to of ends) {
      const object = await stored(context, {}, to)
      made.push({
        object,
        pointer: await stored(context, { [field]: { [id]: object.id, [type]: types[to] } }, resource),
      })
    }
    for (const { pointer } of made) await plainly(context, 'on-a-search', pointer)
    // No pair for what is not asked for: a server may refuse it.
    for (const asked of [ends, ...ends.map((to) => [to])]) {
      const expand = asked.map((to) => `${field}.${id}(${to})`)
      const answer = await search(
        context.api,
        made.map(({ pointer }) => pointer),
        { dtos: dtosPairs(context, resource, ...asked), query: { expand } },
      )
      must.success(answer)
      for (const { pointer, object } of made) {
        if (!asked.includes(object.resource)) continue
        must.hold(
          `the ${object.resource} pointed to, with expand=${expand.join(' and ')}`,
          shows([elementOf(answer, pointer)], object),
          answer.text,
        )
      }
    }
  },
)

/** A search that expands shows the related record whole. */
async function mustExpandOn(context: Context, query: Readonly<Record<string, string>>): Promise<void> {
  const family = await withReference(context)
  const [partner] = family.related as readonly [Stored]
  await plainly(context, 'on-a-search', family.parent)
  const answer = await search(context.api, [family.parent], asking(context, family, family.field, query))
  must.success(answer)
  must.hold(`the ${partner.resource}, whole`, shows(toldOf(answer, family.parent), partner), answer.text)
}

check(
  expansion['expand-on-searches'],
  'sorted',
  {
    sampled: true,
    needs: ['reference', 'shaping'],
    brokenBy: ['search-expand-ignored-orderby', 'expand-ignored-on-searches'],
    effects: true,
  },
  (context) => mustExpandOn(context, { orderBy: 'lastChanged desc', pageSize: '20' }),
)

check(
  expansion['expand-on-searches'],
  'on-later-pages',
  {
    sampled: true,
    needs: ['reference', 'shaping'],
    brokenBy: ['search-expand-page2', 'expand-ignored-on-searches', 'to-many-expanded-on-the-first-page-only'],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.reference ?? missing('reference')
    const partner = await stored(context, {}, to)
    const records: Stored[] = []
    while (records.length < 3) records.push(await stored(context, { [field]: partner.id }, resource))
    const { inverse } = context.target.fixtures
    const children: Stored[] = []
    if (inverse?.resource === resource)
      for (const { id } of records)
        children.push(await stored(context, { [inverse.by]: referenceTo(context, id) }, inverse.to))
    for (const record of records) await plainly(context, 'on-a-search', record)
    // The first page has the number 0 or 1: both of these exist.
    for (const page of ['1', '2']) {
      const onPage = (expand: string, of: string) =>
        search(context.api, records, {
          dtos: dtosPairs(context, resource, of),
          query: { expand, orderBy: 'externalId asc', pageSize: '1', page },
        })
      const answer = await onPage(field, to)
      must.success(answer)
      must.hold(`the ${to} expanded on page ${page}`, shows(answer.json, partner), answer.text)
      if (!inverse || children.length === 0) continue
      const many = await onPage(inverse.field, inverse.to)
      must.success(many)
      const own = records.findIndex((record) => elementOf(many, record) !== undefined)
      must.hold(
        `the ${inverse.to} of the record on page ${page}, and none of another`,
        children.every((child, at) => shows(many.json, child) === (at === own)),
        many.text,
      )
    }
  },
)

check(
  expansion['expand-on-searches'],
  'about-the-related-record',
  {
    heavy: true,
    needs: ['reference', 'inverse'],
    brokenBy: ['search-expand-linked', 'search-count-matching', 'search-filters-what-it-expands'],
    effects: true,
  },
  async (context) => {
    mustBeOfOneResource(context)
    const one = await withReference(context)
    const many = await withInverse(context, 3, { [one.field]: one.related[0]?.id })
    const [partner, child] = [one.related[0], many.related[0]] as readonly [Stored, Stored]
    const plain = await plainly(context, 'on-a-search', many.parent)
    const named = (record: Stored) =>
      `${textField(context, record.resource)} = "${String(record.dto[textField(context, record.resource)])}"`
    const linked = await context.api.data.list(many.parent.resource, {
      ...asking(context, one, one.field),
      query: { expand: one.field, query: `${one.field}.${named(partner)}` },
    })
    must.success(linked)
    must.hold(`the ${partner.resource}, whole`, shows(toldOf(linked, many.parent), partner), linked.text)
    const counted = await context.api.data.list(many.parent.resource, {
      ...asking(context, many, many.field),
      query: {
        expand: `count(${many.field})`,
        query: `${many.field}.externalId = "${child.externalId}"`,
      },
    })
    // Whether a search may name related records of which there are many is stated with expansions; some refuse it.
    if (counted.status >= 400) return
    await mustCount(context, counted, plain, many)
    const listed = await context.api.data.list(many.parent.resource, {
      ...asking(context, many, many.field),
      query: { expand: many.field, query: `${many.field}.externalId = "${child.externalId}"` },
    })
    await mustBeExpanded(listed, plain, many)
  },
)

check(
  expansion['expand-without-dtos'],
  'of-the-second',
  {
    heavy: true,
    needs: ['reference', 'inverse'],
    brokenBy: ['expand-no-pair-second', 'expand-no-pair-newest'],
    effects: true,
  },
  async (context) => {
    mustBeOfOneResource(context)
    const one = await withReference(context)
    const many = await withInverse(context, 1, { [one.field]: one.related[0]?.id })
    const [partner, child] = [one.related[0], many.related[0]] as readonly [Stored, Stored]
    const pairs = { dtos: dtosPairs(context, many.parent.resource, partner.resource) }
    const both = { dtos: dtosPairs(context, many.parent.resource, partner.resource, child.resource) }
    const expand = [one.field, many.field]
    const paired = await looks['by-id'](context.api, many.parent, { ...both, query: { expand } })
    must.hold(
      'both expanded where dtos names both',
      shows(paired.json, partner) && shows(paired.json, child),
      paired.text,
    )
    const answer = await looks['by-id'](context.api, many.parent, { ...pairs, query: { expand } })
    settle(
      answer.status >= 500 || (answer.status < 300 && holds(answer.json, child.externalId))
        ? { expected: `a refusal with a 4xx status, or no ${child.resource} expanded`, actual: answer.text }
        : undefined,
    )
  },
)

check(
  expansion['expand-unreadable'],
  'object-reference',
  {
    needs: ['object-reference'],
    brokenBy: ['noread-objectref', 'expand-without-permission'],
    effects: true,
  },
  async (context) => {
    const { unreadable, objectReference } = context.target.fixtures
    const { resource, field, id, type, types } = objectReference ?? missing('objectReference')
    const to = unreadable?.resource ?? missing('unreadable')
    if (types[to] === undefined) missing(`objectReference.types.${to}`)
    const object = await stored(context, {}, to)
    const pointer = await stored(context, { [field]: { [id]: object.id, [type]: types[to] } }, resource)
    const options = { dtos: dtosPairs(context, resource, to), query: { expand: `${field}.${id}(${to})` } }
    const own = await looks['by-id'](context.api, pointer, options)
    must.contain('the external id of the record pointed to', own.json, object.externalId)
    const other = await looks['by-id'](context.as(unreadable?.identity ?? ''), pointer, options)
    must.lack(`external id of a ${to} that the caller may not read`, other.json, object.externalId)
  },
)

check(
  shaping['page-size-kept'],
  'with-an-expanded-list',
  {
    needs: ['expansion', 'list-reference', 'query-language'],
    brokenBy: ['page-of-joined-rows', 'page-with-an-expanded-list-one-more'],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.listReference ?? missing('listReference')
    const related = [(await stored(context, {}, to)).id, (await stored(context, {}, to)).id]
    const records: Stored[] = []
    while (records.length < 3) records.push(await stored(context, { [field]: related }, resource))
    for (const record of records) await plainly(context, 'on-a-search', record)
    for (const size of [3, 2]) {
      const answer = await search(context.api, records, {
        dtos: dtosPairs(context, resource, to),
        query: { expand: field, pageSize: String(size) },
      })
      must.success(answer)
      const found = answer.records(keyOf(resource))
      must.equal(`records on a page of ${size} out of three, each with two expanded`, found.length, size)
    }
  },
)
