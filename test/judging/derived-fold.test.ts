import { expect, test } from 'vitest'
import { derivedChecks } from '../../src/judging/derived.ts'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { derivedFold } from '../../src/judging/derived-fold.ts'
import type { Sight } from '../../src/judging/sight.ts'

const [check] = derivedChecks((await loadCatalogue()).requirements).filter(({ by, requirement }) => {
  return by === 'contract' && requirement.side !== 'client' && requirement.level === 'must'
})
const [statement = ''] = check?.statements ?? []

/** What the contract saw in the traffic of checks, in this order: of some that every run has, or of some that a seed draws. */
const findingOf = (...drawn: readonly boolean[]) => {
  const fold = derivedFold(check ? [check] : [], () => '')
  for (const [at, one] of drawn.entries())
    fold.add({
      by: 'contract',
      exchange: `x-${at}`,
      during: { check: 'data/a/b', seeded: false, drawn: one },
      line: '',
      asserted: [],
      findings: [{ statement, expected: 'a', actual: 'b' }] as unknown as Sight['findings'],
    })
  const outcome = check && fold.outcome(check)
  return outcome?.is === 'breach' ? outcome.findings[0] : undefined
}

test('what only checks show that a seed draws may come and go; what any other shows, too, may not', () => {
  expect(findingOf(true, true)).toMatchObject({ drawn: true, exchanges: ['x-0', 'x-1'] })
  for (const order of [
    [true, false],
    [false, true],
    [true, true, true, true, false],
  ])
    expect(findingOf(...order)).not.toHaveProperty('drawn')
})
