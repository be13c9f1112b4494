import { describe, expect, test } from 'vitest'
import { guard } from '../../src/target/guard.ts'
import { ownership } from '../../src/target/ownership.ts'
import type { Target } from '../../src/target/target.ts'
import { growth } from '../support/growth.ts'

const target = {
  writes: true,
  basePaths: { token: '/api/oauth2/v1', data: '/api/data/v4' },
  identities: { password: { username: 'acme/trial' } },
} as unknown as Target
const owned = ownership('fabcd')
const own = 'AAAAAAAABBBBCCCCDDDDEEEEEEEEEEEE'
const foreign = '11111111222233334444555555555555'
owned.own(own)
const form = [['Content-Type', 'application/x-www-form-urlencoded']] as const
const judge = (method: string, path: string, body = '', headers: ReadonlyArray<readonly [string, string]> = []) =>
  guard(target, owned).judge({ method, url: `http://127.0.0.1:1${path}`, headers, body: Buffer.from(body) })[0]
const raw = (bytes: string) =>
  guard(target, owned).judge({
    method: 'GET',
    url: 'http://127.0.0.1:1/harmless',
    headers: [],
    raw: Buffer.from(bytes),
  })[0]
const data = '/api/data/v4/ServiceCall'

describe('paths that a server may resolve to another object', () => {
  test.each([
    ['PUT', `${data}/externalId/fabcd-1%2F..%2F..%2F${foreign}`],
    ['DELETE', `${data}/externalId/fabcd-1%252F%252e%252E%252F${foreign}`],
    ['DELETE', `${data}/externalId/fabcd-1%5C..%5C${foreign}`],
    ['POST', '/api/oauth2/v1/../../data/v4/ServiceCall'],
    ['POST', '/api/oauth2/v1/%2e%2e/%2e%2e/data/v4/ServiceCall'],
    ['POST', '/pages/../api%2Fdata/v4/ServiceCall'],
    ['POST', `/api/data/v4%2FServiceCall%2F${foreign}`],
  ] as const)('%s %s', (method, path) => {
    expect(() => judge(method, path, '{}')).toThrow(/was not sent/)
  })

  test('an external id may hold a slash, dots and a percent sign', () => {
    expect(judge('DELETE', `${data}/externalId/fabcd-1%2F50%25..%20a`)?.externalId).toBe('fabcd-1/50%.. a')
  })

  test('a default port in the address is no part of the path', () => {
    expect(
      guard(target, owned).judge({ method: 'DELETE', url: `https://eu.example.org:443${data}/${own}`, headers: [] })[0],
    ).toMatchObject({ kind: 'delete', id: own, at: 'https://eu.example.org' })
  })
})

describe('ids in bodies', () => {
  test.each([
    ['POST', data, `{"id":"${foreign}","id":"${own}"}`],
    ['POST', data, `{"\\u0069d":"${foreign}"}`],
    ['POST', data, `{"id":"${foreign}"`],
    ['POST', data, `{id: '${foreign}'}`],
    ['POST', data, `[{"id":"${own}"},{"id":"${foreign}"}]`],
    ['PUT', `${data}/${own}`, `{"id":"${foreign}"}`],
    ['PATCH', `${data}/externalId/fabcd-1`, `{"Id":"${foreign}"}`],
  ] as const)('%s %s %s', (method, path, body) => {
    expect(() => judge(method, path, body)).toThrow(/was not sent/)
  })

  test('what a record refers to is not the record', () => {
    expect(() =>
      judge(
        'POST',
        data,
        `{"id":"${own}","businessPartner":"${foreign}","udfValues":[{"meta":{"id":"${foreign}"},"value":"a \\" {"}]}`,
      ),
    ).not.toThrow()
  })

  // Where the time is quadratic, each byte of twenty times as many is twenty times as dear.
  test('a body of megabytes is read in linear time', () => {
    const read = (size: number) =>
      expect(() => judge('POST', data, `{"fileContent":"${'A'.repeat(size)}","id":"${foreign}"}`)).toThrow(
        /was not sent/,
      )
    expect(growth(read, [350_000, 7_000_000], 6)).toBeLessThan(6)
  })
})

describe('change_password', () => {
  const change = '/api/oauth2/v1/change_password'
  test.each([
    [`${change}/`, 'username=acme%2Fadmin'],
    [`${change};a=b`, 'username=acme%2Fadmin'],
    ['/other/base/change_password', 'username=acme%2Fadmin'],
    [`${change}/x`, 'username=acme%2Fadmin'],
    [change, 'username=acme%2Fadmin&username=acme%2Ftrial'],
    [`${change}?username=acme%2Fadmin`, 'old_password=a'],
    [change, '{"username":"acme/admin"}'],
    [change, 'Username=acme%2Fadmin'],
  ])('%s %s', (path, body) => {
    expect(() => judge('POST', path, body, form)).toThrow(/was not sent/)
  })

  test('without any user it may be tried', () => {
    expect(judge('POST', change, 'old_password=a&new_password=b', form)?.kind).toBe('password')
  })
})

describe('raw bytes', () => {
  test.each([
    `GET / HTTP/1.1\r\nHost: x\r\n\r\nDELETE ${data}/${foreign} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\nHost: x\n\nDELETE ${data}/${foreign} HTTP/1.1\nHost: x\n\n`,
    `GET / HTTP/1.1\r\nContent-Length: 2\r\n\r\nabDELETE ${data}/${foreign} HTTP/1.1\r\n\r\n`,
    `POST ${data} HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}PUT ${data}/${foreign} HTTP/1.1\r\n\r\n`,
    `\r\n\r\nDELETE ${data}/${foreign} HTTP/1.1\r\n\r\n`,
    `POST ${data} HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\n25\r\n:"${foreign}"}\r\n0\r\n\r\n`,
    `POST /api/oauth2/v1/change_password HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n16\r\nusername=acme%2Fadmin\r\n0\r\n\r\n`,
  ])('%j', (bytes) => {
    expect(() => raw(bytes)).toThrow(/was not sent/)
  })

  test('two reads in one go are reads', () => {
    expect(raw('GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n')).toBeUndefined()
  })
})

test('a post outside the interfaces is a page of the login, and that sends forms', () => {
  expect(judge('POST', '/login', 'username=a', form)).toBeUndefined()
  expect(() => judge('POST', '/masterCloudInterface/anything', '{}', [['Content-Type', 'application/json']])).toThrow(
    /was not sent/,
  )
})
