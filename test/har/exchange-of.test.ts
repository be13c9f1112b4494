import { expect, test } from 'vitest'
import { parseTextable } from '../../src/exchange/bounds.ts'
import { entryOf } from '../../src/har/entry.ts'
import { exchangeOf, withWholeBodies } from '../../src/har/exchange-of.ts'
import type { Captured } from '../../src/har/recorded.ts'
import { createRedactor } from '../../src/redact/redactor.ts'
import { notJudgeable } from '../../src/verify/not-judged.ts'
import { recorded } from './sample.ts'

const entry = (content: object | undefined, postData?: object, more: object = {}, bodySize = 0) => ({
  startedDateTime: '2026-11-21T10:00:00.123456Z',
  time: 12,
  request: {
    method: 'post',
    url: 'https://cluster.example/a',
    headers: [],
    bodySize,
    ...(postData ? { postData } : {}),
  },
  response: { status: 200, statusText: 'OK', headers: [], ...(content ? { content } : {}), ...more },
})
const received = (content: object | undefined, more?: object) =>
  exchangeOf(entry(content, undefined, more), '#1')?.received
const sent = (postData: object | undefined, bodySize: number) =>
  exchangeOf(entry({}, postData, {}, bodySize), '#1')?.sent

const json = 'application/json'
const multipart = 'multipart/mixed; boundary=b'

test.each<[string, object | undefined, object]>([
  ['a whole body', { size: 7, mimeType: json, text: '{"a":1}', _kept: 'whole' }, { kept: 'whole' }],
  ['a cut one', { size: 70, mimeType: json, text: '{"a":', _kept: 'cut' }, { kept: 'cut' }],
  ['one that was left out', { size: 7, mimeType: json, comment: 'any words', _kept: 'absent' }, { kept: 'absent' }],
  [
    'one in a file',
    { size: 7, text: '{', _kept: 'aside', _file: 'x.har.d/ab', _sha256: 'ab' },
    { kept: 'aside', aside: { file: 'x.har.d/ab', sha256: 'ab' } },
  ],
  ['none at all', { size: 0, mimeType: 'x-unknown' }, { kept: 'whole' }],
  // Recordings of this kit from before the field.
  ['one left out, before', { size: 7, comment: 'not kept: a secret stands in it' }, { kept: 'absent' }],
  [
    'one cut, before',
    { size: 7, text: '{', comment: 'cut after 1 of 7 bytes; the whole of it is not kept, for a secret stands in it' },
    { kept: 'cut' },
  ],
  [
    'one in a file, before',
    { size: 7, comment: 'the whole of it is in x.har.d/ab', _file: 'x.har.d/ab', _sha256: 'ab' },
    { kept: 'aside', aside: { file: 'x.har.d/ab', sha256: 'ab' } },
  ],
  [
    'one that secrets were taken out of, before',
    { size: 90, mimeType: 'text/xml', text: '<a>redacted-01234567</a>' },
    { kept: 'whole' },
  ],
  // Other recorders.
  ['no text', { size: 900, mimeType: json }, { kept: 'absent' }],
  ['an empty text', { size: 900, mimeType: json, text: '' }, { kept: 'absent' }],
  ['a size that nobody knows', { size: -1, mimeType: json }, { kept: 'whole' }],
  [
    'a comment of its own',
    { size: 7, mimeType: json, text: '{"a":1}', comment: 'not kept for long' },
    { kept: 'whole' },
  ],
  ['a short JSON text', { size: 900, mimeType: json, text: '{"data":[{"a":1},{"b' }, { kept: 'cut' }],
  [
    'a JSON text that another tool has sanitized',
    { size: 900, mimeType: json, text: '{"token":"***"}' },
    { kept: 'whole' },
  ],
  ['a JSON text without its mark', { size: 11, mimeType: json, text: '{"a":1x}' }, { kept: 'whole' }],
  ['a short batch', { size: 900, mimeType: multipart, text: '--b\r\n\r\nHTTP/1.1 200 OK\r\n' }, { kept: 'cut' }],
  [
    'a sanitized batch',
    { size: 900, mimeType: multipart, text: '--b\r\n\r\nHTTP/1.1 200 OK\r\n\r\n--b--\r\n' },
    { kept: 'whole' },
  ],
  ['short bytes', { size: 900, mimeType: 'image/png', text: 'AP8B', encoding: 'base64' }, { kept: 'cut' }],
  ['characters of several bytes', { size: 9, mimeType: json, text: '{"ä":"ö"}' }, { kept: 'whole' }],
])('a response body: %s', (_, content, expected) => {
  expect(received(content)).toEqual(expected)
})

test('a request body', () => {
  const form = 'application/x-www-form-urlencoded'
  expect(sent(undefined, 0)).toEqual({ kept: 'whole' })
  expect(sent(undefined, 12)).toEqual({ kept: 'absent' })
  expect(sent({ mimeType: json, text: '' }, 12)).toEqual({ kept: 'absent' })
  expect(sent({ mimeType: json, text: '{"a":' }, 12)).toEqual({ kept: 'cut' })
  expect(sent({ mimeType: form, text: 'password=***' }, 90)).toEqual({ kept: 'whole' })
  const fields = exchangeOf(entry({}, { mimeType: form, params: [{ name: 'a', value: 'b c&d' }] }, {}, 11), '#1')
  expect([fields?.sent.kept, fields?.exchange.request.text]).toEqual(['whole', 'a=b+c%26d'])
})

test('what has no body by HTTP has a whole one, whatever its size says', () => {
  expect(received({ size: 900 }, { status: 304 })).toEqual({ kept: 'whole' })
})

test('an exchange that broke has no response, and says how it ended', () => {
  for (const [more, broken] of [
    [{ status: 0, _error: 'net::ERR_ABORTED' }, 'net::ERR_ABORTED'],
    [{ _error: 'net::ERR_CONTENT_LENGTH_MISMATCH' }, 'net::ERR_CONTENT_LENGTH_MISMATCH'],
    [{ status: 0 }, ''],
  ] as const) {
    const { exchange, broken: said } = exchangeOf(entry({ size: 3, text: 'abc' }, undefined, more), '#1') ?? {}
    expect([exchange?.response, exchange?.failure, said]).toEqual([undefined, 'connection', broken])
  }
})

test('who reads whole bodies only never sees a beginning', () => {
  const read = exchangeOf(
    entry({ size: 9, text: '{"a":', _kept: 'cut' }, { mimeType: json, text: '{"b', _kept: 'aside', _file: 'f' }),
    '#1',
  )
  if (!read) throw new Error('no entry')
  expect([read.exchange.request.text, read.exchange.response?.text]).toEqual(['{"b', '{"a":'])
  const { request, response } = withWholeBodies(read)
  expect([request.text, request.body?.length, response?.text, response?.body.length]).toEqual(['', 0, '', 0])
})

test('placeholders of earlier versions are those of now, in headers, addresses and bodies', () => {
  const old = entry({ size: 9, mimeType: json, text: '{"access_token":"<redacted:0123abcd>"}' })
  Object.assign(old.request, {
    url: 'https://cluster.example/a?access_token=%3Credacted%3A0123abcd%3E',
    headers: [{ name: 'Authorization', value: 'Bearer <redacted:0123abcd>' }],
  })
  const { request, response } = exchangeOf(old, '#1')?.exchange ?? {}
  expect(request?.url).toMatch(/=redacted-0123abcd$/)
  expect(request?.headers).toEqual([['Authorization', 'Bearer redacted-0123abcd']])
  expect(response?.text).toBe('{"access_token":"redacted-0123abcd"}')
})

const large: Captured = { bytes: Buffer.from('x'.repeat(70_000)), size: 90_000, decodedSize: 90_000 }
const file = { file: 'x.har.d/ab', sha256: 'ab', size: 90_000 }
const typed = (length?: number): ReadonlyArray<readonly [string, string]> => [
  ['Content-Type', json],
  ...(length === undefined ? [] : ([['Content-Length', String(length)]] as const)),
]

const chunkedType = [...typed(), ['Transfer-Encoding', 'chunked']] as const

test.each<[string, Parameters<typeof recorded>[0], Captured | undefined, string, string]>([
  ['whole', { sent: '{"a":1}', requestHeaders: typed(7) }, undefined, 'whole', 'whole'],
  [
    'the client left in the middle',
    { sent: '{"a"', requestHeaders: typed(7), broken: 'client-abort' },
    undefined,
    'cut',
    'cut',
  ],
  [
    'the client left before it sent anything',
    { requestHeaders: typed(7), broken: 'client-abort' },
    undefined,
    'cut',
    'cut',
  ],
  [
    'the server answered before it had all',
    { sent: '{"a"', requestHeaders: typed(7), status: 413 },
    undefined,
    'cut',
    'whole',
  ],
  [
    'the server answered before it had all of what came in chunks',
    { sent: '{"a"', requestHeaders: chunkedType, status: 413, sentWhole: false },
    undefined,
    'cut',
    'whole',
  ],
  [
    'the server answered what came in chunks',
    { sent: '{"a":1}', requestHeaders: chunkedType, sentWhole: true },
    undefined,
    'whole',
    'whole',
  ],
  [
    'the server broke off',
    { sent: '{"a":1}', requestHeaders: typed(7), broken: 'upstream-reset' },
    undefined,
    'whole',
    'cut',
  ],
  ['too large for an entry', {}, { ...large, aside: file }, 'whole', 'aside'],
  ['too large, with a secret', {}, large, 'whole', 'cut'],
  ['too large for the recorder', {}, { bytes: Buffer.alloc(0), size: 9 }, 'whole', 'absent'],
  ['lost', {}, { bytes: Buffer.alloc(0), size: 9, dropped: 'ENOSPC' }, 'whole', 'absent'],
])('what the recorder writes is read as what it was: %s', (_, more, body, asked, got) => {
  const one = recorded({ method: 'POST', ...more })
  const written = entryOf({ ...one, ...(body ? { responseBody: body } : {}) }, createRedactor())
  const read = exchangeOf(JSON.parse(JSON.stringify(written)), '#1')
  expect([read?.sent.kept, read?.received.kept]).toEqual([asked, got])
  expect(read?.received.aside).toEqual(got === 'aside' ? { file: file.file, sha256: file.sha256 } : undefined)
})

test('values that cannot be turned into a text are some other value, and no error', () => {
  const odd = JSON.stringify({ ...entry({ size: 1, mimeType: 'odd', text: 'x' }), startedDateTime: 'odd' })
  for (const name of ['toString', 'valueOf', '\\u0074oString']) {
    const read = exchangeOf(parseTextable(odd.replaceAll('"odd"', `{"${name}":1}`)), '#1')
    expect(read?.exchange).toMatchObject({ startedAt: 0, request: { method: 'POST' } })
  }
  expect(() => String(parseTextable('{"toString":1}'))).not.toThrow()
  expect(parseTextable('{"toString":1,"a":[{"valueOf":null}]}')).toEqual({ toString: 1, a: [{ valueOf: null }] })
})

test('a query that stands apart from the address belongs to it', () => {
  const apart = (url: string, queryString: unknown) =>
    exchangeOf({ request: { method: 'GET', url, headers: [], queryString }, response: { status: 200 } }, '#1')?.exchange
      .request.url
  const list = [
    { name: 'dtos', value: 'ServiceCall.27;Person.24' },
    { name: 'account', value: 'a&b' },
  ]
  const address = 'https://eu.example/a'
  expect(apart(address, list)).toBe(`${address}?dtos=ServiceCall.27%3BPerson.24&account=a%26b`)
  expect(apart(`${address}?dtos=x`, list)).toBe(`${address}?dtos=x`)
  expect(apart(address, [])).toBe(address)
})

test('what a browser took from its own cache says so, and is not judged', () => {
  const cached = exchangeOf({ ...entry({ size: 0 }), _fromCache: 'disk' }, '#1')
  expect(cached?.fromCache).toBe(true)
  expect(notJudgeable(cached)).toMatch(/cache/)
  expect(notJudgeable(exchangeOf(entry({ size: 0 }), '#1'))).toBeUndefined()
})
