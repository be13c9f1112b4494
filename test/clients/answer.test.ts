import { expect, test } from 'vitest'
import { answer } from '../../src/clients/answer.ts'
import { newScope } from '../../src/target/scope.ts'
import { exchangeOf } from '../kit/answers.ts'

const textOf = (type: string | undefined, body: Buffer): string => {
  const { response, ...exchange } = exchangeOf(200)
  const headers = type === undefined ? [] : [['Content-Type', type] as const]
  return answer({ ...exchange, response: { ...response!, headers, body } }, newScope('kit/test/case', 'abcdefghij'))
    .text
}

test('a text is read in the character set that the answer names', () => {
  expect(textOf('application/text;charset=ISO-8859-1', Buffer.from('Müller', 'latin1'))).toBe('Müller')
  expect(textOf('application/text; Charset="utf-16le"', Buffer.from('Müller', 'utf16le'))).toBe('Müller')
})

test('... or in UTF-8, where it names none, or one that is unknown', () => {
  for (const type of [undefined, 'application/text', 'text/plain; charset=utf-8', 'text/plain; charset=klingon'])
    expect(textOf(type, Buffer.from('Müller'))).toBe('Müller')
})
