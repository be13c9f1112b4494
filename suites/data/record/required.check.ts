import { check, must, rely } from '../../../src/kit/index.ts'
import { batch } from '../../batch/requirements.ts'
import { mustHaveParts } from '../../batch/steps.ts'
import { call, mustBeAbsent, stored, whole } from '../steps.ts'
import { data } from './requirements.ts'

check(
  data['required-field'],
  'null-by-external-id-and-in-a-batch',
  {
    needs: ['batch'],
    brokenBy: [
      'required-null-passes',
      'required-not-on-extid-create',
      'required-500-in-batch',
      'refused-create-leaves-an-empty-record',
    ],
    effects: true,
  },
  async (context) => {
    const { api, fresh, target } = context
    const { resource, field } = target.fixtures.requiredField ?? { resource: '', field: '' }
    await stored(context, {}, resource)
    const named = { ...whole(context, { id: fresh.id() }, resource), [field]: null }
    must.refused4xx(await api.data.create(resource, named))
    await mustBeAbsent(api, named, resource)
    const externalId = fresh.externalId()
    const { [field]: _, ...patch } = whole(context, { externalId }, resource)
    must.refused4xx(await api.data.patch(resource, { externalId }, patch))
    await mustBeAbsent(api, { externalId }, resource)
    const { [field]: __, ...part } = whole(context, { id: fresh.id() }, resource)
    const batched = await api.batch.send([api.batch.part.create(resource, part)])
    await rely(batch.message, async () => mustHaveParts(batched, 1))
    for (const answer of batched.parts)
      must.inRange('status of the part that lacks it', answer.status, { atLeast: 400, atMost: 499 })
    await mustBeAbsent(api, part, resource)
  },
)

/** What becomes of JSON that is no record is not stated, but for a crash, which nothing allows. */
check(
  data['malformed-refused'],
  'json-that-is-no-object',
  { brokenBy: ['bad-json-type-500', 'empty-body-crashes'], effects: true },
  async (context) => {
    await stored(context)
    for (const body of ['[]', '"fieldproof"', '']) must.noServerError(await context.api.data.create(call, body))
  },
)
