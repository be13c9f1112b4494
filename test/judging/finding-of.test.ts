import { expect, test } from 'vitest'
import { Breach } from '../../src/kit/mismatch.ts'
import type { Check } from '../../src/kit/check.ts'
import type { Session } from '../../src/session/session.ts'
import { createRedactor } from '../../src/redact/redactor.ts'
import { findingOf } from '../../src/judging/finding-of.ts'
import { newScope } from '../../src/target/scope.ts'

const secret = 'S'.repeat(300)
const session = {
  redactor: createRedactor({ secrets: [secret] }),
  rerun: (id: string, seeded: boolean) => `rerun ${id}${seeded ? ' seeded' : ''}`,
} as unknown as Session
const check = {
  id: 'data/a/b',
  kind: 'property',
  requirement: { id: 'data/a', says: 'A rule.', sources: ['A-DAT-01', 'A-DAT-02'] },
} as unknown as Check
const found = (expected: string, actual: string) =>
  findingOf(new Breach({ expected, actual }), check, newScope('data/a/b', 'fabcd00000'), session)

test('a finding cites its requirement and first statement, and reruns itself', () => {
  expect(found('x', 'y')).toMatchObject({
    statement: 'A-DAT-01',
    requirement: 'data/a',
    rule: 'A rule.',
    expected: 'x',
    actual: 'y',
    rerun: 'rerun data/a/b seeded',
  })
})

test('a status that is another one than the expected differs; a text is not cut within a word', () => {
  const expected = 'status 409 with error CA-27, and the stored value first in values'
  const row = `"externalId":"abc","inactive":false,`
  const finding = found(expected, `status 201 with {${row.repeat(7)}${'"chargeableEfforts":null,'.repeat(9)}}`)
  expect(finding.differs).toEqual([{ at: 'status', expected: '409', actual: '201' }])
  expect(finding.actual).toMatch(/:(?:null|false),\.\.\.$/)
  expect(found(expected, 'status 409 with {}').differs).toBeUndefined()
  expect(found('status 200 or 204', 'status 204 with {}').differs).toBeUndefined()
  expect(found('the record', 'status 404').differs).toBeUndefined()
})

test('a long text does not flood it, and no part of a secret survives the cut', () => {
  const { actual } = found('x', `${'y'.repeat(400)}${secret}${'z'.repeat(100_000)}`)
  expect(actual.length).toBeLessThan(320)
  expect(actual).not.toContain('SSSS')
})
