import fc from 'fast-check'
import { expect, test } from 'vitest'
import { questions } from '../../src/cql/generate.ts'
import { parse } from '../../src/cql/parse.ts'
import { print } from '../../src/cql/print.ts'
import { toAst } from '../../src/cql/question.ts'
import { sample } from './sample.ts'

test('what is printed is read back, and nothing in it is irregular', () => {
  fc.assert(
    fc.property(questions(fc), (question) => {
      const ast = toAst(question, sample)
      expect(parse(print(ast))).toEqual({ ast: JSON.parse(JSON.stringify(ast)), irregular: [] })
    }),
    { numRuns: 1000, seed: 3 },
  )
})

test.each<[query: string, at: number, expected: RegExp, found: string]>([
  ['', 0, /a field/, 'the end'],
  ['subject', 7, /=, !=/, 'the end'],
  ['subject = ', 10, /a quoted string/, 'the end'],
  ['subject = abc', 10, /a quoted string/, 'abc'],
  ['subject = "a" AND', 17, /a field/, 'the end'],
  ['(subject = "a"', 14, /\)/, 'the end'],
  ['subject = "a")', 13, /AND, OR or the end/, ')'],
  ['subject == "a"', 9, /a quoted string/, '='],
  ['subject in "a"', 11, /\(/, '"a"'],
  ['subject in ()', 12, /a quoted string/, ')'],
  ['subject is', 10, /null/, 'the end'],
  ['a = 1 b = 2', 6, /AND, OR or the end/, 'b'],
  ['subject ~ "a"', 8, /=, !=/, '~'],
  ['subject = "a', 10, /a quoted string/, '"'],
  ['AND a = 1', 4, /=, !=/, 'a'],
  ['CONTAINS(a "b")', 11, /,/, '"b"'],
])('%s is refused at %i', (query, at, expected, found) => {
  const parsed = parse(query)
  expect(parsed).toMatchObject({ fault: { at, found } })
  if ('fault' in parsed) expect(parsed.fault.expected).toMatch(expected)
})

test.each<[query: string, what: RegExp, at: number]>([
  ['a = 1 and b = 2', /AND is spelled and/, 6],
  ['!a = 1', /not followed by a parenthesis/, 0],
  ['a  = 1', /whitespace/, 1],
  ['a\t= 1', /whitespace/, 1],
  ['a LIKE "x"', /like is spelled LIKE/, 2],
  ['a like "%%%"', /ambiguous/, 7],
  ['a = 1e3', /do not show/, 4],
  ['a IN (1)', /in is spelled/, 2],
])('%s is taken, and noted', (query, what, at) => {
  const parsed = parse(query)
  expect('irregular' in parsed ? parsed.irregular : parsed).toEqual([{ what: expect.stringMatching(what), at }])
})

test('garbage is refused, never stumbled over', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          'a',
          '=',
          '"x',
          '"',
          '(',
          ')',
          '!',
          'AND',
          'OR',
          'in',
          ',',
          ' ',
          '1',
          'is',
          'null',
          '\0',
          'me()',
        ),
      ),
      (pieces) => {
        const parsed = parse(pieces.join(' '))
        if ('fault' in parsed) expect(parsed.fault.at).toBeLessThanOrEqual(pieces.join(' ').length)
      },
    ),
    { numRuns: 2000, seed: 4 },
  )
})
