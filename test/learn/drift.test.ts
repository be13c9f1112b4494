import { describe, expect, test } from 'vitest'
import { drift, notCompared } from '../../src/learn/drift.ts'
import { overlayText } from '../../src/learn/overlay.ts'
import { readOverlay } from '../../src/learn/read-overlay.ts'
import { driftLines } from '../../src/learn/report.ts'
import { address, entry, learnedFrom, overlayFrom, page } from './subject.ts'

const times = (count: number, record: object): object[] => Array.from({ length: count }, () => record)
const driftOf = (before: readonly unknown[], now: readonly unknown[], minCount = 5) => {
  const known = readOverlay(overlayText(overlayFrom(before)), 'overlay.json').learned
  const found = drift(known, learnedFrom(now), minCount)
  return {
    lines: driftLines(found, notCompared(known, learnedFrom(now)))
      .split('\n')
      .slice(0, -1),
    kinds: found.map(({ kind, field }) => [kind, field]),
  }
}
const before = page([
  ...times(8, { a: 1, state: 'OPEN', maybe: null, inner: { x: 1 } }),
  ...times(2, { a: 1, state: 'OPEN', maybe: 'x', inner: { x: 1 } }),
])
const same = { a: 1, state: 'OPEN', maybe: null, inner: { x: 1 } }

test('each departure is one plain line, with count and entries', () => {
  const now = [
    page(times(5, same)),
    page([
      { ...same, inner: { x: 'text', y: [] } },
      { ...same, state: 'STUCK' },
    ]),
    page([{ ...same, a: null, more: true }]),
  ]
  expect(driftOf([before], now).lines).toEqual([
    'null now  ServiceCall.27  a  was never null in 10  (once, entry 3)',
    'new type  ServiceCall.27  inner.x  string, was integer  (once, entry 2)',
    'new field  ServiceCall.27  inner.y  array  (once, entry 2)',
    'new field  ServiceCall.27  more  boolean  (once, entry 3)',
    'new value  ServiceCall.27  state  STUCK, was one of OPEN  (once, entry 2)',
    '5 differences from the overlay',
  ])
})

test('a value that may not be written down is not shown as drift either', () => {
  expect(driftOf([before], [page([{ ...same, state: 'Anna Muster' }])]).lines[0]).toBe(
    'new value  ServiceCall.27  state  a value that is not shown, was one of OPEN  (once, entry 1)',
  )
})

test('a whole number is a number, the other way round is drift', () => {
  const of = (...sizes: readonly number[]) => page(sizes.map((size) => ({ size })))
  expect(driftOf([of(1, 1.5)], [of(2)]).kinds).toEqual([])
  expect(driftOf([of(1, 2)], [of(1.5)]).kinds).toEqual([['new type', 'size']])
})

test('statuses, errors, parameters, operations and records that are new', () => {
  const get = (status: number, body: unknown, query = '') =>
    entry('GET', `${address}/ServiceCall/1?dtos=ServiceCall.27${query}`, status, body)
  expect(
    driftOf(
      [get(200, {}), get(404, { error: 'CA-404' })],
      [
        get(200, {}),
        get(404, { error: 'CA-405' }),
        get(503, {}, '&odd=1'),
        get(503, {}),
        entry('DELETE', `${address}/Person/1`, 200, { data: [{ person: {} }] }),
      ],
    ).lines,
  ).toEqual([
    'new operation  data/delete  called for the first time  (once, entry 5)',
    'new status  data/delete  200  (once, entry 5)',
    'new status  data/get  503  (2 times, entries 3 to 4)',
    'new error  data/get  404 CA-405  (once, entry 2)',
    'new parameter  data/get  odd  (once, entry 3)',
    'new subject  Person  seen for the first time  (once, entry 5)',
    'new subject  data.delete.answer  seen for the first time  (once, entry 5)',
    '7 differences from the overlay',
  ])
})

describe('absence is drift only where it says something', () => {
  const without = (name: string) => Object.fromEntries(Object.entries(same).filter(([key]) => key !== name))
  test('a field that was always there', () => {
    expect(driftOf([before], [page([without('inner')])]).lines[0]).toBe(
      'field not seen  ServiceCall.27  inner  was in 10 of 10, is in none of 1  (in the overlay 10 times, entry 1)',
    )
  })
  test('not a field of so few objects that it would not be required', () => {
    expect(driftOf([page(times(4, { a: 1, b: 2 }))], [page([{ a: 1 }])]).kinds).toEqual([])
    expect(driftOf([page(times(5, { a: 1, b: 2 }))], [page([{ a: 1 }])]).kinds).toEqual([['field not seen', 'b']])
  })
  test('a field that was often there, once there were chances enough', () => {
    const half = page([...times(5, { a: 1 }), ...times(5, { a: 1, b: 2 })])
    expect(driftOf([half], [page(times(9, { a: 1 }))]).kinds).toEqual([])
    expect(driftOf([half], [page(times(10, { a: 1 }))]).kinds).toEqual([['field not seen', 'b']])
  })
  test('not where the caller asked for some fields only', () => {
    expect(driftOf([before], [page([{ a: 1 }], '&fields=a')]).kinds).toEqual([['new parameter', undefined]])
  })
  test('nor where there is no traffic of the kind', () => {
    const get = entry('GET', `${address}/ServiceCall`, 200, {})
    expect(driftOf([before, get], [get])).toEqual({
      kinds: [],
      lines: ['not in this traffic, so not compared: ServiceCall.27', 'no drift'],
    })
  })
  test('null that is gone', () => {
    expect(driftOf([before], [page(times(2, { ...same, maybe: 'y' }))]).kinds).toEqual([])
    expect(driftOf([before], [page(times(7, { ...same, maybe: 'y' }))]).kinds).toEqual([['no longer null', 'maybe']])
  })
})
