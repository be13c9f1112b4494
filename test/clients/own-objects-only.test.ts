import { afterAll, beforeAll, expect, describe, test } from 'vitest'
import type { Api } from '../../src/clients/api.ts'
import { plainId } from '../../src/exchange/plain-id.ts'
import { clientsFacing } from './caller.ts'

// Every write of every client, aimed at somebody else's object: nothing may reach the target.
const arrived: string[] = []
let made: Awaited<ReturnType<typeof clientsFacing>>
beforeAll(async () => {
  made = await clientsFacing((request, response) => {
    arrived.push(`${request.method} ${request.url}`)
    response.end('{"data":[]}')
  })
})
afterAll(() => made.close())

const foreign = '11111111222233334444555555555555'
const dashed = '11111111-2222-3333-4444-555555555555'
const base = '/api/data/v4'
const line = (method: string, path: string, body = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const aimed: ReadonlyArray<readonly [string, (api: Api) => Promise<unknown>]> = [
  ...[foreign, dashed, { externalId: 'theirs/1' }, { externalId: '%2e%2e' }, { externalId: '' }].flatMap(
    (ref) =>
      [
        [`put ${JSON.stringify(ref)}`, (api: Api) => api.data.put('ServiceCall', ref, {})],
        [
          `patch ${JSON.stringify(ref)}`,
          (api: Api) => api.data.patch('ServiceCall', ref, { subject: 'x' }, { force: true }),
        ],
        [
          `remove ${JSON.stringify(ref)}`,
          (api: Api) => api.data.remove('ServiceCall', ref, undefined, { force: true }),
        ],
      ] as const,
  ),
  ['create with its id', (api) => api.data.create('ServiceCall', { id: foreign }, { force: true })],
  ['create with its id, malformed', (api) => api.data.create('ServiceCall', `{"id": "${dashed}",`)],
  ['create under a resource that climbs', (api) => api.data.create('../../../scim/v2/Users', {}, { dtos: 'Users.1' })],
  [
    'patch of a resource that climbs',
    (api) =>
      api.data.patch(`ServiceCall/${foreign}/..`, 'AAAAAAAABBBBCCCCDDDDEEEEEEEEEEEE', {}, { dtos: 'ServiceCall.1' }),
  ],
  [
    "another user's password",
    (api) => api.token.changePassword({ username: 'acme/ann', old_password: 'ann-password', new_password: 'x' }),
  ],
  ['raw DELETE', (api) => api.raw.send(line('DELETE', `${base}/ServiceCall/${foreign}`))],
  ['raw delete in small letters', (api) => api.raw.send(line('delete', `${base}/ServiceCall/${foreign}`))],
  [
    'raw DELETE by its full address',
    (api) => api.raw.send(line('DELETE', `http://{host}${base}/ServiceCall/${foreign}`)),
  ],
  ['raw DELETE, spelled otherwise', (api) => api.raw.send(line('DELETE', `/API//Data/v4/./ServiceCall/${foreign}`))],
  ['raw PUT by bytes', (api) => api.raw.send(Buffer.from(line('PUT', `${base}/ServiceCall/externalId/theirs`, '{}')))],
  ['raw POST with its id', (api) => api.raw.send(line('POST', `${base}/ServiceCall`, `{"id":"${foreign}"}`))],
  [
    'raw DELETE behind a GET',
    (api) => api.raw.send(`${line('GET', '/')}${line('DELETE', `${base}/ServiceCall/${foreign}`)}`),
  ],
  [
    'raw change of a password',
    (api) =>
      api.raw.send(
        line('POST', '/api/oauth2/v1/change_password/', 'username=acme%2Fann&old_password=a&new_password=b'),
        { service: 'auth' },
      ),
  ],
  [
    'raw batch',
    (api) => api.raw.send(line('POST', '/api/data/batch/v1/', `DELETE ${base}/ServiceCall/${foreign} HTTP/1.1`)),
  ],
  ['raw SCIM', (api) => api.raw.send(line('DELETE', '/cloud-scim-service/api/v1/scim/Users/1'))],
]

describe('the guard stops every write of every client that aims at a foreign object', () => {
  test.each(aimed)('%s', async (_, write) => {
    arrived.length = 0
    await expect(write(made.api)).rejects.toMatchObject({ name: 'GuardRefusal' })
    expect(arrived).toEqual([])
  })
})

describe('and lets pass what is own', () => {
  const own = 'AAAAAAAABBBBCCCCDDDDEEEEEEEEEEEE'
  test.each<readonly [string, (api: Api) => Promise<unknown>]>([
    ['create', (api) => api.data.create('ServiceCall', { externalId: 'fabcd00000-1' })],
    ['put', (api) => api.data.put('ServiceCall', own, {})],
    ['remove by external id', (api) => api.data.remove('ServiceCall', { externalId: 'fabcd00000-/%?# +é' }, 1)],
    ['raw', (api) => api.raw.send(line('DELETE', `${base}/ServiceCall/${own.toLowerCase()}`))],
    ["a foreign object's read", (api) => api.data.get('ServiceCall', foreign)],
  ])('%s', async (_, call) => {
    made.owned.own(plainId(own))
    arrived.length = 0
    await call(made.api)
    expect(arrived).toHaveLength(1)
  })
})
