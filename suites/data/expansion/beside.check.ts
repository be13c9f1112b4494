import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { check, keyOf, must, rely, Unexercised } from '../../../src/kit/index.ts'
import { shaping } from '../list/requirements.ts'
import { stored, succeeded } from '../steps.ts'
import { expansion } from './requirements.ts'
import { asking, elementOf, looks, missing, plainly, shows, waysOf, withInverse, withReference } from './steps.ts'

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
