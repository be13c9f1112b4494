import { check, must, settle } from '../../../src/kit/index.ts'
import { removed } from '../deleted/steps.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { call, current, mustBeAsBefore, succeeded, whole } from '../steps.ts'
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
