import { check, keyOf, must, rely } from '../../../src/kit/index.ts'
import { mustBeSearched } from '../list/ladder.ts'
import { shaping } from '../list/requirements.ts'
import { data } from '../record/requirements.ts'
import { stored, whole } from '../steps.ts'
import { dtosPairs, missing } from './steps.ts'

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
