import { check } from '../../../src/kit/index.ts'
import { stored, type Stored } from '../steps.ts'
import { expansion } from './requirements.ts'
import { asking, looks, missing, mustBeExpanded, plainly, waysOf, type Family } from './steps.ts'

check(
  expansion['expand-related'],
  'each-of-five-references-in-a-list',
  { needs: ['list-reference'], brokenBy: ['expansion-of-four-at-most'], effects: true },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.listReference ?? missing('listReference')
    const related: Stored[] = []
    while (related.length < 5) related.push(await stored(context, {}, to))
    const strangers = [await stored(context, {}, to)]
    const parent = await stored(context, { [field]: related.map(({ id }) => id) }, resource)
    const family: Family = { field, parent, related, strangers }
    for (const look of waysOf(context)) {
      const plain = await plainly(context, look, parent)
      await mustBeExpanded(await looks[look](context.api, parent, asking(context, family, field)), plain, family)
    }
  },
)
