import { expect, test } from 'vitest'
import { dispatchMatrix, mergedMatrix, type Visit } from '../../src/judging/dispatch-matrix.ts'
import type { PlannedCheck, Verdict } from '../../src/verdict/stream.ts'

const check = (id: string, statement: string): PlannedCheck => ({
  id,
  interface: 'dispatch',
  requirement: id.split('/').slice(0, 2).join('/'),
  level: 'must',
  says: '',
  sources: [statement],
})

const verdict = (id: string, is: Verdict['is'], because?: string): Verdict => ({
  check: id,
  requirement: id,
  is,
  findings: [],
  ms: 0,
  ...(because ? { because } : {}),
})

const visit: Visit = {
  check: 'dispatch/notify/confirmed-activity',
  state: 'confirmed',
  action: 'notify',
  role: 'owner',
  status: 201,
  before: 'CONFIRMED',
  after: 'NOTIFIED',
}

const planned = [check('dispatch/notify/confirmed-activity', 'B-DSP-07'), check('dispatch/roles/notified', 'B-DSP-13')]
const verdicts = new Map([
  [planned[0]!.id, verdict(planned[0]!.id, 'pass')],
  [planned[1]!.id, verdict(planned[1]!.id, 'blocked', 'identities.partner-2 is not set')],
])

const cellIn = (matrix: ReturnType<typeof dispatchMatrix>, state: string, action: string, role: string) =>
  matrix?.cells.find((cell) => cell.state === state && cell.action === action && cell.role === role)

test('each cell tells what was seen in it, or why nothing was', () => {
  const matrix = dispatchMatrix([visit, visit, { ...visit, status: 202 }], planned, verdicts)
  expect(matrix?.cells).toHaveLength(8 * 7 * 3)
  expect(cellIn(matrix, 'confirmed', 'notify', 'owner')).toEqual({
    state: 'confirmed',
    action: 'notify',
    role: 'owner',
    is: 'moves',
    statement: 'B-DSP-07',
    seen: [
      { check: visit.check, status: 201, before: 'CONFIRMED', after: 'NOTIFIED', times: 2 },
      { check: visit.check, status: 202, before: 'CONFIRMED', after: 'NOTIFIED', times: 1 },
    ],
  })
  expect(cellIn(matrix, 'notified', 'reject', 'owner')?.because).toBe(
    'dispatch/roles/notified is blocked: identities.partner-2 is not set',
  )
  expect(cellIn(matrix, 'released', 'release', 'partner')?.because).toBe('no sentence says what happens')
  expect(cellIn(matrix, 'accepted', 'update', 'other')?.because).toBe(
    'the check that visits it is not part of this run',
  )
})

test('what only a run with --heavy looks at is named, and what hindered the look at an open cell', () => {
  const costly = [
    check('dispatch/roles/rejected', 'B-DSP-13'),
    check('dispatch/silences/cells-left-open', 'B-DSP-17'),
    check('dispatch/silences/cells-left-open-when-late', 'B-DSP-17'),
  ]
  const short = dispatchMatrix([], planned, verdicts, costly)
  expect(cellIn(short, 'rejected', 'update', 'owner')?.because).toBe(
    'dispatch/roles/rejected looks, in a run with --heavy',
  )
  expect(cellIn(short, 'released', 'release', 'partner')?.because).toBe(
    'no sentence says what happens; dispatch/silences/cells-left-open looks, in a run with --heavy',
  )
  const { id } = costly[2]!
  const blocked = new Map([[id, verdict(id, 'blocked', 'controls.clock is not set')]])
  const heavy = dispatchMatrix([], [...planned, ...costly], blocked)
  expect(cellIn(heavy, 'late', 'confirm', 'owner')?.because).toBe(`${id} is blocked: controls.clock is not set`)
})

test('a run that planned no check of dispatching has no matrix', () => {
  expect(dispatchMatrix([], [{ ...planned[0]!, interface: 'crowd' }], verdicts)).toBeUndefined()
})

test('what one shard saw is seen in the whole', () => {
  const one = dispatchMatrix([], planned.slice(1), verdicts)!
  const other = dispatchMatrix([visit], planned.slice(0, 1), verdicts)!
  const whole = mergedMatrix([one, other])
  expect(cellIn(whole, 'confirmed', 'notify', 'owner')).toMatchObject({ seen: [{ times: 1 }] })
  expect(cellIn(whole, 'confirmed', 'notify', 'owner')).not.toHaveProperty('because')
  expect(cellIn(mergedMatrix([other, one]), 'notified', 'reject', 'owner')?.because).toMatch(/identities\.partner-2/)
  expect(mergedMatrix([])).toBeUndefined()
})
