import { describe, expect, test } from 'vitest'
import { responseIn } from '../../src/batch/http-head.ts'

const read = (body: string) =>
  responseIn({
    headers: [],
    content: Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`),
    offset: 0,
  })

describe('a response in a part that is chunked (RFC 9112, 7.1)', () => {
  test('is read with its extensions and its trailer', () => {
    const found = read('7;n=1\r\n{"data"\r\n4\r\n:[]}\r\n0\r\nX-Digest: ok\r\n\r\n')
    expect(found).toMatchObject({ irregular: [], message: { headers: [] } })
    expect('message' in found && found.message.body.toString()).toBe('{"data":[]}')
  })

  test('may hold nothing', () => {
    const found = read('0\r\n\r\n')
    expect('message' in found && found.message.body.length).toBe(0)
  })

  test.each([
    '7\r\n{"a"\r\n0\r\n\r\n',
    'x\r\n\r\n',
    '3\r\nabc\r\n',
    '0\r\n',
    '0\r\n\r\nmore',
    '3\r\nabcd\r\n0\r\n\r\n',
  ])('%j ends amiss', (body) => {
    expect(read(body)).toMatchObject({ irregular: [{ what: 'the chunks of a body end amiss' }] })
  })
})
