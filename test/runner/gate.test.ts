import { expect, test } from 'vitest'
import { gate } from '../../src/runner/gate.ts'
import type { Target } from '../../src/target/target.ts'

const target = (more: Partial<Target>): Target =>
  ({
    name: 't',
    file: 't.yaml',
    identities: {},
    dtos: {},
    templates: {},
    fixtures: {},
    has: [],
    lacks: {},
    controls: {},
    writes: true,
    ...more,
  }) as unknown as Target

test('a declared lack makes a check not applicable, and its reason is told', () => {
  expect(gate({ needs: ['clock'] }, target({ lacks: { clock: 'a real cluster' } }))).toEqual({
    is: 'not-applicable',
    because: 'the target lacks clock: a real cluster',
  })
})

test('what is neither supplied nor declared blocks, and the key is named', () => {
  const outcome = gate({ needs: ['sso-user'] }, target({}))
  expect(outcome?.is).toBe('blocked')
  expect(outcome).toMatchObject({ because: expect.stringContaining('identities.sso') })
})

test('a lack wins over another key that is missing', () => {
  expect(gate({ needs: ['sso-user', 'clock'] }, target({ lacks: { clock: 'x' } }))?.is).toBe('not-applicable')
})

test('what is supplied opens the gate', () => {
  expect(gate({ needs: ['writes'] }, target({}))).toBeUndefined()
})
