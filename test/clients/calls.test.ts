import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { clientsFacing } from './caller.ts'

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface Seen {
  line: string
  headers: IncomingMessage['headers']
  body: string
}
async function facing(
  more: Parameters<typeof clientsFacing>[1] = {},
  answer: (seen: Seen, at: number) => { status?: number; body: string } = () => ({ body: '{"data":[]}' }),
) {
  const seen: Seen[] = []
  const made = await clientsFacing((request, response, body) => {
    const one = { line: `${request.method} ${request.url}`, headers: request.headers, body }
    seen.push(one)
    const { status = 200, body: text } = answer(one, seen.length)
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(text)
  }, more)
  closing.push(made.close)
  return { ...made, seen }
}
const context = 'account=acme&company=one&user=ann'

describe('Data API calls', () => {
  test('carry token, context and dtos', async () => {
    const { api, seen } = await facing()
    await api.data.list('ServiceCall')
    expect(seen[0]?.line).toBe(`GET /api/data/v4/ServiceCall?${context}&dtos=ServiceCall.27`)
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-client-id': 'client-1',
      'x-client-version': '1.0',
      'x-request-id': expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
      accept: 'application/json',
    })
  })

  test('encode all but the unreserved characters, blanks as %20', async () => {
    const { api, seen } = await facing()
    await api.data.get(
      'ServiceCall',
      { externalId: `a/b %?#+&='()*!~é` },
      { query: { 'odd name': ['1 2', '+'], none: undefined } },
    )
    expect(seen[0]?.line).toBe(
      `GET /api/data/v4/ServiceCall/externalId/a%2Fb%20%25%3F%23%2B%26%3D%27%28%29%2A%21~%C3%A9?${context}&dtos=ServiceCall.27&odd%20name=1%202&odd%20name=%2B`,
    )
  })

  test("older dtos, dtos of one's own, none at all, a resource that the file does not list", async () => {
    const { api, seen } = await facing()
    for (const dtos of ['older', 'ServiceCall.1;Person.2', null] as const) await api.data.list('ServiceCall', { dtos })
    expect(() => api.data.list('Thing')).toThrow('set dtos.Thing in the target file')
    expect(seen.map(({ line }) => new URLSearchParams(line.split('?')[1]).get('dtos'))).toEqual([
      'ServiceCall.20',
      'ServiceCall.1;Person.2',
      null,
    ])
  })

  test('locks and force flags stand where the documents put them', async () => {
    const { api, seen, owned } = await facing()
    const id = 'A'.repeat(32)
    owned.own(id)
    await api.data.remove('ServiceCall', id, 5)
    await api.data.remove('ServiceCall', id, undefined, { force: true })
    await api.data.patch('ServiceCall', id, { lastChanged: 5 }, { force: false })
    const of = ({ line }: Seen) =>
      Object.fromEntries(
        [...new URLSearchParams(line.split('?')[1])].filter(([name]) => /force|lastChanged/.test(name)),
      )
    expect(seen.map(of)).toEqual([{ lastChanged: '5' }, { forceDelete: 'true' }, { forceUpdate: 'false' }])
    expect([seen[2]?.body, seen[2]?.headers['content-type'], seen[0]?.headers['content-type']]).toEqual([
      '{"lastChanged":5}',
      'application/json',
      undefined,
    ])
  })

  test('a text goes out as the body that it is', async () => {
    const { api, seen } = await facing()
    await api.data.create('ServiceCall', '{"cut')
    expect(seen[0]?.body).toBe('{"cut')
  })
})

describe('what a call may bend', () => {
  test('the place of the token, another token, none', async () => {
    const { api, seen } = await facing()
    for (const token of ['query', 'none', { value: 'other' }] as const)
      await api.company.list('application/json', { token })
    expect(
      seen.map(({ line, headers }) => [
        new URLSearchParams(line.split('?')[1]).get('access_token'),
        headers.authorization,
      ]),
    ).toEqual([
      ['token-1', undefined],
      [null, undefined],
      [null, 'Bearer other'],
    ])
  })

  test('parameters and headers, the trace id included', async () => {
    const { api, seen } = await facing()
    await api.company.list(undefined, {
      query: { account: undefined, company: undefined, user: 'bob' },
      headers: { 'X-Client-ID': undefined, 'X-Request-ID': undefined },
    })
    await api.company.list('application/text', { headers: { 'x-request-id': 'mine' } })
    expect(seen[0]?.line).toBe('GET /masterCloudInterface/informationService/companies?user=bob')
    expect(Object.keys(seen[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-client-id']))
    expect([
      seen[0]?.headers['x-request-id'],
      seen[0]?.headers.accept,
      seen[1]?.headers['x-request-id'],
      seen[1]?.headers.accept,
    ]).toEqual([undefined, undefined, 'mine', 'application/text'])
  })

  test('a client grant sends no user', async () => {
    const { api, seen } = await facing({ identity: 'service' })
    await api.data.list('ServiceCall')
    expect(new URLSearchParams(seen[0]?.line.split('?')[1]).has('user')).toBe(false)
  })
})

describe('a cached token that the target calls invalid', () => {
  const invalid = { status: 401, body: '{"error":"invalid_token","error_description":"x"}' }

  test('is renewed once, and the refused call sent again, writes too', async () => {
    const { api, seen, issued } = await facing({}, (_, at) => (at === 1 ? invalid : { body: '{"data":[]}' }))
    const answer = await api.data.create('ServiceCall', { externalId: 'fabcd-1' })
    expect([answer.status, seen.map(({ headers }) => headers.authorization), issued()]).toEqual([
      200,
      ['Bearer token-1', 'Bearer token-2'],
      2,
    ])
  })

  test('again and again is an answer', async () => {
    const { api, seen } = await facing({}, () => invalid)
    expect((await api.data.list('ServiceCall')).status).toBe(401)
    expect(seen).toHaveLength(2)
  })

  test('is no matter where the check brought its own token', async () => {
    const { api, seen } = await facing({}, () => invalid)
    expect((await api.data.list('ServiceCall', { token: { value: 'old' } })).status).toBe(401)
    expect(seen).toHaveLength(1)
  })
})

describe('the other clients', () => {
  test('directory: the account is encoded', async () => {
    const { api, seen } = await facing()
    await api.directory.account('Müller & Söhne/Ost 50%')
    expect(seen[0]?.line).toMatch(
      /^GET \/ds\/api\/directory\/v1\/accounts\/M%C3%BCller%20%26%20S%C3%B6hne%2FOst%2050%25\?/,
    )
  })

  test('token: exactly the form, credentials in Basic, from others or none', async () => {
    const seen: Seen[] = []
    const made = await clientsFacing(
      (request, response, body) => {
        seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
        response.end('{}')
      },
      {
        basePaths: {
          token: '/other/oauth',
          directory: '/d',
          company: '/c',
          data: '/api/data/v4',
          attachmentService: '/a',
          batch: '/b',
          service: '/s',
          crowd: '/t',
          dispatch: '/p',
          optimization: '/o',
          reporting: '/r',
          query: '/q',
          scim: '/s',
          user: '/u',
        },
      },
    )
    closing.push(made.close)
    await made.api.token.changePassword(
      { username: 'acme/trial', old_password: 'a b+c', new_password: undefined },
      { client: { id: 'x', secret: 'y:z' } },
    )
    await made.api.token.changePassword({ old_password: 'é' }, { client: 'none' })
    expect(seen.map(({ line, body, headers }) => [line, body, headers.authorization])).toEqual([
      [
        'POST /other/oauth/change_password',
        'username=acme%2Ftrial&old_password=a+b%2Bc',
        `Basic ${Buffer.from('x:y:z').toString('base64')}`,
      ],
      ['POST /other/oauth/change_password', 'old_password=%C3%A9', undefined],
    ])
  })

  test('raw: placeholders are filled in, the rest is untouched', async () => {
    const { api, seen } = await facing()
    const answer = await api.raw.send(
      'GET {base}/x%2Fy?z HTTP/1.1\r\nHOST: {host}\r\nAUTHORIZATION: Bearer {token}\r\n\r\n',
    )
    expect([seen[0]?.line, seen[0]?.headers.authorization]).toEqual(['GET /x%2Fy?z', 'Bearer token-1'])
    expect(answer.exchange.request).toMatchObject({
      method: 'GET',
      headers: [
        ['HOST', expect.stringMatching(/^127\.0\.0\.1:\d+$/)],
        ['AUTHORIZATION', 'Bearer token-1'],
      ],
    })
  })
})
