// Bodies that are small to send and large to hold.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const mb = 1024 * 1024
/** Its best takes minutes for what its middle packs as well. */
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

/** A multipart message of parts with an encoding of their own, each of which decodes to many megabytes. */
export function nested(encoding, parts, each, depth = 1) {
  const compress = encoding === 'gzip' ? gzipSync : brotli
  const inner = depth > 1 ? nested(encoding, parts, each, depth - 1) : Buffer.alloc(each, 'a')
  const type = depth > 1 ? `Content-Type: multipart/mixed; boundary=x${depth - 1}\r\n` : 'Content-Type: text/plain\r\n'
  const packed = compress(inner)
  return Buffer.concat([
    ...Array.from({ length: parts }, () => [
      Buffer.from(`--x${depth}\r\n${type}Content-Encoding: ${encoding}\r\n\r\n`),
      packed,
      Buffer.from('\r\n'),
    ]).flat(),
    Buffer.from(`--x${depth}--\r\n`),
  ])
}

/** Bodies by name: type, more header fields, and how to send one. */
export const answers = {
  'an endless body': { type: 'application/json', stream: () => Buffer.alloc(mb, 'x') },
  'an endless list': {
    type: 'application/json',
    first: '{"data":[',
    stream: () => Buffer.from('{"serviceCall":{"id":"x"}},'.repeat(30_000)),
  },
  'lists in lists': { type: 'application/json', body: () => Buffer.from('['.repeat(3 * mb) + ']'.repeat(3 * mb)) },
  'objects in objects': {
    type: 'application/json',
    body: () => Buffer.from(`${'{"a":'.repeat(mb)}1${'}'.repeat(mb)}`),
  },
  'a list of millions': { type: 'application/json', body: () => Buffer.from(`{"data":[${'{},'.repeat(2 * mb)}{}]}`) },
  'millions of parts': {
    type: 'multipart/mixed; boundary=x',
    body: () => Buffer.from('--x\r\n\r\n\r\n'.repeat(mb / 2)),
  },
  'a part of millions of fields': {
    type: 'multipart/mixed; boundary=x',
    body: () => Buffer.from(`--x\r\n${'a: b\r\n'.repeat(mb)}\r\n\r\n--x--`),
  },
  'a gzip bomb': {
    type: 'application/json',
    more: { 'Content-Encoding': 'gzip' },
    body: () => gzipSync(Buffer.alloc(512 * mb)),
  },
  'a brotli bomb': {
    type: 'application/json',
    more: { 'Content-Encoding': 'br' },
    body: () => brotli(Buffer.alloc(256 * mb)),
  },
  'long texts': {
    type: 'application/json',
    body: () => Buffer.from(JSON.stringify({ data: [{ serviceCall: { id: 'x', subject: 'a'.repeat(7.9 * mb) } }] })),
  },
  'pages of forms': {
    type: 'text/html',
    body: () => Buffer.from(`<form>${'<input name="a" value="b">'.repeat(500_000)}</form>`),
  },
  'a head of megabytes': {
    type: 'application/json',
    more: { 'X-Filler': 'x'.repeat(512 * 1024) },
    body: () => Buffer.from('{}'),
  },
}

/** Sends one of them. */
export function send(response, { type, more = {}, first = '', stream, body }, made = body?.()) {
  response.writeHead(200, { 'Content-Type': type, ...more })
  if (made) return void response.end(made)
  response.write(first)
  const piece = stream()
  const on = () => {
    if (response.destroyed) return
    if (response.write(piece)) setImmediate(on)
    else response.once('drain', on)
  }
  on()
}
