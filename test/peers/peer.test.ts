import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Peer } from './peer.ts'
import { startPeer } from './peer.ts'

interface Who {
  grant: string
  client: { id: string; secret: string; version: string }
  username?: string
  password?: string
}
interface Reply {
  status: number
  headers: Headers
  text: string
  // Answers are looked into field by field.
  json: any
}

let peer: Peer
let identities: Record<string, Who>
beforeAll(async () => {
  peer = await startPeer()
  identities = peer.target['identities'] as Record<string, Who>
})
afterAll(() => peer.close())

const identity = (name: string): Who => {
  const found = identities[name]
  if (found === undefined) throw new Error(`no identity ${name}`)
  return found
}

async function go(url: string, init: RequestInit = {}): Promise<Reply> {
  const answer = await fetch(url, { redirect: 'manual', ...init })
  const body = await answer.text()
  const json: unknown = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(body) : undefined
  return { status: answer.status, headers: answer.headers, text: body, json }
}

const basic = ({ client }: Who, secret = client.secret) => ({
  authorization: `Basic ${Buffer.from(`${client.id}:${secret}`).toString('base64')}`,
})
const form = (path: string, who: Who, fields: Record<string, string>, secret?: string) =>
  go(`${peer.origin}/api/oauth2/v1/${path}`, {
    method: 'POST',
    headers: basic(who, secret),
    body: new URLSearchParams(fields),
  })
const ask = (name: string, more: Record<string, string> = {}) => {
  const { grant, username, password } = identity(name)
  return form('token', identity(name), {
    grant_type: grant,
    ...(username && { username }),
    ...(password && { password }),
    ...more,
  })
}
const encode = (query: Record<string, string>) =>
  Object.entries(query)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')

const dtos = 'ServiceCall.31;BusinessPartner.22;Person.24;Activity.40'
async function session(name = 'admin') {
  const token = (await ask(name)).json
  const headers = { authorization: `Bearer ${token.access_token}`, 'x-client-id': 'test', 'x-client-version': '1' }
  const context: Record<string, string> = {
    account: 'globex',
    company: String(peer.target['company']),
    ...(token.user && { user: token.user }),
  }
  const call = (method: string, path: string, body?: unknown, query: Record<string, string> = {}) =>
    go(`${peer.origin}/api/data/v4/${path}?${encode({ ...context, dtos, ...query })}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { token, headers, context, call }
}

describe('token service', () => {
  it('answers each grant with a fresh twelve-hour token of the scope of its client', async () => {
    const user = (await ask('admin', { scope: 'general' })).json
    expect(user).toMatchObject({
      expires_in: 43200,
      scope: 'local',
      cluster_url: peer.origin,
      account: 'globex',
      user: 'alice',
    })
    expect(user.companies[0]).toEqual({ id: 71, name: peer.target['company'], description: 'Main plant' })
    expect((await ask('admin')).json.access_token).not.toBe(user.access_token)
    expect((await ask('account')).json).not.toHaveProperty('user')
    expect((await ask('service')).json).toMatchObject({ account: 'globex', scope: 'local' })
    expect((await ask('general')).json.scope).toBe('general')
    expect((await ask('companyless')).json.companies).toEqual([])
  })

  it('names its errors', async () => {
    expect(await ask('sso')).toMatchObject({
      status: 403,
      json: { error: 'saml_redirect', saml_redirect_url: expect.stringContaining(peer.origin) },
    })
    expect(await ask('expired')).toMatchObject({ status: 400, json: { error: 'expired_credentials' } })
    expect(await ask('disallowed')).toMatchObject({ status: 401, json: { error: 'unauthorized_client' } })
    expect(await ask('admin', { password: 'no' })).toMatchObject({
      status: 400,
      json: { error: 'invalid_grant', error_description: 'Bad credentials' },
    })
    expect(await form('token', identity('service'), { grant_type: 'client_credentials' }, 'no')).toMatchObject({
      status: 401,
      json: { error: 'invalid_client' },
    })
    expect(await ask('admin', { grant_type: 'refresh_token' })).toMatchObject({ status: 400 })
  })

  it('leads through the pages of the authorization-code grant', async () => {
    const redirect_uri = (peer.target['fixtures'] as { redirectUri: string }).redirectUri
    const start = await go(
      `${peer.origin}/api/oauth2/v1/authorize?${encode({ response_type: 'code', client_id: 'connector', redirect_uri, state: 'a b+c' })}`,
    )
    const page = await go(start.headers.get('location') ?? '')
    const fields: Record<string, string> = { username: 'globex/alice', password: identity('admin').password ?? '' }
    for (const [, name = '', value = ''] of page.text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
      fields[name] = value.replaceAll('&#38;', '&')
    const post = (body: Record<string, string>) =>
      go(`${peer.origin}/api/oauth2/v1/authorize/confirm`, { method: 'POST', body: new URLSearchParams(body) })
    expect(await post({ ...fields, password: 'no' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('<form'),
    })
    const back = new URL((await post(fields)).headers.get('location') ?? '')
    expect(back.href.startsWith(`${redirect_uri}&code=`)).toBe(true)
    expect(back.searchParams.get('state')).toBe('a b+c')
    const redeem = () =>
      form('token', identity('admin'), {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri,
      })
    expect(await redeem()).toMatchObject({ status: 200, json: { user: 'alice' } })
    expect(await redeem()).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
  })

  it('changes a password under the policy', async () => {
    const who = identity('password')
    const change = (old_password: string, new_password: string) =>
      form('change_password', who, { username: who.username ?? '', old_password, new_password })
    const old = who.password ?? ''
    const bad = {
      'Abcdef12!': 'MC-06',
      'Abcdefghi1!': 'MC-07',
      '12345678Ab!c': 'MC-08',
      'ABCDEFG12!': 'MC-09',
      Abcdefgh12: 'MC-10',
      'abcdefgh12!': 'MC-11',
      [old]: 'MC-05',
    }
    for (const [password, error] of Object.entries(bad))
      expect(await change(old, password)).toMatchObject({ status: 400, json: { error } })
    expect((await change(old, 'Abcdef12!')).json).toEqual({
      error: 'MC-06',
      message: 'Password must be at least [{0}] character(s) long',
      values: [10],
    })
    expect(await change('no', 'Brand-new-22')).toMatchObject({ status: 400 })
    expect(await change(old, 'Brand-new-22')).toMatchObject({ status: 200, json: { expires_in: expect.any(Number) } })
    expect(await ask('password')).toMatchObject({ status: 400 })
    expect(await ask('password', { password: 'Brand-new-22' })).toMatchObject({ status: 200 })
    expect(await change('Brand-new-22', old)).toMatchObject({ json: { error: 'MC-05' } })
  })
})

describe('token validation', () => {
  const at = (query: Record<string, string>, headers: Record<string, string> = {}, base = peer.origin) =>
    go(`${base}/api/data/v4/Person?${encode({ dtos, ...query })}`, { headers })

  it('takes the token and the client from header or query, and asks for the local context', async () => {
    const { token, headers, context } = await session()
    expect((await at(context, headers)).status).toBe(200)
    const query = { ...context, access_token: token.access_token, clientId: 'test', clientVersion: '1' }
    expect((await at(query)).status).toBe(200)
    for (const left of ['clientId', 'clientVersion', 'account', 'company', 'user']) {
      const rest = Object.fromEntries(Object.entries(query).filter(([name]) => name !== left))
      expect(await at(rest), left).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
    }
    expect(await at(context, { ...headers, authorization: 'Bearer no' })).toMatchObject({
      status: 401,
      json: { error: 'invalid_token' },
    })
  })

  it('keeps local tokens in their cluster', async () => {
    const there = { account: 'initech', company: 'Houston', user: 'alice' }
    expect(await at(there, (await session()).headers, `${peer.origin}/us`)).toMatchObject({
      status: 401,
      json: { error: 'invalid_token' },
    })
    expect((await at(there, (await session('general')).headers, `${peer.origin}/us`)).status).toBe(200)
    const bare = { authorization: (await session('general')).headers.authorization }
    expect((await at({}, bare)).status).toBe(200)
  })
})

it('finds accounts in the directory, at the address it was asked at', async () => {
  const path = `/ds/api/directory/v1/accounts/`
  expect((await go(`${peer.origin}${path}globex`)).json).toEqual({
    accountName: 'globex',
    clusterName: 'EU',
    URL: peer.origin,
  })
  const elsewhere = await new Promise<string>((resolve, reject) => {
    get(`${peer.origin}${path}initech`, { headers: { host: 'fsm.example:8443' } }, (answer) => {
      text(answer).then(resolve, reject)
    }).on('error', reject)
  })
  expect(JSON.parse(elsewhere)).toEqual({
    accountName: 'initech',
    clusterName: 'US',
    URL: 'http://fsm.example:8443/us',
  })
  const { reservedAccount } = peer.target['fixtures'] as { reservedAccount: string }
  expect((await go(`${peer.origin}${path}${encodeURIComponent(reservedAccount)}`)).json.accountName).toBe(
    reservedAccount,
  )
  expect((await go(`${peer.origin}${path}nobody-there`)).status).toBe(404)
})

it('lists companies as JSON or text', async () => {
  const list = async (name: string, accept: string) => {
    const { headers, context } = await session(name)
    return go(`${peer.origin}/masterCloudInterface/informationService/companies?${encode(context)}`, {
      headers: { ...headers, accept },
    })
  }
  const { company } = peer.target
  expect((await list('user', 'application/json')).json).toEqual({
    companies: [{ name: company, description: 'Main plant' }],
  })
  expect((await list('admin', 'application/text')).text).toBe(`${String(company)}\nShelbyville Depot`)
  expect(await list('companyless', 'application/json')).toMatchObject({ status: 200, json: { companies: [] } })
  expect((await list('admin', 'text/html')).status).toBe(406)
})

describe('records', () => {
  it('creates, reads, shapes, replaces, patches and deletes under the optimistic lock', async () => {
    const { call, token } = await session()
    const { serviceCall } = (await call('POST', 'ServiceCall', { subject: 'Leak', remarks: 'soon', priority: 'HIGH' }))
      .json.data[0]
    expect(serviceCall).toMatchObject({
      externalId: null,
      inactive: false,
      technicians: [],
      lastChangedBy: String(token.user_id),
    })
    const path = `ServiceCall/${serviceCall.id}`
    expect((await call('GET', path)).json.data).toEqual([{ serviceCall }])
    expect((await call('GET', path, undefined, { fields: 'id,subject' })).json.data).toEqual([
      { serviceCall: { id: serviceCall.id, subject: 'Leak' } },
    ])
    expect(
      (await call('POST', 'ServiceCall', { id: serviceCall.id, subject: 'Again' }, { forceUpdate: 'true' })).status,
    ).toBe(400)

    const stale = {
      status: 409,
      json: { error: 'CA-27', message: 'resource concurrent modification detected', values: [serviceCall.lastChanged] },
    }
    for (const method of ['PUT', 'PATCH'])
      expect(await call(method, path, { subject: 'x', lastChanged: 1 })).toMatchObject(stale)
    expect(await call('DELETE', path, undefined, { lastChanged: '1' })).toMatchObject(stale)

    expect(await call('PATCH', path, { subject: 'x' })).toMatchObject(stale)

    const patched = await call('PATCH', path, { remarks: null, lastChanged: serviceCall.lastChanged })
    expect(patched).toMatchObject({
      status: 201,
      json: { data: [{ serviceCall: { remarks: null, priority: 'HIGH' } }] },
    })
    const after = patched.json.data[0].serviceCall.lastChanged
    expect(after).toBeGreaterThan(serviceCall.lastChanged)
    const put = await call('PUT', path, { subject: 'New', lastChanged: 1 }, { forceUpdate: 'true' })
    expect(put).toMatchObject({ status: 201, json: { data: [{ serviceCall: { subject: 'New', priority: null } }] } })
    expect((await call('PATCH', path, { subject: null }, { forceUpdate: 'true' })).status).toBe(422)

    expect((await call('DELETE', path)).status).toBe(400)
    expect((await call('DELETE', path, undefined, { forceDelete: 'true' })).status).toBe(200)
    expect((await call('GET', path)).status).toBe(404)
  })

  it('creates under a missing id or external id', async () => {
    const { call } = await session()
    const id = crypto.randomUUID()
    expect((await call('PATCH', `Person/${id}`, { firstName: 'Half' })).status).toBe(422)
    expect(await call('PATCH', `Person/${id}`, { lastName: 'One' })).toMatchObject({
      status: 201,
      json: { data: [{ person: { id } }] },
    })
    const two = await call('PUT', `Person/externalId/${encodeURIComponent('P/2 ä')}`, { lastName: 'Two' })
    expect(two).toMatchObject({ status: 201, json: { data: [{ person: { externalId: 'P/2 ä' } }] } })
    const { person } = two.json.data[0]
    expect((await call('GET', 'Person/externalId/P%2F2%20%C3%A4')).json.data).toEqual([{ person }])
    expect(await call('POST', 'Person', { lastName: 'Three', externalId: 'P/2 ä' })).toMatchObject({
      status: 422,
      json: { error: 'PEER-EXTERNAL-ID' },
    })
    expect((await call('PATCH', `Person/${id}`, { externalId: 'P/2 ä' }, { forceUpdate: 'true' })).status).toBe(422)
    const cleared = await call('PATCH', 'Person/externalId/P%2F2%20%C3%A4', {
      externalId: null,
      lastChanged: person.lastChanged,
    })
    expect(cleared.json.data[0].person).toMatchObject({ id: person.id, externalId: null })
    expect((await call('PATCH', `Person/${id}`, { externalId: 'P4' }, { forceUpdate: 'true' })).status).toBe(201)
    expect((await call('DELETE', 'Person/externalId/P4', undefined, { forceDelete: 'true' })).status).toBe(200)
  })

  it('checks references and inlined objects', async () => {
    const { call } = await session()
    const partner = (await call('POST', 'BusinessPartner', { name: 'Moe', externalId: 'BP1' })).json.data[0]
      .businessPartner
    const set = (body: object) =>
      call('PUT', 'ServiceCall/externalId/SC1', { subject: 's', ...body }, { forceUpdate: 'true' })
    expect(await set({ businessPartner: 'nobody' })).toMatchObject({ status: 422, json: { error: 'PEER-REFERENCE' } })
    expect((await set({ technicians: [crypto.randomUUID()] })).status).toBe(422)
    expect((await set({ businessPartner: 'BP1' })).json.data[0].serviceCall.businessPartner).toBe(partner.id)
    const read = await call('GET', 'ServiceCall/externalId/SC1', undefined, { useExternalIds: 'true' })
    expect(read.json.data[0].serviceCall.businessPartner).toEqual({ id: partner.id, externalId: 'BP1' })
    expect((await set({ udfValues: [{ value: 'blue' }] })).status).toBe(422)
    expect((await set({ udfValues: [{ meta: 'colour', value: 'blue' }] })).status).toBe(201)
    const activity = { type: 'ASSIGNMENT', object: { objectType: 'BusinessPartner', objectId: partner.id } }
    expect((await call('POST', 'Activity', activity)).json.data[0].activity).toMatchObject(activity)
    expect(
      (await call('DELETE', 'BusinessPartner/externalId/BP1', undefined, { lastChanged: String(partner.lastChanged) }))
        .status,
    ).toBe(200)
    expect(
      (await call('PATCH', 'ServiceCall/externalId/SC1', { remarks: 'orphan' }, { forceUpdate: 'true' })).status,
    ).toBe(201)
  })

  it('names who changed a record: the user, else the account or the client', async () => {
    const by = async (name: string) =>
      (await (await session(name)).call('POST', 'Person', { lastName: 'By' })).json.data[0].person.lastChangedBy
    expect(await Promise.all(['superuser', 'account', 'service'].map(by))).toEqual(['902', '11', 'connector'])
  })

  it('answers in the DTO version asked for, which is mandatory', async () => {
    const { call } = await session()
    const { person } = (await call('POST', 'Person', { lastName: 'V', externalId: 'V1' }, { dtos: 'Person.7' })).json
      .data[0]
    expect(person).toHaveProperty('externalId', 'V1')
    expect(person).not.toHaveProperty('lastChangedBy')
    const old = (await call('POST', 'ServiceCall', { subject: 'V' }, { dtos: 'ServiceCall.6' })).json.data[0]
      .serviceCall
    expect(old).not.toHaveProperty('externalId')
    for (const wrong of ['', 'ServiceCall', 'ServiceCall.99', 'Person.24', 'ServiceCall.31;Nothing.1']) {
      expect((await call('GET', 'ServiceCall', undefined, { dtos: wrong })).status, wrong).toBe(400)
    }
    expect(
      (await call('POST', 'ServiceCall', { subject: 'V', externalId: 'V2' }, { dtos: 'ServiceCall.6' })).status,
    ).toBe(400)
  })

  it('lists twenty records unless told otherwise, and keeps companies apart', async () => {
    const { call } = await session()
    const company = 'Shelbyville Depot'
    for (let count = 0; count < 21; count++) await call('POST', 'BusinessPartner', { name: `N${count}` }, { company })
    expect((await call('GET', 'BusinessPartner', undefined, { company })).json.data).toHaveLength(20)
    expect(
      (await call('GET', 'BusinessPartner', undefined, { company, page: '2', pageSize: '10' })).json.data,
    ).toMatchObject([{ businessPartner: { name: 'N20' } }])
    expect((await call('GET', 'BusinessPartner')).json.data).toHaveLength(0)
    expect((await call('GET', 'BusinessPartner', undefined, { query: 'name is nothing' })).status).toBe(400)
  })
})
