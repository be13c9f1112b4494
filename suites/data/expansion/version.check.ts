import { check, Blocked, each, must, placesOf, sameId } from '../../../src/kit/index.ts'
import { isObject } from '../../../src/exchange/json.ts'
import { data } from '../record/requirements.ts'
import { dtoPair } from '../../../src/target/dto-pair.ts'
import { mustHaveOlder } from '../offered.ts'
import { read } from '../steps.ts'
import { expansion } from './requirements.ts'
import { dtosPairs, looks, mustBeExpanded, plainly, waysOf, withReference } from './steps.ts'

/** Fields that a version has or has not (A-REC-05, 06). */
const telling = ['lastChangedBy', 'externalId'] as const

check(
  data['dtos-selects'],
  'expanded-in-an-older-version',
  {
    needs: ['reference', 'expansion', 'older-dto'],
    brokenBy: ['expanded-in-the-version-number-of-the-root'],
    effects: true,
  },
  async (context) => {
    const family = await withReference(context)
    const [related] = family.related
    if (!related) throw new Blocked('fixtures.reference leads to no record')
    mustHaveOlder(context, related.resource)
    const plain = await read(context.api, related.id, related.resource, { dtos: 'older' })
    must.present(`the ${related.resource} in its older version`, plain)
    const lacking = telling.filter((name) => plain?.[name] === undefined)
    await each(waysOf(context), async (look) => {
      const answer = await looks[look](context.api, family.parent, {
        dtos: `${dtoPair(context.target, family.parent.resource)};${dtoPair(context.target, related.resource, 'older')}`,
        query: { expand: family.field },
      })
      must.success(answer)
      const expanded = [...placesOf(answer.json)].flatMap(({ value }) =>
        isObject(value) && sameId(value['id'], related.id) ? [value] : [],
      )
      must.some(`expanded ${related.resource}, read ${look}`, expanded, answer)
      for (const one of expanded)
        must.equal(
          `fields of the expanded ${related.resource}, read ${look}, that its older version does not show`,
          lacking.filter((name) => one[name] !== undefined),
          [],
        )
    })
  },
)

check(
  expansion['expand-related'],
  'with-its-pair-of-dtos-in-front',
  { needs: ['reference'], brokenBy: ['first-pair-of-dtos-is-that-of-the-root'], effects: true },
  async (context) => {
    const family = await withReference(context)
    const dtos = dtosPairs(context, ...family.related.map(({ resource }) => resource), family.parent.resource)
    await each(waysOf(context), async (look) => {
      const plain = await plainly(context, look, family.parent)
      const answer = await looks[look](context.api, family.parent, { dtos, query: { expand: family.field } })
      await mustBeExpanded(answer, plain, family)
    })
  },
)
