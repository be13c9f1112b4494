import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defects, type DefectKind } from '../../src/batch/defect.ts'
import { canonical } from '../../src/batch/form.ts'
import { requestIn, responseIn } from '../../src/batch/http-head.ts'
import { readMessage } from '../../src/batch/read.ts'
import { writeBatch } from '../../src/batch/write.ts'

const given = [0, 1, 2].map((position) => ({
  method: 'POST',
  path: `/api/data/v4/ServiceCall/${position}`,
  body: `{"ä":${position}}`,
  contentId: String(position),
}))

const whole = writeBatch(given)

test.each(Object.keys(defects) as DefectKind[])('a batch with one defect differs from the lawful one: %s', (kind) => {
  const broken = writeBatch(given, canonical, { kind, at: 1 })
  expect(broken.body.equals(whole.body) && broken.contentType === whole.contentType).toBe(false)
})

test.each<[string, (text: string) => string, RegExp, number]>([
  ['no closing delimiter', (text) => text.replace('--fieldproof-batch--\r\n', ''), /closing delimiter/, 3],
  ['line feeds only', (text) => text.replaceAll('\r\n', '\n'), /bare LF/, 3],
  ['no blank line', (text) => text.replace('Content-ID: 1\r\n\r\n', 'Content-ID: 1\r\n'), /no blank line/, 3],
])('a lenient reader goes on, and says what was irregular: %s', (_what, change, told, parts) => {
  const read = readMessage(whole.contentType, Buffer.from(change(whole.body.toString('utf8'))))
  expect(read.parts).toHaveLength(parts)
  expect(read.irregular.map(({ what }) => what).join('; ')).toMatch(told)
})

test('a boundary that nobody tells is guessed, and that is noted', () => {
  const read = readMessage('multipart/mixed', whole.body)
  expect(read.parts).toHaveLength(3)
  expect(read.irregular.map(({ what }) => what)).toContain('the Content-Type has no boundary')
})

test('no length of an inner message is believed against the bytes', () => {
  const part = (length: number) =>
    responseIn({
      headers: [],
      offset: 0,
      content: Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n{"ä":1}`),
    })
  expect(part(8)).toMatchObject({ irregular: [] })
  expect(
    [part(7), part(99)].map((one) => ('message' in one ? [one.irregular.length, one.message.body.toString()] : one)),
  ).toEqual([
    [1, '{"ä":1}'],
    [1, '{"ä":1}'],
  ])
  expect(responseIn({ headers: [], offset: 0, content: Buffer.from('{"data":[]}') })).toMatchObject({
    broken: expect.stringContaining('status line'),
  })
  expect(requestIn({ headers: [], offset: 0, content: Buffer.from('nonsense') })).toMatchObject({
    broken: expect.stringContaining('request line'),
  })
})

test('garbage is read without stumbling', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.array(fc.constantFrom('\r\n', '--f', '--', '\n', 'f', ': ', 'HTTP/1.1 200 OK', 'Content-Length: 9'), {
        maxLength: 20,
      }),
      (noise, pieces) => {
        for (const body of [Buffer.from(noise), Buffer.from(pieces.join(''))]) {
          const { parts } = readMessage('multipart/mixed; boundary=f', body)
          for (const part of parts) {
            responseIn(part)
            requestIn(part)
          }
          expect(parts.every(({ content }) => content.length <= body.length)).toBe(true)
        }
      },
    ),
    { numRuns: 1000, seed: 5 },
  )
})
