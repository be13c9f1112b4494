import { describe, expect, test } from 'vitest'
import { readingsInWords, narrow, separators } from '../../src/cql/calibrate.ts'
import { compile, rowMatches } from '../../src/cql/evaluate.ts'
import { parse } from '../../src/cql/parse.ts'
import { allReadings, distinct, type Reading } from '../../src/cql/readings.ts'
import { sample } from './sample.ts'

const astOf = (query: string) => {
  const parsed = parse(query)
  if (!('ast' in parsed)) throw new Error(query)
  return parsed.ast
}
const rows = sample.rows.map(({ dto }) => dto)

test.each<[string, Record<string, unknown>, boolean | undefined]>([
  ['a = 1', { a: 1 }, true],
  ['a = 1', { a: 2 }, false],
  ['a = 1', {}, false],
  ['a != 1', {}, undefined],
  ['!(a = 1)', {}, undefined],
  ['!(a is null)', {}, false],
  ['a is null', { a: null }, true],
  ['a = "x"', { a: 'X' }, undefined],
  ['a like "X%"', { a: 'xy' }, false],
  ['a ilike "X%"', { a: 'xy' }, true],
  ['a like "a_c"', { a: 'abc' }, undefined],
  ['a like "a_c"', { a: 'a_c' }, true],
  ['a = "50%%"', { a: '50%' }, undefined],
  ['a = 1 OR b = 1 AND c = 1', { a: 1, b: 0, c: 0 }, undefined],
  ['a = 1 OR b = 1 AND c = 1', { a: 1, b: 0, c: 1 }, true],
  ['a = "2026-01-01T00:00:00Z"', { a: '2026-01-01T00:00:00.000Z' }, true],
  ['a = "AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE"', { a: 'aaaaaaaabbbbccccddddeeeeeeeeeeee' }, true],
  ['b.name = "x"', { a: 1 }, undefined],
  ['a = 1 AND b.name = "x"', { a: 2 }, false],
  ['CONTAINS(a, "x")', { a: ['x'] }, undefined],
  ['a in (1, 2)', { a: 2 }, true],
  ['a >= 2', { a: 2 }, true],
  ['a like "%%%"', { a: '%' }, undefined],
])('%s for %o', (query, row, verdict) => {
  expect(rowMatches(astOf(query))(row)).toBe(verdict)
})

describe('readings', () => {
  test('only those are told apart that the query depends on', () => {
    expect(distinct(allReadings, astOf('a = 1')).length).toBe(1)
    expect(distinct(allReadings, astOf('!(a != "x")')).length).toBe(8)
  })

  test.each(allReadings.filter(({ beyond }, at) => beyond && at % 7 === 0))(
    'a target of one reading is found to be it: %o',
    (reading: Reading) => {
      const observations = separators.map(({ query }) => {
        const held = compile(astOf(query), reading)
        return { query, listed: new Set(rows.filter((row) => held(row) === true)) }
      })
      const left = narrow(observations, rows)
      expect(left).toContainEqual(reading)
      expect(
        left.every(
          (one) =>
            one.unset === reading.unset &&
            one.differs === reading.differs &&
            one.caseCounts === reading.caseCounts &&
            one.bindsFirst === reading.bindsFirst,
        ),
      ).toBe(true)
      expect(readingsInWords(left)).toContain(`caseCounts ${reading.caseCounts}`)
    },
  )

  test('a target that no reading explains narrows nothing', () => {
    expect(narrow([{ query: 'subject = "abc"', listed: new Set() }], rows)).toEqual(allReadings)
    expect(narrow([{ query: 'subject = "abc"', listed: undefined }], rows)).toEqual(allReadings)
  })
})
