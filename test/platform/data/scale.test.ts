import { expect, test } from 'vitest'
import { compose } from '../../../src/platform/compose.ts'
import { search } from '../../../src/platform/cql/search.ts'
import { catalogue } from '../../../src/platform/data/catalogue.ts'
import type { DataCall } from '../../../src/platform/data/data-call.ts'
import { allFaults, allVariants } from '../../../src/platform/deviations.ts'
import type { Deviation } from '../../../src/platform/deviation.ts'
import type { StoredRecord } from '../../../src/platform/store/record.ts'
import { createStore, type Store } from '../../../src/platform/store/store.ts'
import { standardPolicy } from '../../../src/platform/world/policy.ts'
import { standardWorld } from '../../../src/platform/world/world.ts'

const clock = { now: () => 1, advance: () => undefined }
const id = (at: number): string => at.toString(16).toUpperCase().padStart(32, '0')
const first = 1_700_000_000_000

/** `count` records, ten to a time, every second one with an external id; tells how often the fields of one were looked at. */
function filled(count: number): { store: Store; looks: () => number } {
  let looks = 0
  const store = createStore(clock)
  store.transaction((transaction) => {
    for (let at = 0; at < count; at += 1) {
      const fields = { name: `n${at % 7}` }
      transaction.put('Skill', {
        id: id(at),
        externalId: at % 2 === 0 ? `x-${at}` : null,
        lastChanged: first + Math.floor(at / 10),
        lastChangedBy: null,
        get fields() {
          looks += 1
          return fields
        },
      })
    }
  })
  return { store, looks: () => looks }
}

function asked(
  text: string,
  store: Store,
  isIndexed: boolean,
  deviations: readonly Deviation[] = [],
): readonly StoredRecord[] | number {
  const resource = catalogue.get('Skill') as DataCall['resource']
  const house = {
    ...compose(deviations, () => undefined),
    world: standardWorld,
    policy: standardPolicy,
    clock,
    enters: () => undefined,
  }
  const caller = { user: undefined } as unknown as DataCall['caller']
  const table = store.table('Skill')
  const found = search(text, () => table.all(), { house, resource, store, caller }, isIndexed ? table : undefined)
  return 'status' in found ? found.status : found
}

const size = 100_000
const big = filled(size)
const lookedAt = (text: string): number => {
  const before = big.looks()
  asked(text, big.store, true)
  return big.looks() - before
}

test('a query looks at each of 100,000 records once for each criterion', () => {
  expect(lookedAt('name = "n3"')).toBe(size)
  expect(lookedAt('name = "n3" AND name like "n%"')).toBe(2 * size)
  expect(lookedAt('name = "n3" OR id = "0"')).toBe(size)
})

test.each([
  [`id = "${id(77)}" AND name = "n0"`, 1],
  [`id in ("${id(1)}", "${id(99_999)}", "${id(1)}", "${id(size)}") AND name = "n0"`, 2],
  ['externalId = "x-500" AND name = "n0"', 1],
  ['name = "n0" AND externalId in ("x-500", "x-502", "x-501")', 2],
  [`lastChanged >= ${first + 9_999} AND name = "n0"`, 10],
  [`lastChanged > ${first + 9_998} AND name = "n0"`, 20],
  [`lastChanged < ${first} AND name = "n0"`, 10],
  [`lastChanged >= ${first + 5} AND lastChanged <= ${first + 6} AND name = "n0"`, 20],
  [`lastChanged >= ${first + 6} AND lastChanged < ${first + 5} AND name = "n0"`, 0],
  [`(lastChanged = ${first + 5} AND name = "n0") AND externalId = "x-52"`, 1],
])('%s looks at %i records', (text, looks) => {
  expect(lookedAt(text)).toBe(looks)
})

const questions = [
  `id = "${id(7)}"`,
  `id = "${id(7)}" AND name = "n1"`,
  `id in ("${id(30)}", "${id(3)}", "${id(3)}")`,
  `!(id = "${id(7)}")`,
  `id = "${id(7)}" OR name = "n1"`,
  `id != "${id(7)}"`,
  'externalId = "x-8"',
  'externalId = "X-8"',
  'externalId = "null"',
  'externalId in ("x-8", "x-30", "none")',
  'externalId = "twice"',
  'externalId in ("twice", "x-8") AND name = "n1"',
  'externalId = "100%%"',
  `lastChanged = ${first + 1}`,
  `lastChanged > ${first + 1}`,
  `lastChanged >= ${first + 1} AND lastChanged < ${first + 3}`,
  `lastChanged <= ${first + 1} AND name = "n1" AND externalId is null`,
  `lastChanged < ${first + 1} OR lastChanged > ${first + 2} AND name = "n1"`,
  `lastChanged in (${first}, ${first + 2})`,
  `lastChanged > ${first + 3} AND lastChanged < ${first}`,
]

/** A table that has been written to in every way: changed, taken back, with one external id held twice. */
function worn(): Store {
  const { store } = filled(40)
  const put = (at: number, more: object) =>
    store.transaction((transaction) =>
      transaction.put('Skill', {
        id: id(at),
        externalId: null,
        lastChanged: first + 2,
        lastChangedBy: null,
        fields: { name: 'n1' },
        ...more,
      }),
    )
  put(30, { externalId: 'twice', lastChanged: first })
  put(4, { externalId: 'twice' })
  put(50, { externalId: '100%' })
  put(51, { externalId: '100%%' })
  expect(() =>
    store.transaction((transaction) => {
      transaction.remove('Skill', store.table('Skill').byId(id(8)) as StoredRecord, {
        by: '',
        forced: false,
        route: 'id',
        inBatch: false,
      })
      transaction.put('Skill', { id: id(3), externalId: 'x-8', lastChanged: 5, lastChangedBy: null, fields: {} })
      throw new Error('taken back')
    }),
  ).toThrow('taken back')
  return store
}

function told(deviations: readonly Deviation[], isIndexed: boolean): string[] {
  const store = worn()
  return questions.map((text) => {
    const found = asked(text, store, isIndexed, deviations)
    return `${text}: ${typeof found === 'number' ? `status ${found}` : found.map((record) => Number.parseInt(record.id, 16)).join(' ')}`
  })
}

test('none of the questions is refused', () => {
  expect(told([], true).filter((line) => line.includes(': status'))).toEqual([])
})

test.each([
  ['nothing', []],
  ...[...allFaults, ...allVariants].filter(({ rule }) => rule?.cql).map((deviation) => [deviation.id, [deviation]]),
] as Array<[string, Deviation[]]>)(
  'the index answers as a look at every record does, with %s in force',
  (_id, deviations) => {
    expect(told(deviations, true)).toEqual(told(deviations, false))
  },
)

test('records stay in the order of their creation, also where a deletion is taken back', () => {
  expect(
    worn()
      .table('Skill')
      .all()
      .map((record) => Number.parseInt(record.id, 16)),
  ).toEqual([...Array(40).keys(), 50, 51])
})

test('a record that is not the last of its external id is found again when the last one goes', () => {
  const store = worn()
  const table = store.table('Skill')
  store.transaction((transaction) =>
    transaction.remove('Skill', table.byExternalId('twice') as StoredRecord, {
      by: '',
      forced: false,
      route: 'id',
      inBatch: false,
    }),
  )
  expect(table.byExternalId('twice')?.id).toBe(id(30))
})
