import { describe, expect, test } from 'vitest'
import { announcedChecks, announceCheck } from '../../src/kit/check.ts'
import { observe } from '../../src/kit/observe.ts'
import { announcedRequirements, requirements } from '../../src/kit/requirements.ts'
import type { Context } from '../../src/kit/context.ts'
import { newScope, withScope } from '../../src/target/scope.ts'
import { answered } from './answers.ts'

const catalogue = requirements('kit-check-test', {
  rule: { level: 'must', says: 'It is so.', sources: ['A-DAT-20'], needs: ['writes'] },
  open: { level: 'unshown', says: 'What it is.', sources: ['A-DAT-21'] },
})
const nothing = () => Promise.resolve()
const head = { brokenBy: ['some-fault'] } as const

describe('a requirement', () => {
  test('is known by its interface and slug', () => {
    expect(catalogue.rule).toMatchObject({ id: 'kit-check-test/rule', interface: 'kit-check-test', level: 'must' })
    expect(announcedRequirements()).toContain(catalogue.rule)
  })
})

describe('a check', () => {
  test('is announced with the needs of its requirement and its own', () => {
    const made = announceCheck(catalogue.rule, 'announced', { ...head, needs: ['clock'], alone: true }, nothing)
    expect(made).toMatchObject({
      id: 'kit-check-test/rule/announced',
      kind: 'check',
      needs: ['writes', 'clock'],
      brokenBy: ['some-fault'],
      alone: true,
      effects: false,
      heavy: false,
      sampled: false,
    })
    expect(announcedChecks()).toContain(made)
  })

  test('cannot be announced twice', () => {
    announceCheck(catalogue.rule, 'twice', head, nothing)
    expect(() => announceCheck(catalogue.rule, 'twice', head, nothing)).toThrow(
      'kit-check-test/rule/twice is announced twice',
    )
  })

  test.each(['Upper', 'two words', 'under_score', 'a/b', '', 'dot.ted', 'ümlaut', 'glob*'])(
    'cannot be called %j',
    (situation) => {
      expect(() => announceCheck(catalogue.rule, situation, head, nothing)).toThrow('lower case with dashes')
      expect(announcedChecks().some(({ id }) => id === `kit-check-test/rule/${situation}`)).toBe(false)
    },
  )
})

describe('an observation', () => {
  test('notes what it saw, rests on all its exchanges and breaks nothing', async () => {
    const made = observe(catalogue.open, 'seen', {}, () => Promise.resolve('a status of 404'))
    const scope = newScope(made.id, 'abcdefghij')
    const seen = answered(404, {}, scope)
    await withScope(scope, () => made.run({} as Context))
    expect(made.kind).toBe('observation')
    expect(scope.notes).toEqual(['a status of 404'])
    expect([...scope.asserted]).toEqual([seen.exchange])
  })
})
