import { expect, test } from 'vitest'
import { UserError } from '../../src/errors/user-error.ts'
import { plainJson, visible } from '../../src/errors/visible.ts'

/** Everything that a terminal obeys rather than shows: C0 but line breaks and tabs, DEL, C1, marks of direction, separators of lines. */
const obeyed = [
  ...Array.from({ length: 0x20 }, (_, code) => code).filter((code) => ![0x09, 0x0a, 0x0d].includes(code)),
  ...Array.from({ length: 0x21 }, (_, at) => 0x7f + at),
  ...[0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
].map((code) => String.fromCharCode(code))

test('text of others shows what a terminal would obey', () => {
  const shown = visible(obeyed.join(''))
  expect(obeyed.filter((character) => shown.includes(character))).toEqual([])
  expect(shown).toContain('\\u009b')
})

test('JSON shows it, and reads the same', () => {
  const value = { [`key${obeyed.join('')}`]: [obeyed.join(''), 'äöü \ud83d\ude00'] }
  for (const indent of [undefined, 2]) {
    const text = plainJson(value, indent)
    expect(obeyed.filter((character) => text.includes(character))).toEqual([])
    expect(JSON.parse(text)).toEqual(value)
    expect(text).toContain('äöü \ud83d\ude00')
  }
})

test('what is wrong with a file is one visible line', () => {
  const { message } = new UserError(`unknown key ${obeyed.join('')}\nsecond`, { file: 'a\u202eb', line: 3, todo: 'c' })
  expect(obeyed.filter((character) => message.includes(character))).toEqual([])
  expect(message.split('\n')).toHaveLength(1)
})
