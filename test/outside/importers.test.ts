import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import harValidator from 'har-validator'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryOf } from '../../src/har/entry.ts'
import { createRedactor } from '../../src/redact/redactor.ts'
import { recorded } from '../har/sample.ts'
import { importByChrome } from './importers/chrome.ts'
import { importByFirefox } from './importers/firefox.ts'
import { importByHttpToolkit } from './importers/http-toolkit.ts'
import type { Import, Imported } from './importers/imported.ts'
import { listening, recordingOf } from './recording.ts'

const importers: ReadonlyArray<readonly [string, Import]> = [
  ['Chrome', importByChrome],
  ['Firefox', importByFirefox],
  ['HTTP Toolkit', importByHttpToolkit],
]

const binary = Buffer.from([0, 255, 1, 254, 0x80])
const json = Buffer.from('{"data":[{"subject":"Prüfung \\"eins\\" ✓"}]}')
const multipart = Buffer.from(
  '--cut\r\nContent-Type: application/http\r\nContent-ID: 1\r\n\r\nPOST /api/data/v4/Activity HTTP/1.1\r\n\r\n{"a":1}\r\n--cut--\r\n',
)

/** How the upstream answers each path: what a client of it can meet. */
const answers: Readonly<Record<string, (incoming: IncomingMessage, response: ServerResponse) => void>> = {
  '/good': (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(json),
  '/error': (_, response) => response.writeHead(500, 'Quite Broken', { 'Content-Type': 'text/plain' }).end('broken'),
  '/empty': (_, response) => response.writeHead(204).end(),
  '/not-modified': (_, response) => response.writeHead(304, { ETag: '"a"' }).end(),
  '/elsewhere': (_, response) => response.writeHead(302, { Location: '/good?x=1' }).end(),
  '/image': (_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(binary),
  '/gzip': (_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(gzipSync(json)),
  '/unreadable': (_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' }).end('no zstd'),
  '/large-head': (_, response) =>
    response
      .writeHead(200, Object.fromEntries(Array.from({ length: 100 }, (_one, at) => [`X-Head-${at}`, 'h'.repeat(100)])))
      .end('x'),
  '/cookies': (_, response) =>
    response
      .writeHead(200, { 'Set-Cookie': ['a=first-cookie; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'b=second-cookie'] })
      .end('x'),
  '/cut': (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': '1000' }).write('half')
    setTimeout(() => response.destroy(), 20)
  },
  '/reset': (incoming) => incoming.socket.destroy(),
  '/waits': () => undefined,
}

interface Sent {
  readonly path: string
  readonly method?: string
  readonly body?: Buffer
  readonly type?: string
  readonly status: number
  readonly got: Buffer | string
}
const sent: readonly Sent[] = [
  { path: '/good', status: 200, got: json },
  { path: '/error', status: 500, got: 'broken' },
  { path: '/empty', status: 204, got: '' },
  { path: '/not-modified', status: 304, got: '' },
  { path: '/elsewhere', status: 302, got: '' },
  { path: '/image', status: 200, got: binary },
  { path: '/gzip', status: 200, got: json },
  { path: '/unreadable', status: 200, got: '' },
  { path: '/large-head', status: 200, got: 'x' },
  { path: '/cookies', status: 200, got: 'x' },
  { path: '/cut', status: 200, got: 'half' },
  { path: '/reset', status: 0, got: '' },
  { path: '/empty', method: 'POST', status: 204, got: '' },
  { path: '/good', method: 'HEAD', status: 200, got: '' },
  {
    path: '/good?a=%zz&b&c=1=2&d=%C3%A4',
    method: 'POST',
    body: json,
    type: 'application/json',
    status: 200,
    got: json,
  },
  { path: '/good', method: 'PUT', body: binary, type: 'application/octet-stream', status: 200, got: json },
  { path: '/good', method: 'POST', body: multipart, type: 'multipart/mixed; boundary=cut', status: 200, got: json },
  {
    path: '/good',
    method: 'PATCH',
    body: Buffer.from('a=1&b=%20'),
    type: 'application/x-www-form-urlencoded',
    status: 200,
    got: json,
  },
]

let har: { log: { entries: unknown[] } }
const closing: Array<() => unknown> = []
beforeAll(async () => {
  const server = createServer((incoming, response) => {
    incoming.resume()
    incoming.on('end', () => answers[incoming.url?.split('?')[0] ?? '']?.(incoming, response))
  })
  const upstream = await listening(server)
  closing.push(upstream.close)
  const recording = await recordingOf(upstream.origin)
  closing.push(recording.close)
  for (const { path, method = 'GET', body, type } of sent) {
    try {
      await (
        await request(`${recording.base}${path}`, {
          method: method as 'GET',
          ...(body ? { body, headers: { 'content-type': type ?? '' } } : {}),
        })
      ).body.arrayBuffer()
    } catch {
      /* One that the upstream breaks off. */
    }
  }
  const socket = connect(Number(new URL(recording.base).port), '127.0.0.1', () =>
    socket.write('GET /waits HTTP/1.1\r\nHost: x\r\n\r\n'),
  )
  await new Promise((resolve) =>
    server.on('request', ({ url }) => {
      if (url === '/waits') resolve(undefined)
    }),
  )
  socket.destroy()
  har = JSON.parse(await recording.text(sent.length + 1))
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

describe('what we record', () => {
  test('is HAR by the schema, nothing mended', async () => {
    await expect(harValidator.har(structuredClone(har) as never)).resolves.toBeDefined()
  })

  test.each(importers)('is shown by %s as it was', async (_who, importer) => {
    const shown = await importer(structuredClone(har))
    expect(
      shown
        .slice(0, -1)
        .map(({ method, url, status }) => ({ method, path: url.replace(/^http:\/\/[^/]+/, ''), status })),
    ).toEqual(sent.map(({ path, method = 'GET', status }) => ({ method, path, status })))
    // A request body that is no text can only be shown as base64: HAR 1.2 has no encoding there.
    expect(shown.slice(0, -1).map(({ requestBody }) => requestBody.toString())).toEqual(
      sent.map(({ body }) => (body === binary ? binary.toString('base64') : (body?.toString() ?? ''))),
    )
    expect(shown.slice(0, -1).map(({ responseBody }) => responseBody.toString('base64'))).toEqual(
      sent.map(({ got }) => Buffer.from(got).toString('base64')),
    )
    expect(shown.filter(({ milliseconds }) => !(milliseconds >= 0))).toEqual([])
    expect(shown.at(-1)).toMatchObject({ method: 'GET', status: 0 } satisfies Partial<Imported>)
  })
})

// Without a text Chrome shows the word `undefined`.
test('a request body that is not kept is shown as none', async () => {
  const entry = entryOf(
    recorded({ method: 'POST', sent: 'no zstd', requestHeaders: [['Content-Encoding', 'zstd']] }),
    createRedactor(),
  )
  const [shown] = await importByChrome({ log: { creator: {}, entries: [JSON.parse(JSON.stringify(entry))] } })
  expect(shown?.requestBody.toString()).toBe('')
})

/** Values that another might write where we write a good one; NaN is what is no number: JSON has none. */
const wrongs = { null: null, missing: undefined, NaN: 'no number' } as const
type Wrong = keyof typeof wrongs

const numbers = [
  'time',
  'request.headersSize',
  'request.bodySize',
  'response.status',
  'response.headersSize',
  'response.bodySize',
  'response.content.size',
  'timings.send',
  'timings.wait',
  'timings.receive',
]
const both: readonly Wrong[] = ['missing', 'NaN']
const all: readonly Wrong[] = ['null', 'missing', 'NaN']
const each = (paths: readonly string[], refused: readonly Wrong[]) =>
  Object.fromEntries(paths.map((path) => [path, refused]))

/** Which wrong value in which place makes each refuse a whole file; of all other places here it takes anything. */
const refusals: Readonly<Record<string, Readonly<Record<string, readonly Wrong[]>>>> = {
  Chrome: {
    ...each(numbers, both),
    startedDateTime: both,
    ...each(['log.creator', 'log.entries', 'request', 'response', 'response.content', 'timings'], all),
    _initiator: ['null'],
  },
  Firefox: {
    ...each(['log.pages', 'log.entries'], all),
    ...each(['request', 'response.content', 'cache', 'timings'], ['null', 'missing']),
    response: all,
  },
  'HTTP Toolkit': {
    ...each(['log.version'], ['null', 'missing']),
    'log.pages': ['null', 'NaN'],
    ...each(
      [
        'log.creator',
        'log.entries',
        'startedDateTime',
        'time',
        'request',
        'response',
        'request.headers',
        'request.queryString',
        'request.url',
        'request.bodySize',
        'response.status',
        'response.headers',
        'response.content',
      ],
      all,
    ),
    ...each(['request.method', 'request.httpVersion', 'response.httpVersion'], ['null', 'missing']),
    timings: all,
    'response.bodySize': both,
    ...each(
      [
        'request.headersSize',
        'response.headersSize',
        'response.content.size',
        'timings.send',
        'timings.wait',
        'timings.receive',
      ],
      ['NaN'],
    ),
  },
}
const places = [
  ...new Set(Object.values(refusals).flatMap((rules) => Object.keys(rules))),
  'response.statusText',
  'response.redirectURL',
  'response.content.mimeType',
  'request.cookies',
]

/** A file like ours, of one good entry, with one value in it made wrong. */
function spoilt(path: string, wrong: Wrong): unknown {
  const copy = structuredClone({ log: { ...har.log, entries: [har.log.entries[0]] } })
  const steps = path.startsWith('log.') ? path.split('.') : ['log', 'entries', '0', ...path.split('.')]
  const holder = steps.slice(0, -1).reduce<any>((at, step) => at[step], copy)
  if (wrong === 'missing') delete holder[steps.at(-1) as string]
  else holder[steps.at(-1) as string] = wrongs[wrong]
  return copy
}

describe.each(importers)('%s refuses what it cannot take, and nothing else', (who, importer) => {
  test.each(places)('%s', async (place) => {
    const refused: Wrong[] = []
    for (const wrong of all)
      try {
        await importer(spoilt(place, wrong))
      } catch {
        refused.push(wrong)
      }
    expect(refused).toEqual(refusals[who]?.[place] ?? [])
  })
})
