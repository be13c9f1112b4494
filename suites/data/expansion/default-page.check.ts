import { check, keyOf, must, rely } from '../../../src/kit/index.ts'
import { mustBeSearched } from '../list/ladder.ts'
import { shaping } from '../list/requirements.ts'
import { data } from '../record/requirements.ts'
import { stored, whole, type Stored } from '../steps.ts'
import { expansion } from './requirements.ts'
import { asking, dtosPairs, looks, missing, mustBeExpanded, plainly, waysOf } from './steps.ts'

const many = 11

check(
  shaping['page-of-twenty'],
  'with-an-expanded-list',
  {
    needs: ['expansion', 'list-reference', 'query-language'],
    brokenBy: ['default-page-of-joined-rows'],
    effects: true,
  },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.listReference ?? missing('listReference')
    const related = [(await stored(context, {}, to)).id, (await stored(context, {}, to)).id]
    const bodies = Array.from({ length: many }, () =>
      whole(context, { id: context.fresh.id(), [field]: related }, resource),
    )
    await rely(data.create, async () => {
      for (const answer of await Promise.all(bodies.map((body) => context.api.data.create(resource, body))))
        must.success(answer)
    })
    const records = bodies.map(({ id, externalId }) => ({ id: String(id), externalId: String(externalId) }))
    await mustBeSearched(context, records, resource)
    const query = `externalId in (${records.map(({ externalId }) => `"${externalId}"`).join(', ')})`
    const answer = await context.api.data.list(resource, {
      dtos: dtosPairs(context, resource, to),
      query: { query, expand: field },
    })
    must.success(answer)
    // More rows than twenty, if each related record were one.
    must.equal(`records of ${many}, each with two expanded`, answer.records(keyOf(resource)).length, many)
  },
)

check(
  expansion['expand-related'],
  'a-list-of-five',
  { needs: ['list-reference'], brokenBy: ['expanded-lists-show-two', 'expanded-lists-show-four'], effects: true },
  async (context) => {
    const { resource, field, to } = context.target.fixtures.listReference ?? missing('listReference')
    const related: Stored[] = []
    while (related.length < 5) related.push(await stored(context, {}, to))
    const parent = await stored(context, { [field]: related.map(({ id }) => id) }, resource)
    const family = { field, parent, related, strangers: [] }
    for (const way of waysOf(context)) {
      const plain = await plainly(context, way, parent)
      await mustBeExpanded(await looks[way](context.api, parent, asking(context, family, field)), plain, family)
    }
  },
)
