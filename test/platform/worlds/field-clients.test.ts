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
    return (method: string, path: string, body?: unknown, type = 'application/json') =>
      send(platform, `${path}${path.includes('?') ? '&' + context.slice(1) : context}`, {
        method,
        body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type, 'X-Account-Id': '1001' },
      })
  }
  return { platform, as, call: await as(identity) }
}

test('a technician is created without partner and phone, listed by page and size, and deleted with 200', async () => {
  const { call } = await fieldClient('crowd-owner')
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

const base = '/api/crowd/v2/technicians'
type Row = Readonly<Record<string, any>>
const rowsOf = ({ json }: { json: Record<string, unknown> }) => json['results'] as Row[]

test('technicians have a crowdType, and are found by name, external id and inactive', async () => {
  const { call } = await fieldClient('crowd-owner')
  const make = async (firstName: string, more: object) => {
    const sent = { email: `${firstName}@example.com`, firstName, lastName: 'Field', address: null, ...more }
    return rowsOf(await call('POST', base, sent))[0] as Row
  }
  const one = await make('Ada', { crowdType: 'PARTNER_ADMIN', inactive: false })
  const other = await make('Bob', { crowdType: 'PARTNER_TECHNICIAN', inactive: true })
  expect([one['crowdType'], one['address']]).toEqual(['PARTNER_ADMIN', null])
  const found = async (query: string) =>
    rowsOf(await call('GET', `${base}?page=0&size=1000&${query}`)).map(({ firstName, crowdType }) => [
      firstName,
      crowdType,
    ])
  expect(await found('name=ada')).toEqual([['Ada', 'PARTNER_ADMIN']])
  expect(await found(`externalId=${other['externalId']}`)).toEqual([['Bob', 'PARTNER_TECHNICIAN']])
  expect(await found('inactive=true&name=field')).toEqual([['Bob', 'PARTNER_TECHNICIAN']])
  expect((await found('inactive=false&name=field')).length).toBe(1)
})

test('skills come as a tag or as a form with a file, in a batch, and have certificates', async () => {
  const { call } = await fieldClient('crowd-owner')
  const person = { email: 'a@example.com', firstName: 'A', lastName: 'B' }
  const { externalId } = rowsOf(await call('POST', base, person))[0] as Row
  const skills = `${base}/${externalId}/skills`
  expect((await call('POST', skills, { tagExternalId: 'TAG-WELDING' })).status).toBe(201)
  const form = [
    '--b1\r\nContent-Disposition: form-data; name="file"; filename="proof.txt"\r\nContent-Type: text/plain\r\n\r\nthe proof\r\n',
    '--b1\r\nContent-Disposition: form-data; name="skill"\r\n\r\n{"tagExternalId":"TAG-LIFTS"}\r\n--b1--\r\n',
  ]
  const made = await call('POST', skills, form.join(''), 'multipart/form-data; boundary=b1')
  expect([made.status, rowsOf(made)[0]?.['certificate']['fileName']]).toEqual([201, 'proof.txt'])
  const uuid = String(rowsOf(made)[0]?.['uuid'])
  expect((await call('GET', `${skills}/${uuid}/certificates`)).text).toBe('the proof')
  const nothing = await call('POST', skills, form[0] + '--b1--\r\n', 'multipart/form-data; boundary=b1')
  expect([nothing.status, (await call('GET', skills)).json['results']]).toEqual([
    400,
    expect.objectContaining({ length: 2 }),
  ])
  const batch = await call('POST', `${skills}/actions/batch`, {
    requests: [
      { requestId: 'r1', operation: 'UPDATE', skill: { uuid, expiredAt: '2031-01-01' } },
      { requestId: 'r2', operation: 'DELETE', skill: { uuid: 'nobody' } },
    ],
  })
  expect(rowsOf(batch)).toMatchObject([
    { requestId: 'r1', status: 200, failure: false, entry: { uuid, certificate: { fileName: 'proof.txt' } } },
    { requestId: 'r2', status: 404, failure: true, error: 'NOT_FOUND' },
  ])
})

test('assignments are listed by several states, in rows of the field, and handed over', async () => {
  const { platform, as } = await fieldClient('partner')
  const partner = await as('partner')
  const planned = async (status: string) =>
    String(
      (
        await send(platform, '/fieldproof/activities', {
          method: 'POST',
          body: JSON.stringify({ plannedTo: 'acme/partner', status }),
        })
      ).json['activityId'],
    )
  const [notified, accepted] = [await planned('NOTIFIED'), await planned('ACCEPTED')]
  const listed = async (states: string) => {
    const answer = await partner('GET', `/v1/assignment-details?page=0&serviceAssignmentState=${states}`)
    expect(answer.json).toMatchObject({ totalPages: 1, totalElements: rowsOf(answer).length })
    return rowsOf(answer).map(({ activity, serviceAssignmentStatus }) => [activity.id, serviceAssignmentStatus])
  }
  expect(await listed('NOTIFIED,ACCEPTED')).toEqual([
    [notified, 'NOTIFIED'],
    [accepted, 'ACCEPTED'],
  ])
  expect(await listed('ACCEPTED')).toEqual([[accepted, 'ACCEPTED']])
  const [row] = rowsOf(await partner('GET', '/v1/assignment-details?page=0'))
  expect(Object.keys(row ?? {}).sort()).toEqual([
    'activity',
    'address',
    'equipments',
    'serviceAssignment',
    'serviceAssignmentStatus',
    'serviceCall',
  ])
  expect(row?.['serviceAssignment'].state).toBe('ASSIGNED')
  const over = await partner('POST', '/partner-dispatch/v1/handover', { activityId: accepted })
  expect([over.status, over.json['newActivityId']]).toEqual([200, expect.stringMatching(/^[0-9A-F]{32}$/)])
  expect(over.json['newActivityId']).not.toBe(accepted)
  const again = await partner('POST', '/partner-dispatch/v1/handover', { activityId: notified })
  expect([again.status, again.json]).toEqual([409, expect.objectContaining({ title: 'Conflict', type: 'about:blank' })])
  platform.clock.advance(31 * 60_000)
  expect(await listed('TIMEOUT')).toEqual([[notified, 'TIMEOUT']])
})

test('an assignment is MODIFIED by an update, and CLOSED by a reject', async () => {
  const { platform, as } = await fieldClient('partner')
  const partner = await as('partner')
  const stateAfter = async (status: string, act: (activityId: string, technicianId: unknown) => Promise<unknown>) => {
    const body = JSON.stringify({ plannedTo: 'acme/partner', status })
    const { activityId, technicianId } = (await send(platform, '/fieldproof/activities', { method: 'POST', body })).json
    await act(String(activityId), technicianId)
    const { assignment } = (await send(platform, `/fieldproof/activities/${String(activityId)}`, { method: 'GET' }))
      .json
    return (assignment as Row)['state']
  }
  const times = { startDateTime: '2031-03-04T08:00:00Z', endDateTime: '2031-03-04T10:00:00Z' }
  expect(
    await stateAfter('ACCEPTED', (id, responsible) =>
      partner('PUT', `/v1/assignment-details/${id}`, { ...times, responsible }),
    ),
  ).toBe('MODIFIED')
  expect(
    await stateAfter('NOTIFIED', (activityId, technicianid) =>
      partner('POST', '/partner-dispatch/v1/reject', { activityId, technicianid }),
    ),
  ).toBe('CLOSED')
})

test('calls as the documents have them are judged as ever: a missing name is refused', async () => {
  const platform = createPlatform({ world: 'field-clients' })
  const ask = await fieldOf(platform, 'crowd-owner')
  const technician = { businessPartner: 'x', email: 'a@example.com', firstName: 'A', lastName: 'B' }
  expect((await ask('POST', base, { ...technician, businessPartner: undefined })).status).toBe(400)
  const made = await ask('POST', base, technician)
  const [{ externalId }] = made.json['results'] as [{ externalId: string }]
  expect((await ask('DELETE', `${base}/external-id/${externalId}`)).status).toBe(204)
})
