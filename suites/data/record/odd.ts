import { must, rely, type Context } from '../../../src/kit/index.ts'
import { call, current, stored, whole, type Stored } from '../steps.ts'
import { data } from './requirements.ts'

/**
 * A record whose external id contains these characters, between letters so that nothing gets trimmed; undefined where the target refuses them:
 * which characters an external id may have is not said.
 */
export const odd = (context: Context, text: string): Promise<Stored | undefined> =>
  rely(data['create-with-external-id'], async () => {
    const body = whole(context, { id: context.fresh.id(), externalId: context.fresh.externalId(`${text}z`) })
    const made = await context.api.data.create(call, body)
    if (made.status >= 400 && made.status < 500 && !isPlain(context, text)) {
      await stored(context)
      return undefined
    }
    must.success(made)
    const record = await current(context.api, { id: String(body['id']), externalId: String(body['externalId']) })
    must.equal('the external id', record.dto['externalId'], record.externalId)
    return record
  })

const isPlain = ({ target }: Context, text: string): boolean =>
  ('external-id-characters' in target.lacks ? /^[a-z0-9]*$/i : /^[a-z0-9-]*$/i).test(text)
