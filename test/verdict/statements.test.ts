import { expect, test } from 'vitest'
import { statementOf, statements } from '../../src/verdict/statements.ts'
import { partA } from '../../src/verdict/statements/part-a.ts'
import { partB } from '../../src/verdict/statements/part-b.ts'

test('every statement of both documents stands there once', () => {
  expect(statements).toHaveLength(448)
  expect(new Set(statements.map(({ id }) => id)).size).toBe(448)
})

test('each is well formed', () => {
  for (const { id, level, side } of statements) {
    expect(id).toMatch(/^[AB]-[A-Z]{3}-\d{2}$/)
    expect(['must', 'implied', 'variant', 'unshown', 'advice'], id).toContain(level)
    expect(['server', 'client', 'both'], id).toContain(side)
  }
})

test('each says in plain sentences of its own what it states, under a chapter', () => {
  for (const { id, chapter, says } of statements) {
    expect(chapter.trim(), id).not.toBe('')
    expect(says, id).toMatch(/\S\.$/)
    expect(says.length, id).toBeLessThanOrEqual(320)
    expect(says, id).not.toMatch(/[AB]-[A-Z]{3}-\d/)
  }
  expect(new Set(statements.map(({ says }) => says)).size).toBe(statements.length)
})

test('what is not shown, advised or of several forms is said to be so', () => {
  const opening = { unshown: /^The documents do not show /, advice: /^Connectors should / }
  for (const { id, level, says } of statements) {
    expect(opening.unshown.test(says), id).toBe(level === 'unshown')
    expect(opening.advice.test(says), id).toBe(level === 'advice')
    if (level === 'variant') expect(says, id).toMatch(/\b(lawful|lawfully)\b/)
  }
})

test('a chapter has one place only, and holds statements of one document', () => {
  const titles = [...partA, ...partB].map(({ chapter }) => chapter)
  expect(new Set(titles).size).toBe(titles.length)
  for (const each of [...partA, ...partB]) expect(each.statements.length, each.chapter).toBeGreaterThan(0)
  expect(partA.flatMap((each) => each.statements).filter(({ id }) => !id.startsWith('A-'))).toEqual([])
  expect(partB.flatMap((each) => each.statements).filter(({ id }) => !id.startsWith('B-'))).toEqual([])
})

test('they are found by number, and nothing else is', () => {
  expect(statementOf('A-DAT-20')).toMatchObject({
    id: 'A-DAT-20',
    level: 'must',
    side: 'server',
    chapter: 'Data API operations',
  })
  for (const id of ['A-DAT-99', 'a-dat-20', 'A-DAT-2', '']) expect(statementOf(id)).toBeUndefined()
})
