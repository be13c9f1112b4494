import type { Answer, Dto } from '../../../src/clients/answer.ts'
import { check, eventually, holdsId, matchers, must, objectsWith, rely, type Context } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { data } from '../record/requirements.ts'
import { nameField, read, stored } from '../steps.ts'
import { filled, mustReadAlike, type Filled } from '../values/as-read.ts'
import { expansion } from './requirements.ts'
import { asking, looks, missing, plainly, ways, type Family } from './steps.ts'
import { expansionOf, referenceTo } from '../inverse-end.ts'

interface Relation {
  readonly need: Need
  readonly brokenBy: readonly [string, ...string[]]
  /** Records with a value in every field, one that is related to them, and what expands the relation. */
  of(context: Context): Promise<readonly [entities: readonly Filled[], parent: Family['parent'], expand: string]>
}

const relations: Readonly<Record<string, Relation>> = {
  'full-record': {
    need: 'inverse',
    brokenBy: ['value-boolean-turned-expanded', 'value-text-upper-case-expanded', 'datetime-number-in-expand'],
    async of(context) {
      const { resource, to, by } = context.target.fixtures.inverse ?? missing('inverse')
      const entity = await filled(context, resource)
      return [
        [entity],
        await stored(context, { [by]: referenceTo(context, entity.record.id) }, to),
        expansionOf(context),
      ]
    },
  },
  'full-record-of-several': {
    need: 'inverse',
    brokenBy: ['value-text-upper-case-expanded'],
    async of(context) {
      const { resource, field, to, by } = context.target.fixtures.inverse ?? missing('inverse')
      const parent = await stored(context, {}, resource)
      const one = () => filled(context, to, { [by]: referenceTo(context, parent.id) })
      return [[await one(), await one()], parent, field]
    },
  },
  'full-record-referred-to': {
    need: 'reference',
    brokenBy: ['value-text-upper-case-expanded'],
    async of(context) {
      const { resource, field, to } = context.target.fixtures.reference ?? missing('reference')
      const entity = await filled(context, to)
      return [[entity], await stored(context, { [field]: entity.record.id }, resource), field]
    },
  },
  'full-record-in-a-list': {
    need: 'list-reference',
    brokenBy: ['value-text-upper-case-expanded'],
    async of(context) {
      const { resource, field, to } = context.target.fixtures.listReference ?? missing('listReference')
      const entities = [await filled(context, to), await filled(context, to)]
      const parent = await stored(context, { [field]: entities.map(({ record }) => record.id) }, resource)
      return [entities, parent, field]
    },
  },
  'full-record-pointed-to': {
    need: 'object-reference',
    brokenBy: ['value-text-upper-case-expanded'],
    async of(context) {
      const { resource, field, id, type, types } = context.target.fixtures.objectReference ?? missing('objectReference')
      const to = Object.keys(types).find((name) => name in context.target.templates) ?? missing('objectReference.types')
      const entity = await filled(context, to)
      const parent = await stored(context, { [field]: { [id]: entity.record.id, [type]: types[to] } }, resource)
      return [[entity], parent, `${field}.${id}(${to})`]
    },
  },
}

for (const [name, relation] of Object.entries(relations))
  for (const look of ways)
    check(
      look === 'on-a-search' ? expansion['expand-on-searches'] : expansion['expand-related'],
      `${name}-${look}`,
      { brokenBy: relation.brokenBy, needs: [relation.need], effects: true },
      async (context) => {
        const [entities, parent, expand] = await relation.of(context)
        const related = entities.map(({ record, dto }) => ({ ...record, dto, lastChanged: Number(dto['lastChanged']) }))
        const family = { field: expand, parent, related, strangers: [] }
        await plainly(context, look, parent)
        const ask = () => looks[look](context.api, parent, asking(context, family, expand))
        const answer = await ask()
        must.success(answer)
        // What refers to a record may have written it as well: it is read again.
        for (const { record, dto: before, body } of entities) {
          const dto = (await read(context.api, record.id, record.resource)) ?? before
          mustReadAlike('the expanded record', theOne(answer, record), dto, {
            set: Object.keys(body),
            steady: flagsOf(dto),
            mayBePart: true,
          })
        }
        const [changed] = entities
        if (!changed) return
        const { record, body, other } = changed
        const named = nameField(record.resource)
        // What makes it related stays as it is.
        const free = Object.fromEntries(Object.entries(other).filter(([field]) => !holdsId(body[field], parent.id)))
        const change = named in body ? { ...free, [named]: `${context.fresh.text()} Bb` } : free
        if (Object.keys(change).length === 0 || !('lastChanged' in theOne(answer, record))) return
        await rely(data['partial-update'], async () =>
          must.status(await context.api.data.patch(record.resource, record.id, change, { force: true }), 201),
        )
        const now = (await read(context.api, record.id, record.resource)) ?? {}
        const set = Object.keys({ ...body, ...change })
        // What is expanded may lag behind the record as a list does.
        const later = await eventually(context, ask, (told) =>
          matchers.equal('lastChanged of the expanded record', theOne(told, record)['lastChanged'], now['lastChanged']),
        )
        mustReadAlike('the expanded record after a change', theOne(later, record), now, {
          set,
          steady: flagsOf(now),
          mayBePart: true,
        })
      },
    )

/** Flags are shown as they are, even those that nobody set; a reference that nobody set may stand there in another form. */
const flagsOf = (dto: Dto): string[] => Object.keys(dto).filter((field) => typeof dto[field] === 'boolean')

/** The expanded record: a related one stands somewhere in the answer. */
function theOne(answer: Answer, { externalId, resource }: Filled['record']): Dto {
  const [expanded] = objectsWith(answer.json, externalId)
  must.present(`the expanded ${resource}`, expanded, answer)
  return expanded?.object ?? {}
}
