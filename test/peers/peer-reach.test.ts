import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Peer } from './peer.ts'
import { startPeer } from './peer.ts'

let peer: Peer
let context: Record<string, string>
let headers: Record<string, string>
beforeAll(async () => {
  peer = await startPeer()
  const { client, username, password } = (
    peer.target['identities'] as Record<
      string,
      { client: { id: string; secret: string }; username: string; password: string }
    >
  )['admin']!
  const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'password', username, password })
  const token = (await (
    await fetch(`${peer.origin}/api/oauth2/v1/token`, { method: 'POST', headers: { authorization: basic }, body })
  ).json()) as { access_token: string }
  headers = { authorization: `Bearer ${token.access_token}`, 'x-client-id': 'test', 'x-client-version': '1' }
  context = {
    account: 'globex',
    company: String(peer.target['company']),
    user: 'alice',
    dtos: 'ServiceCall.31;BusinessPartner.22;Attachment.17;Activity.40',
  }
})
afterAll(() => peer.close())

const path = (rest: string, query: Record<string, string> = {}) =>
  `/${rest}?${Object.entries({ ...context, ...query })
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')}`
const go = async (method: string, rest: string, query: Record<string, string> = {}, body?: unknown) => {
  const answer = await fetch(peer.origin + path(rest, query), {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined,
  }
}
const data = (method: string, rest: string, query?: Record<string, string>, body?: unknown) =>
  go(method, `api/data/v4/${rest}`, query, body)
const names = async (query: string, more: Record<string, string> = {}) =>
  (await data('GET', 'BusinessPartner', { query, ...more })).json.data.map(
    (one: { businessPartner: { name: string } }) => one.businessPartner.name,
  )

it('answers queries, pages and orders', async () => {
  for (const [name, code, creditLimit] of [
    ['Ann', '5% off', 1],
    ['bob', null, 2],
    ['Cy', 'x_y', null],
  ] as const)
    await data('POST', 'BusinessPartner', {}, { name, code, creditLimit })
  expect(await names('code like "5%% %"')).toEqual(['Ann'])
  expect(await names('name ilike "B%" OR name = "CY"')).toEqual(['bob', 'Cy'])
  expect(await names('code != "x_y"')).toEqual(['Ann', 'bob'])
  expect(await names('!(creditLimit >= 2)', { orderBy: 'name desc' })).toEqual(['Cy', 'Ann'])
  expect(await names('name in ("Ann", "bob", "Cy")', { page: '1', pageSize: '2' })).toEqual(['Cy'])
  expect(await names('lastChangedBy = me() AND (code is null)')).toEqual(['bob'])
  for (const query of ['', 'nope = 1', 'name > "A"', 'udfValues = "x"', 'name = "A', 'CONTAINS(name, "A")'])
    expect((await data('GET', 'BusinessPartner', { query })).status).toBe(400)
})

it('expands, counts and selects', async () => {
  const partner = (await data('POST', 'BusinessPartner', {}, { name: 'Linked' })).json.data[0].businessPartner.id
  const call = (await data('POST', 'ServiceCall', {}, { subject: 'With', businessPartner: partner })).json.data[0]
    .serviceCall.id
  await data(
    'POST',
    'Activity',
    {},
    { type: 'A', serviceCall: call, object: { objectId: call, objectType: 'ServiceCall' } },
  )
  const found = await data('GET', 'ServiceCall', {
    query: 'businessPartner.name = "Linked"',
    expand: 'businessPartner;fields=name',
  })
  expect(found.json.data[0].serviceCall).toMatchObject({
    businessPartner: partner,
    expanded: { businessPartner: { name: 'Linked' } },
  })
  expect(
    (await data('GET', `ServiceCall/${call}`, { expand: 'count(activities)' })).json.data[0].serviceCall.expanded,
  ).toEqual({ 'count(activities)': 1 })
  const held = await data('GET', 'Activity', {
    query: `object.objectId(ServiceCall) = "${call}"`,
    expand: 'object.objectId(ServiceCall)',
  })
  expect(held.json.data[0].activity['object(ServiceCall)']).toMatchObject({ subject: 'With' })
  const selected = await go(
    'POST',
    'api/query/v1',
    {},
    { query: 'select sc.subject from ServiceCall sc where sc.subject = "With"' },
  )
  expect(selected.json).toEqual({ data: [{ sc: { subject: 'With' } }] })
})

it('keeps attachments and tells what was deleted', async () => {
  const id = (await data('POST', 'Attachment', {}, { title: 'ä.txt', fileContent: 'aGk=', externalId: 'gone' })).json
    .data[0].attachment.id
  expect(await data('GET', `Attachment/${id}/content`)).toMatchObject({ status: 200, text: 'hi' })
  expect(await go('GET', 'dataCloudInterface/attachmentService', { guid: id, operation: 'download' })).toMatchObject({
    text: 'hi',
  })
  expect((await data('GET', `Attachment/${id}`)).json.data[0].attachment.fileContent).toBeNull()
  expect((await data('POST', 'Attachment', {}, { title: 'bad', fileContent: '*' })).status).toBe(400)
  await data('DELETE', `Attachment/${id}`, { forceDelete: 'true' })
  expect((await data('GET', `Attachment/${id}/content`)).status).toBe(404)
  const range = { from: '0', to: String(Date.now() + 1000) }
  expect((await data('GET', 'Attachment/deleted', { ...range, dtos: 'DeletedObjects.2' })).json).toEqual({
    deletedIds: [{ id, externalId: 'gone' }],
  })
  expect((await data('GET', 'Attachment/deleted', { ...range, dtos: 'DeletedObjects.1' })).json).toEqual([id])
})

const batch = (transactional: string, bodies: readonly unknown[]) => {
  const parts = bodies.map(
    (body, at) =>
      `--b\r\nContent-Type: application/http\r\nContent-ID: p${at}\r\n\r\nPOST ${path('api/data/v4/ServiceCall')} HTTP/1.1\r\nX-Client-ID: test\r\nX-Client-Version: 1\r\n\r\n${JSON.stringify(body)}\r\n`,
  )
  return fetch(`${peer.origin}${path('api/data/batch/v1/', { transactional })}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/mixed; boundary=b' },
    body: `${parts.join('')}--b--\r\n`,
  })
}

it('rolls a failed transaction back, and runs on without one', async () => {
  const bodies = [{ subject: 'in batch' }, { subject: 'in batch', businessPartner: 'nobody' }, { subject: 'in batch' }]
  const kept = async () => (await data('GET', 'ServiceCall', { query: 'subject = "in batch"' })).json.data.length
  const failed = await (await batch('true', bodies)).text()
  expect([...failed.matchAll(/Content-ID: (\w+)|HTTP\/1\.1 (\d+)/g)].map(([, id, status]) => id ?? status)).toEqual([
    'p0',
    '200',
    'p1',
    '422',
  ])
  expect(await kept()).toBe(0)
  expect((await (await batch('false', bodies)).text()).match(/HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 422',
    'HTTP/1.1 200',
  ])
  expect(await kept()).toBe(2)
})
