import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { check, keyOf, must, newNumbers, rely, Unexercised } from '../../../src/kit/index.ts'
import { shaping } from '../list/requirements.ts'
import { stored, succeeded, textField } from '../steps.ts'
import { expansion } from './requirements.ts'
import {
  asking,
  elementOf,
  looks,
  missing,
  mustCount,
  plainly,
  shows,
  waysOf,
  withInverse,
  withReference,
} from './steps.ts'

/** Parameters that shape a read beside expand: none of them ends another. */
check(
  expansion['expand-related'],
  'beside-fields',
  { needs: ['reference', 'shaping'], brokenBy: ['fields-end-the-expansion'], sampled: true, effects: true },
  async (context) => {
    const family = await withReference(context)
    const { field, parent, related } = family
    let judged = 0
    for (const way of waysOf(context)) {
      const ask = (query: Readonly<Record<string, string>>) =>
        looks[way](context.api, parent, asking(context, family, field, query))
      const held = (answer: Answer) => (elementOf(answer, parent)?.[keyOf(parent.resource)] as Dto | undefined)?.[field]
      await plainly(context, way, parent)
      const plain = await ask({})
      // What stands in another place (A-EXP-10) may be a field that is not named.
      if (!related.every((one) => shows(held(plain), one))) continue
      const answer = await ask({ fields: `id,externalId,${field}` })
      // That each two parameters are taken together is not stated.
      if (!succeeded(answer)) must.refused4xx(answer)
      else {
        judged += 1
        must.hold(
          `the record related by ${field}, which fields names`,
          related.every((one) => shows(answer.json, one)),
          answer.text,
        )
      }
    }
    if (judged === 0) throw new Unexercised(`with ${field} expanded, none stands in that field, or fields is refused`)
  },
)

check(
  shaping['external-ids-of-references'],
  'beside-an-expansion',
  {
    needs: ['reference', 'inverse', 'query-language', 'expansion'],
    brokenBy: ['external-ids-left-out-beside-an-expansion'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const { reference = missing('reference'), inverse } = context.target.fixtures
    if (reference.resource !== inverse?.resource)
      throw new Unexercised('fixtures.reference and fixtures.inverse are not of one resource')
    const partner = await stored(context, {}, reference.to)
    const family = await withInverse(context, 1, { [reference.field]: partner.id })
    const { parent, field } = family
    for (const way of ['by-external-id', 'on-a-search'] as const) {
      await plainly(context, way, parent)
      const alone = await looks[way](context.api, parent, { query: { useExternalIds: 'true' } })
      await rely(shaping['external-ids-of-references'], async () =>
        must.contain('the external id of a referenced record', alone.json, partner.externalId),
      )
      const answer = await looks[way](context.api, parent, asking(context, family, field, { useExternalIds: 'true' }))
      if (!succeeded(answer)) must.refused4xx(answer)
      else
        must.contain(`the external id of a referenced record, with ${field} expanded`, answer.json, partner.externalId)
    }
  },
)

/** What the record itself has: expanded records may stand under other names (A-EXP-10). */
check(
  shaping['only-the-fields-named'],
  'beside-an-expansion',
  {
    needs: ['reference', 'expansion', 'query-language'],
    brokenBy: ['fields-ignored-in-lists-that-expand', 'fields-ignored-on-reads-that-expand'],
    effects: true,
  },
  async (context) => {
    const family = await withReference(context)
    const { field, parent } = family
    const named = ['id', 'externalId', field]
    let judged = 0
    for (const way of waysOf(context)) {
      const plain = await plainly(context, way, parent)
      const query = { fields: named.join(',') }
      const answer = await looks[way](context.api, parent, asking(context, family, field, query))
      // That each two parameters are taken together is not stated.
      if (!succeeded(answer)) must.refused4xx(answer)
      else {
        judged += 1
        const dto = elementOf(answer, parent)?.[keyOf(parent.resource)] as Dto | undefined
        must.sameId('the id of the record', dto?.['id'], parent.id, answer)
        must.equal(
          `fields with fields=${query.fields} and ${field} expanded, ${way.replaceAll('-', ' ')}, that are not named`,
          Object.keys(plain).filter((name) => !named.includes(name) && (dto?.[name] ?? null) !== null),
          [],
        )
      }
    }
    if (judged === 0) throw new Unexercised('fields is refused beside expand')
  },
)

check(
  expansion['expand-related'],
  'with-external-ids',
  {
    needs: ['reference', 'shaping'],
    brokenBy: ['external-ids-end-the-expansion-by-external-id', 'external-ids-end-the-expansion-of-searches'],
    effects: true,
  },
  async (context) => {
    const family = await withReference(context)
    const { field, parent, related } = family
    const ways = waysOf(context).filter((way) => way !== 'by-id')
    let judged = 0
    for (const way of ways) {
      await plainly(context, way, parent)
      const answer = await looks[way](context.api, parent, asking(context, family, field, { useExternalIds: 'true' }))
      // That each two parameters are taken together is not stated.
      if (!succeeded(answer)) must.refused4xx(answer)
      else {
        judged += 1
        // A reference may carry the external id by itself: a text of its own only the record has.
        for (const { resource, dto } of related)
          must.contain(
            `the ${resource} related by ${field}, with useExternalIds, ${way.replaceAll('-', ' ')},`,
            answer.json,
            dto[textField(context, resource)],
          )
      }
    }
    if (judged === 0) throw new Unexercised('useExternalIds is refused beside expand')
  },
)

/** A count beside fields that do not name its relation, where the related records themselves are added beside them and would stand where it does. */
check(
  expansion['expand-count'],
  'beside-fields',
  { needs: ['shaping'], brokenBy: ['counts-left-out-beside-fields'], effects: true },
  async (context) => {
    const family = await withInverse(context, 2)
    const { field, parent, related } = family
    const key = keyOf(parent.resource)
    const dtoIn = (answer: Answer) => elementOf(answer, parent)?.[key] as Dto | undefined
    const named = { fields: 'id,externalId' }
    let judged = 0
    for (const way of waysOf(context)) {
      const plain = await plainly(context, way, parent)
      const ask = (expand: string, query: Readonly<Record<string, string>> = {}) =>
        looks[way](context.api, parent, asking(context, family, expand, query))
      const records = await ask(field, named)
      if (!succeeded(records) || !related.every((one) => shows(records.json, one))) continue
      const counted = await ask(`count(${field})`)
      await mustCount(context, counted, plain, family)
      // What a record has may have to be named (A-PAR-11), what stands elsewhere not.
      const isOwn = newNumbers(dtoIn(counted), plain).includes(related.length)
      if (isOwn !== related.every((one) => shows(dtoIn(records), one))) continue
      const answer = await ask(`count(${field})`, named)
      // That each two parameters are taken together is not stated.
      if (!succeeded(answer)) must.refused4xx(answer)
      else {
        judged += 1
        await mustCount(context, answer, { id: plain['id'], externalId: plain['externalId'] }, family)
      }
    }
    if (judged === 0) throw new Unexercised('beside fields nothing is expanded that they do not name')
  },
)
