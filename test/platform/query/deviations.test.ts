import { beforeAll, expect, test } from 'vitest'
import { replacedBy } from '../../../src/platform/compose.ts'
import { queryFaults } from '../../../src/platform/faults/query.ts'
import { routeFaults } from '../../../src/platform/faults/routes.ts'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { queryRules } from '../../../src/platform/rulebook/query.ts'
import { queryVariants } from '../../../src/platform/variants/query.ts'
import { readingsQueryVariants } from '../../../src/platform/variants/readings-query.ts'
import { statements } from '../../../src/verdict/statements.ts'
import { dataOf } from '../data/wire.ts'
import { queryOf } from './wire.ts'

const now = Date.UTC(2026, 10, 21, 9)

/** What the Query API answers to the form that the documents show. */
async function play(platform: Platform): Promise<string[]> {
  const data = await dataOf(platform)
  for (const tail of ['1', '2', '3'])
    await data('POST', '/ServiceCall', {
      id: tail.padStart(32, 'B'),
      externalId: `q-${tail}`,
      subject: `call ${tail}`,
      chargeableEfforts: tail === '2',
    })
  const select = await queryOf(platform)
  const told = [
    await select('select sc.id, sc.chargeableEfforts, sc.subject from ServiceCall sc'),
    await select("select sc.subject from ServiceCall sc where sc.externalId = 'q-2'"),
    await select('nonsense'),
  ]
  return told.map(({ status, text }) => `${status} ${text.replace(/\b\d{13}\b/g, '<time>')}`)
}

let plain: readonly string[]
beforeAll(async () => {
  plain = await play(createPlatform({ now }))
})

test('the plain platform answers the same twice', async () => {
  expect(await play(createPlatform({ now }))).toEqual(plain)
  expect(plain.map((line) => line.slice(0, 3))).toEqual(['200', '200', '400'])
})

test.each([...queryFaults.map(({ id }) => ({ faults: [id] })), ...queryVariants.map(({ id }) => ({ variants: [id] }))])(
  '%j changes an answer',
  async (deviation) => {
    const told = await play(createPlatform({ now, ...deviation }))
    expect(told).not.toEqual(plain)
    expect(told.join('\n')).not.toContain('internal_error')
  },
)

test('the values of another record stand beside an id that stays', async () => {
  const ids = (told: readonly string[]) => [...(told[0] ?? '').matchAll(/"id":"(\w+)"/g)].map(([, id]) => id)
  expect(ids(await play(createPlatform({ now, faults: ['query-api-values-mixed'] })))).toEqual(ids(plain))
})

test('every binding statement about the Query API has a fault, and only what a deviation replaces is a rule', () => {
  const broken = queryFaults.flatMap(({ breaks }) => [...breaks])
  expect(
    statements
      .filter(({ id, level, side }) => id.startsWith('A-QRY-') && level === 'must' && side !== 'client')
      .map(({ id }) => id)
      .filter((id) => !broken.includes(id)),
  ).toEqual([])
  const named = new Set(
    [...queryFaults, ...routeFaults, ...queryVariants, ...readingsQueryVariants].flatMap(replacedBy),
  )
  expect(
    Object.keys(queryRules.query)
      .map((name) => `query.${name}`)
      .filter((name) => !named.has(name)),
  ).toEqual([])
})
