import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { bearer, companiesPath, contextQuery, send, tokenOf } from './wire.ts'

const asked = (token: string, query = contextQuery) => [`${companiesPath}?${query}`, bearer(token)] as const

test('a token is taken from header or query, and from both where they agree', async () => {
  const platform = createPlatform()
  const token = await tokenOf(platform, 'admin')
  const other = await tokenOf(platform, 'admin')
  expect((await send(platform, ...asked(token))).status).toBe(200)
  expect(
    (
      await send(platform, `${companiesPath}?${contextQuery}&access_token=${token}`, {
        headers: { Accept: 'application/json' },
      })
    ).status,
  ).toBe(200)
  expect((await send(platform, ...asked(token, `${contextQuery}&access_token=${token}`))).status).toBe(200)
  const both = await send(platform, ...asked(token, `${contextQuery}&access_token=${other}`))
  expect([both.status, both.json['error']]).toEqual([400, 'invalid_request'])
})

test.each([
  ['no token', {}, 401, 'invalid_token'],
  ['an unknown token', { Authorization: 'Bearer 0123456789' }, 401, 'invalid_token'],
  ['another scheme', { Authorization: 'Basic YWJjOmRlZg==' }, 400, 'invalid_request'],
  ['an empty token', { Authorization: 'Bearer ' }, 400, 'invalid_request'],
])('%s is refused', async (_what, headers, status, error) => {
  const answer = await send(createPlatform(), `${companiesPath}?${contextQuery}`, { headers })
  expect([answer.status, answer.json]).toEqual([status, { error, error_description: expect.any(String) }])
})

test('a token lives for twelve hours, whatever is issued later', async () => {
  const platform = createPlatform({ now: 1_700_000_000_000 })
  const token = await tokenOf(platform, 'admin')
  platform.clock.advance(6 * 3_600_000)
  await tokenOf(platform, 'admin')
  platform.clock.advance(6 * 3_600_000 - 5000)
  expect((await send(platform, ...asked(token))).status).toBe(200)
  platform.clock.advance(5000)
  const over = await send(platform, ...asked(token))
  expect([over.status, over.json['error']]).toEqual([401, 'invalid_token'])
})

test.each(['account', 'user', 'clientId', 'clientVersion'])('local scope needs %s', async (item) => {
  const platform = createPlatform()
  const answer = await send(
    platform,
    ...asked(await tokenOf(platform, 'admin'), contextQuery.replace(new RegExp(`&?${item}=[^&]*`), '')),
  )
  expect([answer.status, answer.json['error']]).toEqual([400, 'invalid_request'])
})

test('general scope needs no context; an account login names no user', async () => {
  const platform = createPlatform()
  expect((await send(platform, companiesPath, bearer(await tokenOf(platform, 'general')))).status).toBe(200)
  const nameless = 'account=acme&clientId=kit&clientVersion=1'
  expect((await send(platform, ...asked(await tokenOf(platform, 'account'), nameless))).status).toBe(200)
})

test('account and user must be those of the token', async () => {
  const platform = createPlatform()
  const token = await tokenOf(platform, 'admin')
  expect((await send(platform, ...asked(token, contextQuery.replace('acme', 'globex')))).status).toBe(400)
  expect((await send(platform, ...asked(token, contextQuery.replace('user=admin', 'user=super')))).status).toBe(400)
  expect((await send(platform, ...asked(token, contextQuery.replace('user=admin', 'user=acme%2Fadmin')))).status).toBe(
    200,
  )
})

test('client id and version may stand in headers', async () => {
  const platform = createPlatform()
  const { headers } = bearer(await tokenOf(platform, 'admin'), { 'x-client-id': 'kit', 'X-CLIENT-VERSION': '1' })
  expect((await send(platform, `${companiesPath}?account=acme&user=admin`, { headers: headers ?? {} })).status).toBe(
    200,
  )
})

test('a local token is good in its cluster only, a general one anywhere', async () => {
  const platform = createPlatform()
  const away = await send(
    platform,
    `/clusters/us${companiesPath}?${contextQuery}`,
    bearer(await tokenOf(platform, 'admin')),
  )
  expect([away.status, away.json['error']]).toEqual([401, 'invalid_token'])
  const general = bearer(await tokenOf(platform, 'general'))
  expect((await send(platform, `/clusters/us${companiesPath}?account=globex`, general)).json).toEqual({
    companies: [{ name: 'Globex West', description: 'Lifts and escalators' }],
  })
  expect((await send(platform, `/clusters/us${companiesPath}`, general)).status).toBe(200)
})
