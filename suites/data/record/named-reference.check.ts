import { check, must, rely, sameId, show, Unexercised, type Context } from '../../../src/kit/index.ts'
import { stored, mustBeAsBefore, read, succeeded, whole, type Stored } from '../steps.ts'
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
