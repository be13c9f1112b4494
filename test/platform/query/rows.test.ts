import { beforeAll, describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { dataOf } from '../data/wire.ts'
import { queryOf, type Select } from './wire.ts'

const platform = createPlatform({})
let select: Select
let asCallsOnly: Select
const partner = 'F1E1D0000000000000000000000000B1'
const id = (tail: number): string => String(tail).padStart(32, 'B')

beforeAll(async () => {
  select = await queryOf(platform)
  asCallsOnly = await queryOf(platform, 'calls-only')
  const data = await dataOf(platform)
  const calls = [
    { subject: 'alpha', remarks: "it's", priority: 'LOW', chargeableEfforts: true, businessPartner: partner },
    { subject: 'beta', remarks: '50% off', priority: 'HIGH', chargeableEfforts: false },
    { subject: 'Alpha 2', priority: 'HIGH' },
  ]
  for (const [at, fields] of calls.entries())
    expect((await data('POST', '/ServiceCall', { id: id(at), externalId: `q-${at}`, ...fields })).status).toBe(201)
})

const from = 'select sc.subject from ServiceCall sc'
const subjects = async (rest: string): Promise<unknown[]> => {
  const { status, json } = await select(`${from} ${rest}`)
  expect(status).toBe(200)
  return (json['data'] as Array<{ sc: { subject: unknown } }>).map(({ sc }) => sc.subject)
}

test('rows hold the selected fields under the alias, unset ones as null', async () => {
  const { status, json } = await select(
    `SELECT x.id, x.subject, x.chargeableMileages, x.remarks FROM ServiceCall AS x WHERE x.id = '${id(2)}'`,
  )
  expect(status).toBe(200)
  expect(json).toEqual({ data: [{ x: { id: id(2), subject: 'Alpha 2', chargeableMileages: false, remarks: null } }] })
})

describe('where', () => {
  const own = "sc.externalId like 'q-%'"
  test.each([
    ["sc.subject = 'alpha'", ['alpha']],
    ['sc.subject = "alpha"', ['alpha']],
    ["sc.remarks = 'it''s'", ['alpha']],
    [`${own} and sc.subject != 'alpha'`, ['beta', 'Alpha 2']],
    [`${own} and sc.subject <> 'alpha'`, ['beta', 'Alpha 2']],
    ["sc.subject like 'a%'", ['alpha']],
    ["sc.subject like 'bet_'", ['beta']],
    ["sc.externalId in ('q-0', 'q-2')", ['alpha', 'Alpha 2']],
    [`${own} and sc.remarks is null`, ['Alpha 2']],
    [`${own} AND sc.remarks IS NOT NULL`, ['alpha', 'beta']],
    // What is unset is neither equal nor unequal.
    [`${own} and sc.remarks != 'it''s'`, ['beta']],
    [`${own} and not sc.remarks = 'it''s'`, ['beta']],
    [`${own} and sc.chargeableEfforts = false`, ['beta', 'Alpha 2']],
    ["sc.subject = 'alpha' or sc.subject = 'beta' and sc.priority = 'LOW'", ['alpha']],
    ["(sc.subject = 'alpha' or sc.subject = 'beta') and sc.priority = 'HIGH'", ['beta']],
    [`${own} and sc.lastChanged >= 1 and sc.lastChanged > 1`, ['alpha', 'beta', 'Alpha 2']],
    [`${own} and sc.lastChanged < 1`, []],
    ["sc.id = 'bbbbbbbb-bbbb-bbbb-bbbb-bbbbbbbbbbb1'", ['beta']],
    [`${own} and sc.externalId not in ('q-0')`, ['beta', 'Alpha 2']],
  ] as const)('%s', async (condition, expected) => {
    expect(await subjects(`where ${condition}`)).toEqual(expected)
  })

  test('order by, limit and offset', async () => {
    expect(await subjects(`where ${own} order by sc.priority, sc.subject desc`)).toEqual(['beta', 'Alpha 2', 'alpha'])
    expect(await subjects(`where ${own} order by sc.subject DESC LIMIT 1 OFFSET 1`)).toEqual(['alpha'])
  })
})

test('a join puts each record under its own alias', async () => {
  for (const on of ['sc.businessPartner = bp', 'sc.businessPartner = bp.id', 'bp.id = sc.businessPartner']) {
    const { json } = await select(
      `select sc.subject, bp.name from ServiceCall sc join BusinessPartner bp on ${on} where sc.subject = 'alpha'`,
    )
    expect(json).toEqual({ data: [{ sc: { subject: 'alpha' }, bp: { name: 'Harbour Cranes Ltd' } }] })
  }
})

describe('refusals', () => {
  test.each([
    '',
    'nonsense',
    'select',
    'select subject from ServiceCall sc',
    'select sc.nothing from ServiceCall sc',
    'select sc.subject from Nothing sc',
    'select x.subject from ServiceCall sc',
    `${from} where sc.nothing = 1`,
    `${from} where`,
    `${from} where x.subject = 'a'`,
    `${from} order by sc.nothing`,
    `${from} limit -1`,
    `${from}; delete from ServiceCall`,
    'select a.fileContent from Attachment a',
    'select sc.subject from ServiceCall sc join Person sc on sc.leader = sc.id',
  ])('the statement %j', async (statement) => {
    expect((await select(statement)).status).toBe(400)
  })

  test('bodies, types, dtos and permissions', async () => {
    expect((await select('', { raw: 'no json' })).status).toBe(400)
    expect((await select('', { raw: '{"query": 1}' })).status).toBe(400)
    expect((await select('', { raw: 'null' })).status).toBe(400)
    expect((await select(from, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415)
    expect((await select(from, { query: { dtos: undefined } })).status).toBe(400)
    expect((await select(from, { query: { dtos: 'BusinessPartner.25' } })).status).toBe(400)
    expect((await select(from, { query: { company: 'Nowhere' } })).status).toBe(400)
    expect((await asCallsOnly(from)).status).toBe(200)
    expect((await asCallsOnly('select bp.name from BusinessPartner bp')).status).toBe(400)
    expect((await select(from, { headers: { Authorization: 'Bearer nobody' } })).status).toBe(401)
  })
})

test('the version that dtos names shapes the rows', async () => {
  const statement = `select sc.subject, sc.externalId from ServiceCall sc where sc.id = '${id(0)}'`
  expect((await select(statement)).json).toEqual({ data: [{ sc: { subject: 'alpha', externalId: 'q-0' } }] })
  expect((await select(statement, { query: { dtos: 'ServiceCall.20' } })).json).toEqual({
    data: [{ sc: { subject: 'alpha', externalId: null } }],
  })
})
