import {
  Blocked,
  check,
  holds,
  must,
  objectsWith,
  observe,
  placesOf,
  rely,
  sameId,
  Unexercised,
  type Context,
} from '../../../src/kit/index.ts'
import {
  asking,
  elementOf,
  looks,
  mustBeExpanded,
  plainly,
  waysOf,
  withInverse,
  withReference,
  type Family,
  type Way,
} from './steps.ts'
import { expansion } from './requirements.ts'
import { read, type Stored } from '../steps.ts'

/** A relation to the resource that the identity may not read, from one that it may. */
async function unreadableFamily(context: Context): Promise<Family> {
  const { unreadable, reference, inverse } = context.target.fixtures
  if (reference?.to === unreadable?.resource && reference?.resource === 'ServiceCall') return withReference(context)
  if (inverse?.to === unreadable?.resource && inverse?.resource === 'ServiceCall') return withInverse(context, 1)
  throw new Unexercised(
    'neither fixtures.reference nor fixtures.inverse leads from ServiceCall to the resource of fixtures.unreadable',
  )
}

/** The default identity gets the related records: otherwise it would mean nothing that another identity gets none. */
async function expandable(context: Context, look: Way, family: Family): Promise<void> {
  const plain = await plainly(context, look, family.parent)
  const answer = await looks[look](context.api, family.parent, asking(context, family, family.field))
  await rely(expansion['expand-related'], async () => mustBeExpanded(answer, plain, family))
}

check(
  expansion['expand-unreadable'],
  'every-way',
  {
    brokenBy: [
      'noread-shaped',
      'noread-shaped-in-lists',
      'noread-search',
      'noread-cached',
      'expand-on-list-skips-read-check',
      'expand-by-external-id-skips-read-check',
      'expand-without-permission',
      'parts-expand-without-permission',
    ],
    effects: true,
  },
  async (context) => {
    const family = await unreadableFamily(context)
    const { parent, field, related } = family
    const [hidden] = related as readonly [Stored]
    const api = context.as(context.target.fixtures.unreadable?.identity ?? '')
    const mayRead = async ({ id, resource }: Stored) => sameId((await read(api, id, resource))?.['id'], id)
    if (await mayRead(hidden)) throw new Blocked(`the identity of fixtures.unreadable may read ${hidden.resource}`)
    if (!(await mayRead(parent)))
      throw new Blocked(`the identity of fixtures.unreadable may not read ${parent.resource}`)
    const own = Object.values(hidden.dto).filter(
      (value) => typeof value === 'string' && value.includes(context.fresh.tag),
    )
    for (const look of waysOf(context)) {
      await expandable(context, look, family)
      const plain = await looks[look](api, parent, {})
      for (const expand of [field, `${field};fields=externalId`]) {
        const answer = await looks[look](api, parent, asking(context, family, expand))
        const told = own.filter((value) => holds(answer.json, value) && !holds(plain.json, value))
        must.none(`value of a ${hidden.resource} that the caller may not read, ${look}`, told)
      }
    }
    if ('batch' in context.target.lacks) return
    const plain = await looks['by-id'](api, parent, {})
    const { part } = api.batch
    const options = asking(context, family, field)
    const answer = await api.batch.send([
      part.get(parent.resource, parent.id, options),
      part.get(parent.resource, { externalId: parent.externalId }, options),
    ])
    const told = own.filter((value) => answer.parts.some(({ json }) => holds(json, value)) && !holds(plain.json, value))
    must.none(`value of a ${hidden.resource} that the caller may not read, in a part of a batch`, told)
  },
)

check(
  expansion['expand-without-dtos'],
  'every-way',
  { brokenBy: ['expand-no-pair-500', 'expand-without-dto-crashes'], effects: true },
  async (context) => {
    const family = await withReference(context)
    const { parent, field, related } = family
    const [partner] = related as readonly [Stored]
    for (const look of waysOf(context)) {
      await expandable(context, look, family)
      const answer = await looks[look](context.api, parent, { query: { expand: field } })
      const refused = answer.status >= 400 && answer.status < 500
      const unexpanded = answer.status < 300 && !holds(answer.json, partner.externalId)
      const actual = `status ${answer.status} with ${answer.text || 'an empty body'}`
      must.hold(
        `a refusal with a 4xx status, or no ${partner.resource} expanded, ${look}`,
        refused || unexpanded,
        actual,
      )
    }
  },
)

observe(expansion['expand-form'], 'one-many-and-counted', { needs: ['reference', 'inverse'] }, async (context) => {
  const told: string[] = []
  for (const family of [await withReference(context), await withInverse(context)]) {
    const {
      parent,
      field,
      related: [first],
    } = family
    const ask = async (expand: string) =>
      elementOf(await looks['by-id'](context.api, parent, asking(context, family, expand)), parent)
    const at = objectsWith(await ask(field), first?.externalId).map(({ path }) => path)
    told.push(`${field} stands at ${at.join(', ') || 'no place that was found'}`)
    if (family.related.length < 2) continue
    const element = await ask(`count(${field})`)
    const places = [...placesOf(element)]
      .filter(({ value }) => typeof value !== 'object' && Number(value) === family.related.length)
      .map(({ path }) => path)
    told.push(`count(${field}) stands at ${places.join(', ') || 'no place that was found'}`)
  }
  return told.join('; ')
})
