import type { Dto } from '../../../src/clients/answer.ts'
import { check, keyOf, must, Unexercised, type Context } from '../../../src/kit/index.ts'
import { pointing, spellingOf } from '../pointing.ts'
import { stored, type Stored } from '../steps.ts'
import { expansion } from './requirements.ts'
import { dtosPairs, elementOf, looks, missing, mustBeUnchanged, plainly } from './steps.ts'

interface Alone {
  readonly record: Stored
  readonly field: string
  readonly expand: string
  readonly to: string
}

/** A record to which nothing is related, and the expansion of that. */
const relations = {
  'a-reference': {
    rule: expansion['expand-related'],
    needs: ['reference'],
    of: async (context: Context): Promise<Alone> => {
      const { resource, field, to } = context.target.fixtures.reference ?? missing('reference')
      return { record: await stored(context, {}, resource), field, expand: field, to }
    },
  },
  'those-that-refer-to-it': {
    rule: expansion['expand-related'],
    needs: ['inverse'],
    of: async (context: Context): Promise<Alone> => {
      const { resource, field, to } = context.target.fixtures.inverse ?? missing('inverse')
      return { record: await stored(context, {}, resource), field, expand: field, to }
    },
  },
  'an-object-reference': {
    rule: expansion['expand-object-reference'],
    needs: ['object-reference'],
    of: async (context: Context): Promise<Alone> => {
      const { resource, field, id } = context.target.fixtures.objectReference ?? missing('objectReference')
      const [to] = pointing(context).ends
      spellingOf(context, to)
      return { record: await stored(context, {}, resource), field, expand: `${field}.${id}(${to})`, to }
    },
  },
} as const

for (const kind of ['a-reference', 'those-that-refer-to-it', 'an-object-reference'] as const) {
  const { rule, needs, of } = relations[kind]
  check(
    rule,
    `of-none-by-${kind}`,
    { needs, brokenBy: ['records-without-what-is-expanded-not-found'], sampled: true, effects: true },
    async (context) => {
      const { record, field, expand, to } = await of(context)
      for (const look of ['by-id', 'by-external-id'] as const) {
        const plain = await plainly(context, look, record)
        // A template, or the service by itself, may fill the reference.
        if ((plain[field] ?? null) !== null && !(Array.isArray(plain[field]) && plain[field].length === 0))
          throw new Unexercised(`a ${record.resource} that was given no ${field} shows one`)
        const dtos = dtosPairs(context, record.resource, to)
        const answer = await looks[look](context.api, record, { dtos, query: { expand } })
        must.success(answer)
        const dto = elementOf(answer, record)?.[keyOf(record.resource)] as Dto | undefined
        must.sameId(`the id of the record read ${look} with ${expand} expanded, which is none`, dto?.['id'], record.id)
        // How a relation that is empty is shown is not stated.
        await mustBeUnchanged(dto, plain, [field])
      }
    },
  )
}
