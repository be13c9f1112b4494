import { gzipSync, brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { entryOf } from '../../src/har/entry.ts'
import { createRedactor } from '../../src/redact/redactor.ts'
import { recorded } from './sample.ts'

const redactor = () => createRedactor({ secrets: ['s3cr3t-of-the-client'] })

/** What Chrome, Firefox and HTTP Toolkit insist on when they import: absent or null, they refuse the whole file. */
function importable(entry: ReturnType<typeof entryOf>): void {
  for (const number of [
    entry.time,
    entry.request.headersSize,
    entry.request.bodySize,
    entry.response.status,
    entry.response.headersSize,
    entry.response.bodySize,
    entry.response.content.size,
    entry.timings.send,
    entry.timings.wait,
    entry.timings.receive,
  ]) {
    expect(Number.isFinite(number)).toBe(true)
  }
  expect(entry.startedDateTime).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(entry.request.httpVersion).toMatch(/^HTTP\/\d\.\d$/)
  expect(new URL(entry.request.url).protocol).toMatch(/^https?:$/)
  expect([entry.cache, entry.request.cookies, entry.response.cookies]).toEqual([{}, [], []])
  expect(JSON.stringify(entry)).not.toContain(':null')
}

test.each([
  ['a plain exchange', recorded()],
  ['a broken one', recorded({ status: 0, statusText: '', responseHeaders: [], got: '', broken: 'upstream-reset' })],
  ['a post', recorded({ method: 'POST', sent: '{"a":1}', requestHeaders: [['Content-Type', 'application/json']] })],
  ['binary', recorded({ got: Buffer.from([0, 255, 1]), responseHeaders: [['Content-Type', 'image/png']] })],
  ['times that went back', recorded({ waitMs: -3, receiveMs: Number.MIN_VALUE })],
])('%s can be imported by others', (_what, one) => importable(entryOf(one, redactor())))

describe('bodies', () => {
  const content = (got: string | Buffer, headers: ReadonlyArray<readonly [string, string]>) =>
    entryOf(recorded({ got, responseHeaders: headers }), redactor()).response.content

  test('compressed ones are decoded for the file, their size on the wire is kept', () => {
    const plain = JSON.stringify({ text: 'x'.repeat(500) })
    for (const [how, bytes] of [
      ['gzip', gzipSync(plain)],
      ['br', brotliCompressSync(plain)],
    ] as const) {
      expect(
        content(bytes, [
          ['Content-Type', 'application/json'],
          ['Content-Encoding', how],
        ]),
      ).toMatchObject({ text: plain, size: plain.length, compression: plain.length - bytes.length })
    }
  })

  test('binary ones are base64', () => {
    expect(content(Buffer.from([0, 255, 1]), [['Content-Type', 'image/png']])).toMatchObject({
      text: 'AP8B',
      encoding: 'base64',
      size: 3,
    })
  })

  test('what cannot be decoded, or is too large, is left out with a word', () => {
    expect(content(gzipSync('x'.repeat(500)).subarray(0, 12), [['Content-Encoding', 'gzip']]).comment).toMatch(
      /could not be decoded/,
    )
    const large = recorded()
    expect(
      entryOf({ ...large, responseBody: { bytes: Buffer.alloc(0), size: 9_000_000 } }, redactor()).response.content,
    ).toMatchObject({ size: 9_000_000, comment: expect.stringContaining('exceed') })
  })

  test('a secret in binary bytes is never written', () => {
    const entry = entryOf(
      recorded({
        got: Buffer.concat([Buffer.from([0, 255]), Buffer.from('s3cr3t-of-the-client')]),
        responseHeaders: [['Content-Type', 'image/png']],
      }),
      redactor(),
    )
    expect(entry.response.content.text).toBeUndefined()
    expect(JSON.stringify(entry)).not.toContain('s3cr3t')
  })
})

test('headers keep their order, case and repeats', () => {
  const headers = [
    ['X-b', '1'],
    ['x-B', '2'],
    ['X-A', '3'],
  ] as const
  expect(entryOf(recorded({ requestHeaders: headers }), redactor()).request.headers).toEqual(
    headers.map(([name, value]) => ({ name, value })),
  )
})
