import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { levelsAtMost, partsAtMost, valuesAtMost } from '../../src/exchange/bounds.ts'
import { answerAtMost } from '../../src/target/answer-bound.ts'
import { against, type Handler } from './server.ts'

const piece = Buffer.alloc(1024 * 1024, 'x')
type How = { readonly many?: true; readonly raw?: Uint8Array; readonly racing?: true }

const ways: ReadonlyArray<readonly [string, How]> = [
  ['sent alone', {}],
  ['one of many', { many: true }],
  ['raw bytes', { raw: Buffer.from('GET /api/data/v4/ServiceCall HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n') }],
  ['in a race', { racing: true }],
]

/** What becomes of a request to which a server answers like this. */
async function told(handler: Handler, how: How = {}, deadlineMs?: number): Promise<string> {
  const made = await against(handler, deadlineMs ? { deadlineMs } : {})
  const { transport, scope, origin, close } = made
  const url = `${origin}/api/data/v4/ServiceCall?dtos=ServiceCall.27`
  if (how.racing) Object.assign(scope, { racing: true, barrier: { reached: async () => undefined } })
  try {
    return await transport.send({ method: 'GET', url, headers: [], ...how }, scope).then(
      ({ response }) => `an answer of ${response?.body.length} bytes`,
      (error: Error) => `${error.name}: ${error.message}`,
    )
  } finally {
    close()
  }
}

test.each(ways)('an endless answer is read to its bound, and the reason says so: %s', async (_, how) => {
  let sent = 0
  const because = await told((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const more = () => {
      if (response.destroyed) return
      sent += piece.length
      if (response.write(piece)) setImmediate(more)
      else response.once('drain', more)
    }
    more()
  }, how)
  expect(because).toMatch(/^Blocked: GET .*: its answer has more than 8 MB, and was not read$/)
  expect(sent).toBeLessThan(answerAtMost * 3)
})

test.each(ways)('an answer that never ends, byte by byte, is given up in time: %s', async (_, how) => {
  const because = await told(
    (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    },
    how,
    700,
  )
  expect(because).toMatch(/^Blocked: GET .* got no answer \(timeout: no whole answer within 0\.7 s\)/)
})

test.each(ways)('a head of any number of fields is read to its bound: %s', async (_, how) => {
  const because = await told((_request, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\n${'x-filler: of some length\r\n'.repeat(4000)}\r\n`)
  }, how)
  expect(because).toMatch(/^Blocked: GET .*: its answer has more than 16 KB of header fields, and was not read$/)
})

const bodies: ReadonlyArray<readonly [string, string, string, RegExp]> = [
  [
    'lists in lists',
    'application/json',
    '['.repeat(100_000) + ']'.repeat(100_000),
    /: its answer is nested deeper than 200 levels/,
  ],
  [
    'objects in objects',
    'application/json',
    '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000),
    /: its answer is nested deeper than 200 levels/,
  ],
  [
    'a list of millions',
    'application/json',
    `{"data":[${'{},'.repeat(valuesAtMost)}{}]}`,
    /has more than 1,000,000 values/,
  ],
  [
    'a message of ever more parts',
    'multipart/mixed; boundary=x',
    `${'--x\r\n\r\n\r\n'.repeat(partsAtMost + 1)}--x--`,
    /has more than 10,000 parts/,
  ],
]
test.each(bodies)('%s: not read, and the reason says so', async (_, type, body, why) => {
  const because = await told((_request, response) => response.writeHead(200, { 'Content-Type': type }).end(body))
  expect(because).toMatch(why)
})

test('large answers that come at the same time wait for each other: none is too large for that', async () => {
  const body = Buffer.alloc(7 * 1024 * 1024, ' ')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => told((_request, response) => response.writeHead(200).end(body))),
  )
  expect(new Set(answers)).toEqual(new Set([`an answer of ${body.length} bytes`]))
})

test('a compressed answer that nobody asked for is read to the same bound', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
  const because = await told((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(bomb),
  )
  expect(because).toMatch(/its answer has more than 8 MB/)
})

test.each([
  ['brackets in a text', JSON.stringify({ data: ['['.repeat(10_000), `\\"${'{'.repeat(5000)}\\`] })],
  ['as deep as is read', '['.repeat(levelsAtMost) + ']'.repeat(levelsAtMost)],
  ['a list of many', JSON.stringify({ data: Array.from({ length: 50_000 }, (_, id) => ({ id, of: [1, 2, 3] })) })],
])('%s: an answer like any other', async (_, body) => {
  const answer = await told((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body),
  )
  expect(answer).toBe(`an answer of ${Buffer.byteLength(body)} bytes`)
})
