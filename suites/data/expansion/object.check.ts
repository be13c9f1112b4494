import type { Answer, Dto } from '../../../src/clients/answer.ts'
import {
  Blocked,
  check,
  each,
  keyOf,
  must,
  objectsWith,
  observe,
  placesOf,
  type Context,
} from '../../../src/kit/index.ts'
import { elementOf, looks, missing, mustBeUnchanged, dtosPairs, plainly, search, shows, waysOf } from './steps.ts'
import { expansion } from './requirements.ts'
import { stored, succeeded, whole, type Stored } from '../steps.ts'

interface Pointing {
  readonly pointer: Stored
  readonly object: Stored
  readonly expand: (resource: string) => string
}

/** A record that points to one of another resource. */
async function pointing(context: Context, to: string): Promise<Pointing> {
  const { resource, field, id, type, types } = context.target.fixtures.objectReference ?? missing('objectReference')
  const object = await stored(context, {}, to)
  const pointer = await stored(context, { [field]: { [id]: object.id, [type]: types[to] } }, resource)
  return { pointer, object, expand: (of) => `${field}.${id}(${of})` }
}

/** Two resources that may be pointed to. */
function ends({ target }: Context): readonly [string, string] {
  const [one, other] = Object.keys(target.fixtures.objectReference?.types ?? {}).filter(
    (resource) => resource in target.templates,
  )
  if (one === undefined || other === undefined)
    throw new Blocked(
      'fixtures.objectReference.types names fewer than two resources that have a template in the target file: name another one there'.concat(
        ...Object.keys(target.fixtures.objectReference?.types ?? {})
          .filter((resource) => !(resource in target.templates))
          .map((resource) => `, or set templates.${resource}`),
      ),
    )
  return [one, other]
}

/** What an element holds under object(TYPE); the documents do not show how TYPE is spelled. */
function underType(context: Context, element: Dto | undefined): readonly unknown[] {
  const field = context.target.fixtures.objectReference?.field ?? ''
  return [...placesOf(element)]
    .filter(({ path }) => {
      const name = path.split('.').at(-1)?.toLowerCase() ?? ''
      return name.startsWith(`${field.toLowerCase()}(`) && name.endsWith(')')
    })
    .map(({ value }) => value)
}

/** A read whose dtos names `also`, which it does not expand: a target may refuse a pair that it does not expect (A-PAR-01). */
async function alsoNaming(
  context: Context,
  expected: readonly string[],
  also: string,
  reads: (dtos: string) => Promise<Answer>,
): Promise<Answer> {
  const answer = await reads(dtosPairs(context, ...expected, also))
  return answer.status >= 400 && answer.status < 500 ? reads(dtosPairs(context, ...expected)) : answer
}

const ignored = ['expand-object-ignored', 'expand-object-under-field'] as const

check(expansion['expand-object-reference'], 'to-the-type', { brokenBy: ignored, effects: true }, async (context) => {
  for (const resource of ends(context)) {
    const { pointer, object, expand } = await pointing(context, resource)
    await each(waysOf(context), async (look) => {
      const plain = await plainly(context, look, pointer)
      const answer = await looks[look](context.api, pointer, {
        dtos: dtosPairs(context, pointer.resource, resource),
        query: { expand: expand(resource) },
      })
      must.success(answer)
      const element = elementOf(answer, pointer)
      const there = underType(context, element).some((value) => shows([value], object))
      must.hold(`the ${resource} pointed to, ${look}, under ${expand(resource).split('.')[0]}(TYPE)`, there, element)
      await mustBeUnchanged(element?.[keyOf(pointer.resource)] as Dto | undefined, plain, [
        context.target.fixtures.objectReference?.field ?? '',
      ])
    })
  }
})

check(
  expansion['expand-object-reference'],
  'to-another-type',
  { brokenBy: ['objref-other-type-null-object', 'expand-object-other-type'], effects: true },
  async (context) => {
    const [one, other] = ends(context)
    for (const [to, named] of [
      [one, other],
      [other, one],
    ] as const) {
      const { pointer, object, expand } = await pointing(context, to)
      await each(waysOf(context), async (look) => {
        const plain = await plainly(context, look, pointer)
        const answer = await alsoNaming(context, [pointer.resource, named], to, (dtos) =>
          looks[look](context.api, pointer, { dtos, query: { expand: expand(named) } }),
        )
        must.success(answer)
        const element = elementOf(answer, pointer)
        must.lack(`${to} expanded by ${expand(named)}, ${look}, with the external id`, element, object.externalId)
        await mustBeUnchanged(element?.[keyOf(pointer.resource)] as Dto | undefined, plain, [])
      })
    }
  },
)

check(
  expansion['expand-object-reference'],
  'to-the-namesake-of-another-type',
  { brokenBy: ['object-expanded-by-id-alone', 'expand-object-other-type'], effects: true },
  async (context) => {
    for (const [to, named] of [ends(context), [...ends(context)].reverse() as [string, string]]) {
      const { pointer, object, expand } = await pointing(context, to)
      const namesake = whole(context, { id: object.id }, named)
      const made = await context.api.data.create(named, namesake)
      // Whether records of two resources may have one id is not stated.
      if (!succeeded(made)) return must.refused4xx(made)
      await each(waysOf(context), async (look) => {
        const plain = await plainly(context, look, pointer)
        const answer = await alsoNaming(context, [pointer.resource, named], to, (dtos) =>
          looks[look](context.api, pointer, { dtos, query: { expand: expand(named) } }),
        )
        must.success(answer)
        const element = elementOf(answer, pointer)
        must.lack(
          `${named} with the id of the ${to} pointed to, expanded by ${expand(named)}, ${look}, with the external id`,
          answer.json,
          namesake['externalId'],
        )
        await mustBeUnchanged(element?.[keyOf(pointer.resource)] as Dto | undefined, plain, [])
      })
    }
  },
)

check(
  expansion['expand-object-reference'],
  'both-types-on-one-search',
  {
    needs: ['query-language'],
    brokenBy: [...ignored, 'expand-object-other-type', 'object-expansion-drops-what-points-elsewhere'],
    effects: true,
  },
  async (context) => {
    const [one, other] = ends(context)
    const [right, wrong] = [await pointing(context, one), await pointing(context, other)]
    for (const { pointer } of [right, wrong]) await plainly(context, 'on-a-search', pointer)
    const answer = await alsoNaming(context, [right.pointer.resource, one], other, (dtos) =>
      search(context.api, [right.pointer, wrong.pointer], { dtos, query: { expand: right.expand(one) } }),
    )
    must.success(answer)
    const [first, second] = [right, wrong].map(({ pointer }) => elementOf(answer, pointer))
    must.hold(
      `the ${one} pointed to, under the field with (TYPE)`,
      underType(context, first).some((value) => shows([value], right.object)),
      first,
    )
    must.present(`a ${right.pointer.resource} that points to a ${other}`, second, answer)
    must.lack(`${other} expanded by ${right.expand(one)}, with the external id`, second, wrong.object.externalId)
  },
)

check(
  expansion['expand-object-reference'],
  'both-types-expanded-on-one-search',
  {
    needs: ['query-language'],
    brokenBy: ['partners-under-the-call-of-the-row-before'],
    effects: true,
  },
  async (context) => {
    const [one, other] = ends(context)
    const all = [await pointing(context, one), await pointing(context, other), await pointing(context, one)]
    const mixed = [...all, await pointing(context, other)]
    const pointers = mixed.map(({ pointer }) => pointer)
    for (const pointer of pointers) await plainly(context, 'on-a-search', pointer)
    const answer = await search(context.api, pointers, {
      dtos: dtosPairs(context, pointers[0]?.resource ?? '', one, other),
      query: { expand: [one, other].map((resource) => mixed[0]?.expand(resource) ?? '') },
    })
    must.success(answer)
    const placesUnder = ({ pointer, object }: Pointing) =>
      objectsWith(elementOf(answer, pointer), object.externalId).map(({ path }) => path)
    const [ofOne, ofOther] = [one, other].map((resource) =>
      mixed.filter(({ object }) => object.resource === resource).flatMap(placesUnder),
    ) as [string[], string[]]
    for (const [resource, places] of [
      [one, ofOne],
      [other, ofOther],
    ] as const)
      must.some(`${resource} pointed to, in the answer`, places, answer)
    must.none(
      `place where a ${one} stands in one record and a ${other} in another`,
      ofOne.filter((path) => /\(\w+\)/.test(path) && ofOther.includes(path)),
    )
  },
)

observe(expansion['expand-form'], 'object-reference', { needs: ['object-reference'] }, async (context) => {
  const told: string[] = []
  for (const resource of ends(context)) {
    const { pointer, object, expand } = await pointing(context, resource)
    const answer = await looks['by-id'](context.api, pointer, {
      dtos: dtosPairs(context, pointer.resource, resource),
      query: { expand: expand(resource) },
    })
    const at = objectsWith(elementOf(answer, pointer), object.externalId).map(({ path }) => path)
    told.push(`${expand(resource)} stands at ${at.join(', ') || 'no place that was found'}`)
  }
  return told.join('; ')
})
