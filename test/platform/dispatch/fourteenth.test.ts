import { expect, test } from 'vitest'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { send } from '../access/wire.ts'
import { fieldOf } from './wire.ts'

const now = Date.UTC(2026, 10, 21, 9)
const base = '/cloud-partner-dispatch-service'
const list = `${base}/api/v1/assignment-details`

async function planned(platform: Platform, status: string): Promise<string> {
  const body = JSON.stringify({ plannedTo: 'acme/partner', status })
  const told = await send(platform, '/fieldproof/activities', { method: 'POST', body })
  return String(told.json['activityId'])
}

async function served(variant: string) {
  const platform = createPlatform({ now, variants: [variant] })
  const ask = await fieldOf(platform, 'partner')
  const update = async (id: string, startDateTime: string, endDateTime: string) =>
    (await ask('PUT', `${list}/${id}`, { startDateTime, endDateTime, responsible: 'T' })).status
  const listed = async (query = '') => (await ask('GET', `${list}${query}`)).text
  return { platform, ask, update, listed }
}

test('what has ended is not listed', async () => {
  const { platform, update, listed } = await served('dispatch-list-of-what-is-ahead')
  const id = await planned(platform, 'ACCEPTED')
  expect(await listed()).toContain(id)
  expect(await update(id, '2026-11-21T07:00:00Z', '2026-11-21T08:00:00Z')).toBe(200)
  expect(await listed()).not.toContain(id)
  await update(id, '2026-11-21T07:00:00Z', '2026-11-21T18:00:00Z')
  expect(await listed()).toContain(id)
})

test('without a status what is notified is listed', async () => {
  const { platform, listed } = await served('dispatch-list-notified-unless-told')
  const [notified, accepted] = [await planned(platform, 'NOTIFIED'), await planned(platform, 'ACCEPTED')]
  const told = await listed()
  expect([told.includes(notified), told.includes(accepted)]).toEqual([true, false])
  expect(await listed('?partnerDispatchingStatus=ACCEPTED')).toContain(accepted)
})

test('an update is not into the past', async () => {
  const { platform, update } = await served('dispatch-updates-not-into-the-past')
  const id = await planned(platform, 'ACCEPTED')
  expect([
    await update(id, '2026-11-21T08:00:00Z', '2026-11-21T10:00:00Z'),
    await update(id, '2026-11-21T10:00:00Z', '2026-11-21T23:00:00Z'),
    await update(id, '2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z'),
  ]).toEqual([400, 400, 200])
})

test('others work at the desk', async () => {
  const { platform, listed } = await served('dispatch-desk-works-on-beside')
  const before = await listed()
  for (let turn = 0; turn < 6; turn += 1) {
    platform.clock.advance(2000)
    await listed()
  }
  const after = await listed()
  expect(after).not.toBe(before)
  expect(after).toContain('RELEASED')
})
