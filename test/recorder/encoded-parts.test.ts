import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodedParts } from '../../recorder/encoded-parts.ts'
import { partsAtMost } from '../../src/exchange/bounds.ts'
import { decodedAtMost, decompressed } from '../../src/har/decompressed.ts'
import type { HeaderList } from '../../src/exchange/exchange.ts'

const multipart: HeaderList = [['Content-Type', 'multipart/mixed; boundary=x']]
const messageOf = (parts: readonly Buffer[], encoding: string): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(`--x\r\nContent-Encoding: ${encoding}\r\n\r\n`),
      part,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--x--\r\n'),
  ])
const together = (parts: ReadonlyArray<Buffer | undefined>): number =>
  parts.reduce((sum, part) => sum + (part?.length ?? 0), 0)

const million = Buffer.alloc(1024 * 1024, 'a')

test.each([
  ['gzip', gzipSync(million)],
  ['br', brotliCompressSync(million)],
])('parts of one message decode to no more than its bound, all together: %s', (encoding, part) => {
  const parts = encodedParts(multipart, messageOf(Array<Buffer>(100).fill(part), encoding))
  expect(together(parts)).toBeLessThanOrEqual(decodedAtMost)
  expect(together(parts)).toBeGreaterThan(decodedAtMost / 2)
  expect(parts).toContain(undefined)
})

test('messages in messages count as one', () => {
  const inner = messageOf(Array<Buffer>(20).fill(gzipSync(million)), 'gzip')
  const outer = Buffer.concat(
    Array.from({ length: 20 }, () =>
      Buffer.concat([
        Buffer.from('--x\r\nContent-Type: multipart/mixed; boundary=x\r\nContent-Encoding: gzip\r\n\r\n'),
        gzipSync(Buffer.from(inner.toString('latin1').replaceAll('--x', '--y'), 'latin1')),
        Buffer.from('\r\n'),
      ]),
    ).concat([Buffer.from('--x--\r\n')]),
  )
  const asY = Buffer.from(
    outer
      .toString('latin1')
      .replaceAll('Content-Type: multipart/mixed; boundary=x', 'Content-Type: multipart/mixed; boundary=y'),
    'latin1',
  )
  const parts = encodedParts(multipart, asY)
  expect(together(parts)).toBeLessThanOrEqual(decodedAtMost)
  expect(parts).toContain(undefined)
})

test('more parts than are read: none is taken for searched', () => {
  const body = Buffer.from(`--x\r\nContent-Encoding: gzip\r\n\r\n${'--x\r\n\r\n\r\n'.repeat(partsAtMost + 1)}--x--`)
  expect(encodedParts(multipart, body)).toEqual([undefined])
})

test('a few parts are decoded, each', () => {
  const parts = encodedParts(multipart, messageOf([gzipSync(Buffer.from('a')), gzipSync(Buffer.from('b'))], 'gzip'))
  expect(parts.map(String)).toEqual(['a', 'b'])
})

test('a body that decodes to more than is read is none', () => {
  expect(decompressed(gzipSync(Buffer.alloc(decodedAtMost + 1)), 'gzip')).toBeUndefined()
  expect(decompressed(gzipSync(Buffer.alloc(decodedAtMost)), 'gzip')).toHaveLength(decodedAtMost)
})
