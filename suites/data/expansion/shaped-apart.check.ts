import type { Answer } from '../../../src/clients/answer.ts'
import { check, must, objectsWith, sameId, Unexercised } from '../../../src/kit/index.ts'
import { succeeded, type Stored } from '../steps.ts'
import { expansion } from './requirements.ts'
import { asking, looks, plainly, waysOf, withReference } from './steps.ts'

/** The whole record in an answer, wherever it stands (A-EXP-10). */
const heldOf = (answer: Answer, { id, externalId }: Stored) =>
  objectsWith(answer.json, externalId)
    .map(({ object }) => object)
    .find((object) => sameId(object['id'], id))

check(
  expansion['expand-shaped-apart'],
  'one-beside-fields',
  { needs: ['reference', 'shaping'], brokenBy: ['fields-shape-what-is-expanded-too'], effects: true },
  async (context) => {
    const family = await withReference(context)
    const { field, parent, related } = family
    let judged = 0
    for (const way of waysOf(context)) {
      const ask = (query: Readonly<Record<string, string>>) =>
        looks[way](context.api, parent, asking(context, family, field, query))
      await plainly(context, way, parent)
      const plain = await ask({})
      const answer = await ask({ fields: `id,externalId,${field}` })
      // That each two parameters are taken together is not stated.
      if (!succeeded(answer)) must.refused4xx(answer)
      else
        for (const one of related) {
          const [whole, shaped] = [heldOf(plain, one), heldOf(answer, one)]
          // What stands in another place may be a field that is not named.
          if (!whole || !shaped) continue
          judged += 1
          const isSet = (value: unknown) => value !== undefined && value !== null
          must.equal(
            `fields of the ${one.resource} expanded by ${field} that fields leaves out, ${way.replaceAll('-', ' ')}`,
            Object.keys(whole).filter((name) => isSet(whole[name]) && !isSet(shaped[name])),
            [],
          )
        }
    }
    if (judged === 0) throw new Unexercised('fields is refused beside expand, or leaves nothing expanded')
  },
)
