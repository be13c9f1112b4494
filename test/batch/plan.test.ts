import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectationOf } from '../../src/batch/expect.ts'
import { canonical, formInWords } from '../../src/batch/form.ts'
import { brokenCases, lawfulCases } from '../../src/batch/generate.ts'
import { before, type Deed, type Step } from '../../src/batch/plan.ts'
import { smallerCases } from '../../src/batch/shrink.ts'
import { tierOfForm } from '../../src/batch/tiers.ts'

const step = (deed: Deed, slot = 0): Step => ({ deed, slot, named: false })

describe('what the documents fix of a batch', () => {
  test('in a transaction the first failure takes everything back', () => {
    const { failsAt, isUndone, after, created } = expectationOf({
      steps: [step('create'), step('patch'), step('stale', 1), step('dangling')],
    })
    expect({ failsAt, isUndone, after, created }).toEqual({ failsAt: 2, isUndone: true, after: before, created: [] })
  })

  test('without one each part stands by itself', () => {
    const { isUndone, after, created } = expectationOf({
      steps: [step('create'), step('stale'), step('patch'), step('delete', 1), step('put', 4)],
      transactional: false,
    })
    expect({ isUndone, after, created }).toEqual({
      isUndone: false,
      after: [2, null, -1, undefined, 4],
      created: [0],
    })
  })

  test('parts see what those before them did', () => {
    const { parts } = expectationOf({ steps: [step('get'), step('patch'), step('get'), step('delete'), step('get')] })
    expect(parts.map(({ deed, shows }) => [deed, shows])).toEqual([
      ['get', -1],
      ['patch', undefined],
      ['get', 1],
      ['delete', undefined],
      ['create', undefined],
    ])
  })
})

test('a shrunk case names only what matters', () => {
  const [least] = fc.sample(lawfulCases(fc), { seed: 1, numRuns: 1 })
  let one = {
    ...(least as NonNullable<typeof least>),
    form: { ...canonical, padding: 'tab', mediaType: 'Multipart/MIXED' } as typeof canonical,
  }
  for (
    let next = smallerCases(one).find(({ form }) => form.padding === 'tab');
    next;
    next = smallerCases(one).find(({ form }) => form.padding === 'tab')
  )
    one = next
  expect(one.steps).toEqual([step('get')])
  expect([formInWords(one.form), one.transactional]).toEqual(['padding: tab', undefined])
})

test('every smaller case is smaller, and keeps its defect', () => {
  for (const one of fc.sample(brokenCases(fc), { seed: 2, numRuns: 200 })) {
    for (const less of smallerCases(one)) {
      expect(JSON.stringify(less)).not.toBe(JSON.stringify(one))
      expect(less.defect?.kind).toBe(one.defect?.kind)
      expect(less.steps.length).toBeLessThanOrEqual(one.steps.length)
    }
  }
})

test('forms of every tier are drawn', () => {
  expect(new Set(fc.sample(lawfulCases(fc), { seed: 3, numRuns: 300 }).map(({ form }) => tierOfForm(form)))).toEqual(
    new Set(['L0', 'L1', 'L2']),
  )
})
