import { check, must, sameId, Unexercised, type Context } from '../../../src/kit/index.ts'
import { mustBeGone, pairOf } from './related.ts'
import { data } from './requirements.ts'
import { read, stored, succeeded, whole } from '../steps.ts'

interface Referrer {
  readonly resource: string
  readonly id: string
}

/** A record of that resource with the field, if it then shows what was sent: which resources have the field is not shown. */
async function withTheField(
  context: Context,
  resource: string,
  field: string,
  held: string,
): Promise<Referrer | undefined> {
  const body = whole(context, { id: context.fresh.id(), [field]: held }, resource)
  const id = String(body['id'])
  if (!succeeded(await context.api.data.create(resource, body))) return undefined
  return sameId((await read(context.api, id, resource))?.[field], held) ? { resource, id } : undefined
}

check(
  data['delete-keeps-referrers'],
  'of-each-resource-with-the-field',
  { needs: ['reference'], brokenBy: ['equipment-deleted-with-its-partner'], effects: true },
  async (context) => {
    const { resource: known, field, to } = pairOf(context, 'reference')
    const { templates, dtos } = context.target
    const others = Object.keys(templates).filter(
      (name) => name in dtos && ![known, to, 'Attachment'].includes(name) && !(field in (templates[name] ?? {})),
    )
    const parent = await stored(context, {}, to)
    const referrers: Referrer[] = []
    for (const name of others) {
      const one = await withTheField(context, name, field, parent.id)
      if (one) referrers.push(one)
    }
    if (referrers.length === 0)
      throw new Unexercised(`of the resources with a template, ${known} alone takes and shows a ${field}`)
    await mustBeGone(context, parent, await context.api.data.remove(to, parent.id, undefined, { force: true }))
    for (const { resource, id } of referrers)
      must.sameId(
        `the id of the ${resource} that refers to the deleted ${to}`,
        (await read(context.api, id, resource))?.['id'],
        id,
      )
  },
)
