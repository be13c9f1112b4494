import { check, must, placesOf, sameId, settle, type Context } from '../../../src/kit/index.ts'
import { deleted } from '../deleted/requirements.ts'
import { around, deletions, mustBeListed } from '../deleted/steps.ts'
import { lockRefusalMismatch } from '../model/lock.ts'
import { call, current, mustBeAsBefore, stored, succeeded, whole, type Stored } from '../steps.ts'
import { data } from './requirements.ts'
import { write } from './stale.ts'

/** A record that was deleted, and the one that was made under its id then; undefined where that is refused, for whether it can be is not stated. */
async function twoLives(context: Context, more: Readonly<Record<string, unknown>> = {}) {
  const first = await stored(context)
  await context.wait(20)
  await deletions.forced(context, first)
  await context.wait(20)
  const body = whole(context, { id: first.id, ...more })
  const answer = await context.api.data.create(call, body)
  if (!succeeded(answer)) {
    must.refused4xx(answer)
    return undefined
  }
  const second: Stored = await current(context.api, { id: first.id, externalId: String(body['externalId']) })
  return { first, second }
}

check(
  data['stale-lock-refused'],
  'with-the-value-of-a-former-life',
  { brokenBy: ['lock-passes-the-version-of-a-former-life'], effects: true },
  async (context) => {
    const lives = await twoLives(context)
    if (!lives) return
    const { first, second } = lives
    const answer = await write(context, 'patch', second, 'by-id', first.lastChanged)
    settle(lockRefusalMismatch(answer, second.lastChanged))
    await mustBeAsBefore(context.api, second)
  },
)

check(
  deleted['deleted-external-id'],
  'of-a-former-life',
  { brokenBy: ['deleted-again-with-the-external-id-of-the-first-life'], effects: true },
  async (context) => {
    const lives = await twoLives(context, { externalId: null })
    if (!lives) return
    const { first, second } = lives
    await deletions.forced(context, second)
    const { answer } = await mustBeListed(context, second, around(second))
    const entries = [...placesOf(answer.json)]
      .map(({ value }) => value as Readonly<Record<string, unknown>> | null)
      .filter((one) => sameId(one?.['id'], first.id))
    // Where each deletion has an entry, the first one rightly has that external id.
    must.some(
      'entry of a record that had no external id, without the one of its former life',
      entries.filter((one) => one?.['externalId'] !== first.externalId),
    )
  },
)
