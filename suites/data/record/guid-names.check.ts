import { check, must, sameId } from '../../../src/kit/index.ts'
import { read, stored } from '../steps.ts'
import { related } from './related.ts'
import { data } from './requirements.ts'

check(
  data['external-reference'],
  'of-the-form-of-a-guid',
  {
    needs: ['reference', 'external-id-characters'],
    brokenBy: ['guid-shaped-external-id-taken-for-an-id'],
    effects: true,
  },
  async (context) => {
    const { pair, referrer } = await related(context)
    const refers = async (externalId: string, id: string) => {
      // A bare GUID could as well be an id: this form tells the two apart.
      const body = { [pair.field]: { externalId } }
      await context.api.data.patch(pair.resource, { externalId: referrer.externalId }, body, { force: true })
      return sameId((await read(context.api, referrer.id, pair.resource))?.[pair.field], id)
    }
    const plain = await stored(context, {}, pair.to)
    if (!(await refers(plain.externalId, plain.id))) return
    const named = await stored(context, { externalId: context.fresh.id() }, pair.to)
    must.hold(
      `${pair.field} given by an external id of the form of a GUID`,
      await refers(named.externalId, named.id),
      named.externalId,
    )
  },
)
