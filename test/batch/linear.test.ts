import { expect, test } from 'vitest'
import { requestIn, responseIn } from '../../src/batch/http-head.ts'
import { readMessage } from '../../src/batch/read.ts'

const shapes: ReadonlyArray<readonly [string, (count: number) => string]> = [
  ['delimiters alone', (count) => '--f\r\n'.repeat(count)],
  ['a header folded many times', (count) => `--f\r\nA: b\r\n${' c\r\n'.repeat(count)}\r\n--f--`],
  ['many headers', (count) => `--f\r\n${'A: b\r\n'.repeat(count)}\r\n--f--`],
  ['line feeds', (count) => `--f\r\n${'\n'.repeat(count)}`],
  ['blanks after a delimiter', (count) => `--f${' '.repeat(count)}x`],
  ['delimiters with more on their lines', (count) => '--fx\r\n'.repeat(count)],
  ['dashes', (count) => '-'.repeat(count)],
  ['parts without a line end', (count) => `${'--f\r\n\r\nx'.repeat(count)}`],
  ['inner headers without colons', (count) => `--f\r\n\r\nGET / HTTP/1.1\r\n${'x\r\n'.repeat(count)}\r\n--f--`],
  ['one long inner line', (count) => `--f\r\n\r\n${'G '.repeat(count)}\r\n--f--`],
  [
    'a short length before blanks',
    (count) => `--f\r\n\r\nGET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n${' '.repeat(count)}x\r\n--f--`,
  ],
]

const msFor = (text: string): number => {
  const body = Buffer.from(text)
  const started = performance.now()
  for (const part of readMessage('multipart/mixed; boundary=f', body).parts) {
    requestIn(part)
    responseIn(part)
  }
  return performance.now() - started
}

// 16 times as much takes 256 times as long where the time is quadratic; the constant covers what a busy machine adds to a few hundred.
test.each(shapes)('garbage is read in linear time: %s', (_name, shape) => {
  msFor(shape(2000))
  const [little, much] = [
    Math.min(...[0, 1, 2].map(() => msFor(shape(10_000)))),
    Math.min(...[0, 1].map(() => msFor(shape(160_000)))),
  ]
  expect(much).toBeLessThan(64 * little + 1500)
})

test('a Content-Type is read in linear time', () => {
  const started = performance.now()
  for (const type of [
    `multipart/mixed${'; '.repeat(100_000)}`,
    `multipart/mixed;${' '.repeat(100_000)}`,
    `multipart/mixed${';boundary '.repeat(50_000)}`,
    `multipart/mixed; boundary="${'\\'.repeat(100_000)}`,
  ])
    readMessage(type, Buffer.from('--f\r\n'))
  expect(performance.now() - started).toBeLessThan(2000)
})
