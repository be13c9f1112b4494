import { expect, test } from 'vitest'
import { requestIn, responseIn } from '../../src/batch/http-head.ts'
import { readMessage } from '../../src/batch/read.ts'
import { growth } from '../support/growth.ts'

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

const read = (text: string): void => {
  for (const part of readMessage('multipart/mixed; boundary=f', Buffer.from(text)).parts) {
    requestIn(part)
    responseIn(part)
  }
}

// Where the time is quadratic, each line of 16 times as many is 16 times as dear.
const sixteenfold: [number, number] = [5_000, 80_000]
const linear = 6

test.each(shapes)('garbage is read in linear time: %s', (_name, shape) => {
  const texts = new Map(sixteenfold.map((count) => [count, shape(count)]))
  expect(growth((count) => read(texts.get(count) as string), sixteenfold, linear)).toBeLessThan(linear)
})

test.each<readonly [string, (count: number) => string]>([
  ['empty parameters', (count) => `multipart/mixed${'; '.repeat(count)}`],
  ['blanks', (count) => `multipart/mixed;${' '.repeat(count)}`],
  ['parameters without a value', (count) => `multipart/mixed${';boundary '.repeat(count)}`],
  ['an open quote', (count) => `multipart/mixed; boundary="${'\\'.repeat(count)}`],
])('a Content-Type is read in linear time: %s', (_name, shape) => {
  const body = Buffer.from('--f\r\n')
  const types = new Map(sixteenfold.map((count) => [count, shape(count)]))
  expect(growth((count) => readMessage(types.get(count) as string, body), sixteenfold, linear)).toBeLessThan(linear)
})
