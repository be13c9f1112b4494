import type { Dto } from '../../../src/clients/answer.ts'
import { Unexercised, check, keyOf, must, type Context } from '../../../src/kit/index.ts'
import {
  looks,
  missing,
  mustBeExpanded,
  mustCount,
  mustNameOnly,
  dtosPairs,
  elementOf,
  plainly,
  waysOf,
  withInverse,
  withReference,
  type Family,
} from './steps.ts'
import { mustAllSucceed, send } from '../../batch/steps.ts'
import { withoutFields } from '../computed.ts'
import { mustBeOfOneResource } from '../inverse-end.ts'
import { expansion } from './requirements.ts'
import { textField, stored, succeeded, type Stored } from '../steps.ts'

/** One record with a reference and with three that refer to it. */
async function both(context: Context): Promise<readonly [one: Family, many: Family]> {
  mustBeOfOneResource(context)
  const one = await withReference(context)
  const many = await withInverse(context, 3, { [one.field]: one.related[0]?.id })
  return [{ ...one, parent: many.parent }, many]
}

const notAll = ['expand-only-first', 'expand-only-last', 'expand-several-refused'] as const

check(
  expansion['expand-several'],
  'to-one-and-to-many',
  {
    brokenBy: ['last-of-several-expansions-alone-in-a-part', 'first-of-several-expansions-alone-in-a-part', ...notAll],
    effects: true,
  },
  async (context) => {
    const [one, many] = await both(context)
    const dtos = dtosPairs(
      context,
      one.parent.resource,
      ...[...one.related, ...many.related].map(({ resource }) => resource),
    )
    const orders = [
      [one.field, many.field],
      [many.field, one.field],
    ]
    for (const look of waysOf(context)) {
      const plain = await plainly(context, look, one.parent)
      for (const expand of orders) {
        const answer = await looks[look](context.api, one.parent, { dtos, query: { expand } })
        for (const family of [one, many]) await mustBeExpanded(answer, withoutFields(plain, expand), family)
      }
    }
    if ('batch' in context.target.lacks) return
    const { resource, id } = one.parent
    const parts = orders.map((expand) => context.api.batch.part.get(resource, id, { dtos, query: { expand } }))
    const answer = await send(context, parts)
    mustAllSucceed(answer, parts.length)
    // A part may write what is empty otherwise than a single answer does: what else it shows is not compared.
    for (const part of answer.parts) for (const family of [one, many]) await mustBeExpanded(part, {}, family)
  },
)

check(
  expansion['expand-several'],
  'related-and-counted',
  { brokenBy: ['expansions-kept-by-the-first-of-them', ...notAll], effects: true },
  async (context) => {
    const [one, many] = await both(context)
    const plain = await plainly(context, 'by-id', one.parent)
    const rest = withoutFields(plain, [one.field])
    const dtos = dtosPairs(
      context,
      one.parent.resource,
      ...[...one.related, ...many.related].map(({ resource }) => resource),
    )
    for (const expand of [
      [one.field, `count(${many.field})`],
      [`count(${many.field})`, one.field],
    ]) {
      const answer = await looks['by-id'](context.api, one.parent, { dtos, query: { expand } })
      await mustBeExpanded(answer, rest, one)
      await mustCount(context, answer, rest, many)
    }
    // The same first one, and another after it.
    for (const expand of [
      [one.field, `count(${many.field})`],
      [one.field, many.field],
    ]) {
      const answer = await looks['by-id'](context.api, one.parent, { dtos, query: { expand } })
      await mustBeExpanded(answer, withoutFields(plain, [one.field, many.field]), one)
      if (expand.includes(many.field)) await mustBeExpanded(answer, withoutFields(plain, [one.field, many.field]), many)
    }
  },
)

check(
  expansion['expand-several'],
  'one-relation-both-expanded-and-counted',
  { brokenBy: ['count-and-expansion-of-one-relation-replace-each-other', ...notAll], effects: true },
  async (context) => {
    const many = await withInverse(context, 3)
    const dtos = dtosPairs(context, many.parent.resource, ...many.related.map(({ resource }) => resource))
    const count = `count(${many.field})`
    for (const look of waysOf(context)) {
      const plain = await plainly(context, look, many.parent)
      const counted = await looks[look](context.api, many.parent, { dtos, query: { expand: count } })
      const key = keyOf(many.parent.resource)
      // Where a count stands is open (A-EXP-10): one that stands in place of the records leaves no room for both.
      if (many.field in ((elementOf(counted, many.parent)?.[key] as Dto | undefined) ?? {})) return
      for (const expand of [
        [many.field, count],
        [count, many.field],
      ]) {
        const answer = await looks[look](context.api, many.parent, { dtos, query: { expand } })
        await mustBeExpanded(answer, plain, many)
        await mustCount(context, answer, plain, many)
      }
    }
  },
)

check(
  expansion['expand-several'],
  'each-with-fields-of-its-own',
  {
    brokenBy: [
      'shape-of-last-expansion-for-all',
      'shape-of-first-expansion-for-all',
      'fields-of-first-expansion-for-all',
      'shapes-forgotten-where-several-are-expanded',
      ...notAll,
    ],
    effects: true,
  },
  async (context) => {
    const [one, many] = await both(context)
    const [partner, child] = [one.related[0], many.related[0]] as readonly [Stored, Stored]
    const named = textField(context, partner.resource)
    const shaped = [`${one.field};fields=${named}`, `${many.field};fields=externalId`]
    const dtos = dtosPairs(context, one.parent.resource, partner.resource, child.resource)
    for (const look of waysOf(context)) {
      await plainly(context, look, one.parent)
      for (const expand of [shaped, [...shaped].reverse()]) {
        const answer = await looks[look](context.api, one.parent, { dtos, query: { expand } })
        must.success(answer)
        must.contain(`${named} of the ${partner.resource}, ${look}`, answer.json, partner.dto[named])
        must.contain(`externalId of a ${child.resource}, ${look}`, answer.json, child.externalId)
        mustNameOnly(answer, partner, [named], one.parent, String(shaped[0]))
        mustNameOnly(answer, child, ['externalId'], one.parent, String(shaped[1]))
      }
    }
  },
)

/** A record with a list of references and with three that refer to it. */
async function twoLists(
  context: Context,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly listed: Family; readonly related: Family }> {
  const { listReference, inverse } = context.target.fixtures
  const { resource, field, to } = listReference ?? missing('listReference')
  if (resource !== inverse?.resource)
    throw new Unexercised(
      'fixtures.listReference and fixtures.inverse are about different resources, so no record has both',
    )
  const referred = [await stored(context, {}, to), await stored(context, {}, to)]
  const related = await withInverse(context, 3, { ...more, [field]: referred.map(({ id }) => id) })
  return { listed: { field, parent: related.parent, related: referred, strangers: [] }, related }
}

const dtosOf = (context: Context, families: readonly Family[]): string =>
  dtosPairs(
    context,
    ...families.flatMap(({ parent, related }) => [parent.resource, ...related.map(({ resource }) => resource)]),
  )

check(
  expansion['expand-several'],
  'two-lists',
  {
    needs: ['list-reference'],
    brokenBy: ['two-expanded-lists-multiply', 'two-counts-multiply', ...notAll],
    effects: true,
  },
  async (context) => {
    const { listed, related } = await twoLists(context)
    const { field } = listed
    const dtos = dtosOf(context, [listed, related])
    const expand = [field, related.field]
    for (const look of waysOf(context)) {
      const plain = await plainly(context, look, related.parent)
      const answer = await looks[look](context.api, related.parent, { dtos, query: { expand } })
      for (const family of [listed, related]) await mustBeExpanded(answer, withoutFields(plain, expand), family)
    }
    const plain = await plainly(context, 'by-id', related.parent)
    const counted = async (...fields: readonly string[]) =>
      looks['by-id'](context.api, related.parent, { dtos, query: { expand: fields.map((name) => `count(${name})`) } })
    // That ids which a record holds can be counted, too, is not stated.
    if (!succeeded(await counted(field))) return
    const answer = await counted(field, related.field)
    for (const family of [listed, related]) await mustCount(context, answer, withoutFields(plain, expand), family)
  },
)

check(
  expansion['expand-several'],
  'three-relations',
  { needs: ['list-reference'], brokenBy: ['expansions-beyond-the-second-ignored', ...notAll], effects: true },
  async (context) => {
    mustBeOfOneResource(context)
    const one = await withReference(context)
    const { listed, related } = await twoLists(context, { [one.field]: one.related[0]?.id })
    const families = [{ ...one, parent: related.parent }, listed, related]
    const dtos = dtosOf(context, families)
    const [first = '', second = '', third = ''] = families.map(({ field }) => field)
    for (const look of waysOf(context)) {
      const plain = await plainly(context, look, related.parent)
      for (const expand of [
        [first, second, third],
        [third, first, second],
        [second, third, first],
      ]) {
        const answer = await looks[look](context.api, related.parent, { dtos, query: { expand } })
        for (const family of families) await mustBeExpanded(answer, withoutFields(plain, expand), family)
      }
    }
  },
)
