import { check, must, objectsWith, type Context } from '../../../src/kit/index.ts'
import { stored, type Stored } from '../steps.ts'
import { filled, mustAgree } from '../values/as-read.ts'
import { expansion } from './requirements.ts'
import { asking, looks, missing, plainly, ways, type Family } from './steps.ts'

/** A record with a value in every field, and one that refers to it. */
async function relation(
  context: Context,
): Promise<Family & { readonly entity: Stored; readonly fields: readonly string[] }> {
  const { resource, to, by } = context.target.fixtures.inverse ?? missing('inverse')
  const { record, dto, body } = await filled(context, resource)
  const entity = { ...record, dto, lastChanged: Number(dto['lastChanged']) }
  const parent = await stored(context, { [by]: entity.id }, to)
  return { field: by, parent, related: [entity], strangers: [], entity, fields: Object.keys(body) }
}

for (const look of ways)
  check(
    look === 'on-a-search' ? expansion['expand-on-searches'] : expansion['expand-related'],
    `full-record-${look}`,
    { brokenBy: ['value-boolean-turned-expanded'], needs: ['inverse'], effects: true },
    async (context) => {
      const family = await relation(context)
      await plainly(context, look, family.parent)
      const answer = await looks[look](context.api, family.parent, asking(context, family, family.field))
      must.success(answer)
      const [expanded] = objectsWith(answer.json, family.entity.externalId)
      must.present(`the expanded ${family.entity.resource}`, expanded, answer)
      mustAgree('the expanded record', expanded?.object ?? {}, family.entity.dto, family.fields, true)
    },
  )
