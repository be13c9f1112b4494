import { check, holdsId, must, rely, sameId, show, Unexercised, type Context } from '../../../src/kit/index.ts'
import { stored, mustBeAsBefore, read, succeeded, whole, type Stored } from '../steps.ts'
import { pointing } from '../pointing.ts'
import { unrelated } from './related.ts'
import { data } from './requirements.ts'

const force = { force: true } as const

/** How a reference by external id is written is not shown: either way may be right. */
const forms = [(externalId: string): unknown => externalId, (externalId: string): unknown => ({ externalId })] as const

check(
  data['external-reference'],
  'put-by-external-id',
  { needs: ['reference'], brokenBy: ['external-references-refused-by-put'], sampled: true, effects: true },
  async (context) => {
    const { pair, referrer } = await unrelated(context)
    const { externalId } = referrer
    const other = await stored(context, {}, pair.to)
    const put = (to: unknown) =>
      context.api.data.put(
        pair.resource,
        { externalId },
        whole(context, { externalId, [pair.field]: to }, pair.resource),
        force,
      )
    const seen: string[] = []
    for (const form of forms) {
      const answer = await put(form(other.externalId))
      const held = (await read(context.api, referrer.id, pair.resource))?.[pair.field]
      seen.push(`${show(form('...'))}: status ${answer.status}, then ${pair.field} is ${show(held)}`)
      if (succeeded(answer) && sameId(held, other.id)) return must.hold(`a reference to ${other.id}`, true, held)
    }
    await rely(data['update-by-external-id'], async () => must.success(await put(other.id)))
    must.hold(`a reference to ${other.id} after a PUT by external id with its external id`, false, seen.join('; '))
  },
)

const noForm = 'a PATCH by external id takes no reference by external id, which another check tells'

/** The form that a PATCH by external id takes; undefined where it takes none, which is the finding of another check. */
async function formTaken(context: Context, to: Stored): Promise<(typeof forms)[number] | undefined> {
  const { pair, referrer } = await unrelated(context)
  for (const form of forms) {
    const sent = { [pair.field]: form(to.externalId) }
    await context.api.data.patch(pair.resource, { externalId: referrer.externalId }, sent, force)
    if (sameId((await read(context.api, referrer.id, pair.resource))?.[pair.field], to.id)) return form
  }
  return undefined
}

for (const method of ['put', 'patch'] as const)
  check(
    data['missing-reference-refused'],
    `${method}-by-an-unknown-external-id`,
    { needs: ['reference'], brokenBy: ['reference-by-an-unknown-external-id-is-none'], sampled: true, effects: true },
    async (context) => {
      const { pair, referrer } = await unrelated(context)
      const { externalId } = referrer
      const form = await formTaken(context, await stored(context, {}, pair.to))
      if (!form) throw new Unexercised(noForm)
      const sent = { [pair.field]: form(context.fresh.externalId()) }
      const body = method === 'put' ? whole(context, { externalId, ...sent }, pair.resource) : sent
      must.refused4xx(await context.api.data[method](pair.resource, { externalId }, body, force))
      await mustBeAsBefore(context.api, referrer, [pair.field])
    },
  )

check(
  data['external-reference'],
  'patch-that-creates',
  { needs: ['reference'], brokenBy: ['external-reference-lost-by-what-creates'], sampled: true, effects: true },
  async (context) => {
    const { pair } = await unrelated(context)
    const other = await stored(context, {}, pair.to)
    const form = await formTaken(context, other)
    if (!form) throw new Unexercised(noForm)
    const externalId = context.fresh.externalId()
    const body = whole(context, { externalId, [pair.field]: form(other.externalId) }, pair.resource)
    const answer = await context.api.data.patch(pair.resource, { externalId }, body)
    // Whether what creates is an update, in whose body external ids are promised, may be read in two ways; a reference that is taken leads there.
    if (!succeeded(answer)) return must.refused4xx(answer)
    const made = await read(context.api, { externalId }, pair.resource)
    must.sameId(`the id in ${pair.field}, which was given by external id`, made?.[pair.field], other.id)
  },
)

/** The form in which a POST takes the external id of what an object reference leads to; undefined where it takes none. */
async function formOfObjects(
  context: Context,
  { resource, written, ends: [to] }: ReturnType<typeof pointing>,
): Promise<(typeof forms)[number] | undefined> {
  const end = await stored(context, {}, to)
  for (const form of forms) {
    const body = whole(context, { id: context.fresh.id(), ...written(to, form(end.externalId)) }, resource)
    const answer = await context.api.data.create(resource, body)
    if (succeeded(answer) && holdsId(await read(context.api, String(body['id']), resource), end.id)) return form
  }
  return undefined
}

for (const method of ['put', 'patch'] as const)
  check(
    data['external-reference'],
    `${method}-of-an-object-reference-where-post-takes-one`,
    { needs: ['object-reference'], brokenBy: [`external-ids-of-objects-refused-by-${method}`], effects: true },
    async (context) => {
      const pointer = pointing(context)
      const { resource, written, ends } = pointer
      const form = await formOfObjects(context, pointer)
      // An object reference is an inlined object, too: that it is among the references of which the sentence tells, a target shows that takes one elsewhere.
      if (!form) throw new Unexercised('a POST takes no external id in an object reference')
      const [one, other] = [await stored(context, {}, ends[0]), await stored(context, {}, ends[0])]
      const { id, externalId } = await stored(context, written(ends[0], one.id), resource)
      const write = (to: unknown) => {
        const sent = written(ends[0], to)
        const body = method === 'put' ? whole(context, { externalId, ...sent }, resource) : sent
        return context.api.data[method](resource, { externalId }, body, force)
      }
      const answer = await write(form(other.externalId))
      // Whether what a record points to may be changed at all is not stated.
      if (!succeeded(answer) && !succeeded(await write(other.id)))
        throw new Unexercised(`a ${resource} is not made to point elsewhere`)
      must.success(answer)
      const now = await read(context.api, id, resource)
      must.hold(`a reference to ${other.id}, which was given by external id`, holdsId(now, other.id), show(now))
    },
  )
