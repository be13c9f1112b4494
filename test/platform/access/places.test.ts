import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { bearer, companiesPath, contextQuery, send, tokenOf } from './wire.ts'

const directory = '/ds/api/directory/v1/accounts'
const reserved = 'Müller & Söhne/Ost 50%'

test.each([
  ['acme', 'acme', 'EU', 'http://platform.test'],
  ['%61cm%65', 'acme', 'EU', 'http://platform.test'],
  ['globex', 'globex', 'US', 'http://platform.test/clusters/us'],
  [encodeURIComponent(reserved), reserved, 'AU', 'http://platform.test/clusters/au'],
  ['M%c3%bcller%20%26%20S%c3%b6hne%2fOst%2050%25', reserved, 'AU', 'http://platform.test/clusters/au'],
])('the directory finds %s', async (segment, accountName, clusterName, address) => {
  const platform = createPlatform()
  const answer = await send(
    platform,
    `${directory}/${segment}?${contextQuery}`,
    bearer(await tokenOf(platform, 'admin')),
  )
  expect([answer.status, answer.json]).toEqual([200, { accountName, clusterName, URL: address }])
})

test.each([
  'nobody',
  'ACME',
  'acme%20',
  encodeURIComponent(encodeURIComponent(reserved)),
  'M%C3%BCller%20%26%20S%C3%B6hne/Ost%2050%25',
  '',
])('the directory does not know %j', async (segment) => {
  const platform = createPlatform()
  expect(
    (await send(platform, `${directory}/${segment}?${contextQuery}`, bearer(await tokenOf(platform, 'admin')))).status,
  ).toBe(404)
})

test('the directory wants a token, and is at the shorter path too', async () => {
  const platform = createPlatform()
  expect((await send(platform, `${directory}/acme`)).status).toBe(401)
  expect(
    (await send(platform, `/api/directory/v1/accounts/acme?${contextQuery}`, bearer(await tokenOf(platform, 'admin'))))
      .json['accountName'],
  ).toBe('acme')
})

test('companies in JSON and as text, and none', async () => {
  const platform = createPlatform()
  const list = async (name: string, user: string, accept: string) =>
    send(
      platform,
      `${companiesPath}?${contextQuery.replace('user=admin', `user=${user}`)}`,
      bearer(await tokenOf(platform, name), { Accept: accept }),
    )
  const inJson = await list('admin', 'admin', 'application/json')
  expect(inJson.json).toEqual({
    companies: [
      { name: 'Acme North', description: 'Field service in the north' },
      { name: 'Acme South & Sons', description: '' },
    ],
  })
  const asText = await list('admin', 'admin', 'application/text')
  expect([asText.header('Content-Type'), asText.text]).toEqual([
    'application/text;charset=UTF-8',
    'Acme North\nAcme South & Sons',
  ])
  expect((await list('user', 'field', 'application/text')).text).toBe('Acme North')
  expect((await list('companyless', 'nowhere', 'application/json')).json).toEqual({ companies: [] })
  expect((await list('companyless', 'nowhere', 'application/text')).status).toBe(200)
})

test.each([
  ['text/html', 406],
  ['', 406],
  ['*/*', 406],
  ['application/json;q=0', 406],
  ['text/html, application/json;q=0.5', 200],
  ['APPLICATION/JSON; charset=utf-8', 200],
])('Accept %j is answered %i', async (accept, status) => {
  const platform = createPlatform()
  expect(
    (
      await send(
        platform,
        `${companiesPath}?${contextQuery}`,
        bearer(await tokenOf(platform, 'admin'), { Accept: accept }),
      )
    ).status,
  ).toBe(status)
})

test('the better liked form is answered', async () => {
  const platform = createPlatform()
  const answer = await send(
    platform,
    `${companiesPath}?${contextQuery}`,
    bearer(await tokenOf(platform, 'admin'), { Accept: 'application/json;q=0.4, application/text' }),
  )
  expect(answer.header('Content-Type')).toMatch(/^application\/text/)
})
