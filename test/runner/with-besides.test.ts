import { expect, test } from 'vitest'
import { withBesides } from '../../src/runner/with-besides.ts'
import type { Outcome } from '../../src/verdict/outcome.ts'
import type { Finding } from '../../src/verdict/finding.ts'
import type { Verdict } from '../../src/verdict/stream.ts'

const besides = [{ requirement: 'data/create' } as Finding]
const held: Outcome = { is: 'held', saw: ['GET /x -> 200'], besides }
const verdict = (is: Verdict['is'], requirement = 'data/create'): Verdict => ({
  check: `${requirement}/x`,
  requirement,
  is,
  findings: [],
  ms: 1,
})

test('a check goes on where the rule that its setup broke is told by a check of that rule', () => {
  expect(withBesides(held, [verdict('pass'), verdict('fail')])).toBe(held)
})

test('where nothing else tells it, the check is blocked by that finding', () => {
  const untold = { is: 'blocked', because: 'a setup step broke data/create', findings: besides }
  expect(withBesides(held, [verdict('pass'), verdict('fail', 'data/lock')])).toEqual(untold)
  expect(withBesides(held, [])).toEqual(untold)
})

test('any other outcome is left as it is', () => {
  const plain: Outcome = { is: 'held', saw: [] }
  expect(withBesides(plain, [])).toBe(plain)
})
