import { expect, test } from 'vitest'
import type { StoredRecord } from '../../../src/platform/store/record.ts'
import { createStore } from '../../../src/platform/store/store.ts'

const clock = { now: () => 1000, advance: () => undefined }

const record = (id: string, externalId: string | null = null, fields = {}): StoredRecord => ({
  id,
  externalId,
  lastChanged: 1000,
  lastChangedBy: null,
  fields,
})

const how = { by: 'admin', forced: false, route: 'id', inBatch: false } as const

/** What can be read of a table. */
const seen = (store: ReturnType<typeof createStore>, ids: string[], externalIds: string[]) => ({
  all: store
    .table('R')
    .all()
    .map(({ id }) => id),
  byId: ids.map((id) => store.table('R').byId(id)),
  byExternalId: externalIds.map((externalId) => store.table('R').byExternalId(externalId)?.id),
  deletions: store.table('R').deletions.map(({ record: { id }, at }) => `${id} ${at}`),
})

test('a transaction that throws takes back every kind of write, indexes and deletions too', () => {
  const store = createStore(clock)
  const [a, b, c] = [record('A', 'x'), record('B', 'y'), record('C', 'z')]
  store.transaction((transaction) => {
    for (const one of [a, b, c]) transaction.put('R', one)
  })
  store.transaction((transaction) => transaction.remove('R', c, how))
  const look = () => seen(store, ['A', 'B', 'C', 'D'], ['x', 'y', 'z', 'w'])
  const before = look()
  expect(() =>
    store.transaction((transaction) => {
      transaction.put('R', record('A', 'w', { changed: true }))
      transaction.remove('R', b, how)
      transaction.put('R', record('D', 'y'))
      transaction.put('R', record('D', 'x'))
      transaction.put('R', record('C', 'z'))
      transaction.remove('R', record('D', 'x'), how)
      throw new Error('part failed')
    }),
  ).toThrow('part failed')
  expect(look()).toEqual(before)
})

test('writes of one transaction share its start, whatever the clock does', () => {
  let now = 1
  const store = createStore({ now: () => now++, advance: () => undefined })
  const starts = store.transaction((transaction) => [transaction.start, transaction.start])
  expect(starts[0]).toBe(starts[1])
})

test('an external id can move from one record to another within a transaction', () => {
  const store = createStore(clock)
  store.transaction((transaction) => {
    transaction.put('R', record('A', 'x'))
    transaction.put('R', record('A', null))
    transaction.put('R', record('B', 'x'))
  })
  expect(store.table('R').byExternalId('x')?.id).toBe('B')
})

test('ids are found in any spelling', () => {
  const store = createStore(clock)
  store.transaction((transaction) => transaction.put('R', record('AAAAAAAABBBBCCCCDDDDEEEEEEEEEEEE')))
  expect(store.table('R').byId('aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee')?.id).toBe('AAAAAAAABBBBCCCCDDDDEEEEEEEEEEEE')
})
