import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { contextQuery, send } from '../access/wire.ts'
import { batches, call, message, piece, statuses, told, type Piece } from './wire.ts'

const missing = '0'.repeat(32)
const failing: Piece = {
  method: 'POST',
  path: call('ServiceCall'),
  body: { subject: 'fails', businessPartner: missing },
}
const create = (externalId: string): Piece => ({
  method: 'POST',
  path: call('ServiceCall'),
  body: { subject: externalId, externalId },
})
const found = (externalId: string): string => call('ServiceCall', `/externalId/${externalId}`)
const versionIn = (json: Record<string, unknown>): number =>
  (json['data'] as Array<{ serviceCall: { lastChanged: number } }>)[0]?.serviceCall.lastChanged ?? 0

test.each([0, 1, 2])('a failing part at position %i takes back all that was created', async (position) => {
  const { ask, get } = await batches()
  const parts = await ask([create('t-1'), create('t-2')].toSpliced(position, 0, failing))
  expect(parts[position]?.status).toBe(400)
  expect(parts.slice(position + 1).every(({ status }) => status === 424)).toBe(true)
  expect([(await get(found('t-1'))).status, (await get(found('t-2'))).status]).toEqual([404, 404])
})

test('updates and deletions are taken back, lastChanged and external id included, and no deletion is listed', async () => {
  const { ask, get, platform } = await batches()
  await ask([create('u-1'), create('u-2')])
  const before = [(await get(found('u-1'))).text, (await get(found('u-2'))).text]
  platform.clock.advance(50)
  const parts = await ask([
    { method: 'PATCH', path: `${found('u-1')}&forceUpdate=true`, body: { subject: 'changed', externalId: 'u-other' } },
    {
      method: 'PATCH',
      path: `${call('ServiceCall', '/externalId/u-other')}&forceUpdate=true`,
      body: { subject: 'changed twice' },
    },
    { method: 'DELETE', path: `${found('u-2')}&forceDelete=true` },
    failing,
  ])
  expect(statuses(parts)).toEqual([201, 201, 200, 400])
  expect([(await get(found('u-1'))).text, (await get(found('u-2'))).text]).toEqual(before)
  expect((await get(found('u-other'))).status).toBe(404)
})

test('a stale lock fails with its own error and takes back the rest', async () => {
  const { ask, get } = await batches()
  await ask([create('l-1')])
  const parts = await ask([
    create('l-2'),
    { method: 'PATCH', path: found('l-1'), body: { subject: 'x', lastChanged: 1 } },
  ])
  expect(parts[1]?.json).toMatchObject({ error: 'CA-27' })
  expect((await get(found('l-2'))).status).toBe(404)
})

test('without a transaction every part is done by itself', async () => {
  const { ask, get } = await batches()
  const parts = await ask([create('n-1'), failing, create('n-2')], { query: '&transactional=false' })
  expect(statuses(parts)).toEqual([201, 400, 201])
  expect([(await get(found('n-1'))).status, (await get(found('n-2'))).status]).toEqual([200, 200])
})

test('parts see what the parts before them did', async () => {
  const { ask } = await batches()
  const partner = 'AB'.padStart(32, 'C')
  const parts = await ask([
    { method: 'POST', path: call('BusinessPartner'), body: { id: partner, name: 'first' } },
    {
      method: 'POST',
      path: call('ServiceCall'),
      body: { subject: 'second', businessPartner: partner, externalId: 's-1' },
    },
    { method: 'GET', path: found('s-1') },
  ])
  expect(statuses(parts)).toEqual([201, 201, 200])
})

test('all records of a transaction carry its start', async () => {
  const { ask } = await batches()
  const parts = await ask([create('c-1'), create('c-2'), create('c-3')])
  expect(new Set(parts.map(({ json }) => versionIn(json))).size).toBe(1)
})

test('nobody sees the middle of a transaction', async () => {
  const platform = createPlatform()
  const { post, get, token } = await batches(platform)
  await post(message([piece(create('r-1'))]))
  const change = piece({ method: 'PATCH', path: `${found('r-1')}&forceUpdate=true`, body: { subject: 'in between' } })
  const batch = post(message([change, piece(failing)]))
  const seen = await Promise.all(
    Array.from({ length: 20 }, () =>
      send(platform, `${found('r-1')}&${contextQuery}`, { headers: { Authorization: `Bearer ${token}` } }),
    ),
  )
  expect(statuses(told(await batch))).toEqual([201, 400])
  expect(seen.filter(({ text }) => text.includes('in between'))).toEqual([])
  expect((await get(found('r-1'))).text).not.toContain('in between')
})
