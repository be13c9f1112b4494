import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { send, tokenOf } from '../access/wire.ts'
import { fieldOf } from '../dispatch/wire.ts'

const context = '?account=acme&company=Acme%20North&user=anybody'

/** A client as one was seen in the field: no names in its headers, short paths. */
async function fieldClient(identity: string) {
  const platform = createPlatform({ world: 'field-clients', now: Date.UTC(2026, 10, 21, 9) })
  const as = async (name: string) => {
    const token = await tokenOf(platform, name)
    return (method: string, path: string, body?: unknown) =>
      send(platform, `${path}${path.includes('?') ? '&' + context.slice(1) : context}`, {
        method,
        body: body === undefined ? '' : JSON.stringify(body),
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'X-Account-Id': '1001' },
      })
  }
  return { platform, as, call: await as(identity) }
}

test('a technician is created without partner and phone, listed by page and size, and deleted with 200', async () => {
  const { call } = await fieldClient('crowd-owner')
  const base = '/api/crowd/v2/technicians'
  const made = await call('POST', base, { email: 'a@example.com', firstName: 'A', lastName: 'B' })
  expect(made.status).toBe(201)
  const [{ externalId }] = made.json['results'] as [{ externalId: string }]
  const listed = await call('GET', `${base}?page=0&size=1`)
  expect([listed.status, listed.json['size']]).toEqual([200, 1])
  expect((await call('DELETE', `${base}/external-id/${externalId}`)).status).toBe(200)
  expect((await call('GET', `${base}/external-id/${externalId}`)).status).toBe(404)
})

test('an assignment is found, accepted and released at the short paths, each with 200 and results', async () => {
  const { platform, as } = await fieldClient('partner')
  const [owner, partner] = [await as('crowd-owner'), await as('partner')]
  const planned = await send(platform, '/fieldproof/activities', {
    method: 'POST',
    body: JSON.stringify({ plannedTo: 'acme/partner' }),
  })
  const { activityId, technicianId: technicianid } = planned.json
  for (const action of ['confirm', 'notify'])
    expect((await owner('POST', `/partner-dispatch/v1/${action}`, { activityId, technicianid })).status).toBeLessThan(
      300,
    )
  const list = await partner('GET', '/v1/assignment-details?page=0')
  expect(list.text).toContain(String(activityId))
  for (const action of ['accept', 'release']) {
    const answer = await partner('POST', `/partner-dispatch/v1/${action}`, {
      activityId,
      technicianid,
      technicianId: technicianid,
    })
    expect([action, answer.status]).toEqual([action, 200])
    expect(answer.json['results']).toBeInstanceOf(Array)
  }
})

test('calls as the documents have them are judged as ever: a missing name is refused', async () => {
  const platform = createPlatform({ world: 'field-clients' })
  const ask = await fieldOf(platform, 'crowd-owner')
  const base = '/api/crowd/v2/technicians'
  const technician = { businessPartner: 'x', email: 'a@example.com', firstName: 'A', lastName: 'B' }
  expect((await ask('POST', base, { ...technician, businessPartner: undefined })).status).toBe(400)
  const made = await ask('POST', base, technician)
  const [{ externalId }] = made.json['results'] as [{ externalId: string }]
  expect((await ask('DELETE', `${base}/external-id/${externalId}`)).status).toBe(204)
})
