import { check, must, settle, Unexercised, type Context } from '../../../src/kit/index.ts'
import { removed } from '../deleted/steps.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { call, current, mustBeAsBefore, mustShow, read, refOf, succeeded, whole, type AddressedBy } from '../steps.ts'
import { data } from './requirements.ts'
import { write } from './stale.ts'

check(
  data['stale-lock-refused'],
  'with-the-value-of-a-former-life',
  { brokenBy: ['lock-passes-the-version-of-a-former-life'], effects: true },
  async (context) => {
    const first = await removed(context)
    await context.wait(20)
    const body = whole(context, { id: first.id })
    const made = await context.api.data.create(call, body)
    // Whether the id of a deleted record can be used again is not stated.
    if (!succeeded(made)) return must.refused4xx(made)
    const second = await current(context.api, { id: first.id, externalId: String(body['externalId']) })
    const answer = await write(context, 'patch', second, 'by-id', first.lastChanged)
    settle(lockRefusalMismatch(answer, second.lastChanged))
    await mustBeAsBefore(context.api, second)
  },
)

/**
 * A POST takes the id or external id of a deleted record: then it is one of no record, and an update creates one under it. Whether either can
 * be used again at all is not stated.
 */
async function mustBeTakenByPost(context: Context, route: AddressedBy): Promise<void> {
  const former = await removed(context)
  const named = route === 'by-id' ? { id: former.id } : { externalId: former.externalId }
  const body = whole(context, { id: context.fresh.id(), ...named })
  const answer = await context.api.data.create(call, body)
  if (!succeeded(answer)) must.refused4xx(answer)
  const dto = await read(context.api, refOf(former, route))
  if (dto?.['subject'] !== body['subject'])
    throw new Unexercised(`what a deleted record was called ${route} by is not used again`)
}

for (const method of ['put', 'patch'] as const)
  for (const route of ['by-id', 'by-external-id'] as const)
    check(
      route === 'by-external-id'
        ? data['update-by-external-id']
        : data[method === 'put' ? 'replace-creates' : 'partial-update-creates'],
      `${method}-where-post-makes-it-anew-${route}`,
      { brokenBy: ['updates-find-no-deleted-id'], effects: true },
      async (context) => {
        await mustBeTakenByPost(context, route)
        const former = await removed(context)
        const body = whole(context, route === 'by-id' ? {} : { externalId: former.externalId })
        must.status(await context.api.data[method](call, refOf(former, route), body), 201)
        mustShow('the record made anew', await read(context.api, refOf(former, route)), body, ['subject', 'externalId'])
      },
    )
