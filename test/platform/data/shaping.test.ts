import { beforeAll, expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { stock } from './scenario-lists.ts'
import { dataOf, external, recordOf, type Data, type Options } from './wire.ts'

const id = (tail: string): string => tail.padStart(32, 'A')

let data: Data
beforeAll(async () => {
  const platform = createPlatform()
  data = await dataOf(platform)
  await stock(data, platform)
})

type Query = NonNullable<Options['query']>

async function list(resource: string, query: Query): Promise<Array<Record<string, unknown>>> {
  const { status, text, json } = await data('GET', `/${resource}`, undefined, { query })
  expect(status, text).toBe(200)
  return (json['data'] as Array<Record<string, Record<string, unknown>>>).map(
    (element) => Object.values(element)[0] ?? {},
  )
}

const status = async (resource: string, query: Query): Promise<number> =>
  (await data('GET', `/${resource}`, undefined, { query })).status

const tails = (records: ReadonlyArray<Record<string, unknown>>) =>
  records.map((record) => String(record['id']).slice(-2)).join(' ')

const ordered = async (orderBy: string) => tails(await list('ServiceCall', { query: 'code = "shape"', orderBy }))

test.each([
  ['subject', '83 82 84 81'],
  ['subject asc', '83 82 84 81'],
  ['subject desc', '81 82 84 83'],
  ['subject,remarks', '83 84 82 81'],
  ['subject asc , remarks desc', '83 82 84 81'],
  ['remarks', '84 82 83 81'],
  ['remarks desc', '83 82 84 81'],
  ['businessPartner.name', '81 84 82 83'],
  ['businessPartner.name desc', '82 84 81 83'],
  ['lastChanged desc', '84 83 82 81'],
  ['externalId', '81 82 83 84'],
  ['id desc', '84 83 82 81'],
  ['asc', '81 82 83 84'],
  ['desc', '84 83 82 81'],
])('orderBy=%s', async (orderBy, expected) => {
  expect(await ordered(orderBy)).toBe(expected)
})

test('numbers are ordered as numbers', async () => {
  for (const [at, price] of [9, 10, 100].entries())
    await data('POST', '/Item', { id: id(`6${at}`), name: 'priced', price })
  expect((await list('Item', { query: 'name = "priced"', orderBy: 'price desc' })).map(({ price }) => price)).toEqual([
    100, 10, 9,
  ])
})

test('date-times are ordered as instants, whatever the form that they are written in', async () => {
  const times = ['2026-03-01T10:00Z', '2026-03-01T10:00:00.25Z', '2026-03-01T10:00:00.5Z', '2026-03-01T10:00:01Z']
  for (const at of [2, 0, 3, 1])
    await data('POST', '/ServiceCall', { id: id(`7${at}`), subject: 'timed', startDateTime: times[at] })
  const timed = async (orderBy: string) => tails(await list('ServiceCall', { query: 'subject = "timed"', orderBy }))
  expect(await timed('startDateTime')).toBe('70 71 72 73')
  expect(await timed('startDateTime desc')).toBe('73 72 71 70')
})

test.each([
  '',
  ',',
  'nothing',
  'subject,nothing',
  'subject up',
  'subject asc desc',
  'businessPartner.nothing',
  'subject.name',
  'technicians.lastName',
])('orderBy=%j is refused', async (orderBy) => {
  expect(await status('ServiceCall', { orderBy })).toBe(400)
})

test('pages of an ordered list partition it, whatever their size', async () => {
  const whole = (await list('Skill', { pageSize: '2147483647', orderBy: 'name desc' })).map(({ name }) => name)
  expect(whole).toHaveLength(61)
  for (const size of [1, 7, 20, 60, 61, 62]) {
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(61 / size) + 1 }, (_, at) =>
        list('Skill', { orderBy: 'name desc', pageSize: String(size), page: String(at + 1) }),
      ),
    )
    expect(pages.flat().map(({ name }) => name)).toEqual(whole)
    expect(pages.at(-1)).toEqual([])
  }
})

test('a list has twenty records unless it is told otherwise', async () => {
  expect(await list('Skill', {})).toHaveLength(20)
  expect(await list('Skill', { page: '3' })).toHaveLength(20)
  expect(await list('Skill', { query: 'name like "Skill%"' })).toHaveLength(20)
  expect(await list('Skill', { query: 'name like "Skill%"', pageSize: '33' })).toHaveLength(33)
})

test.each(['2147483648', '99999999999999999999', '0', '-1', '1.5', 'abc', ''])(
  'pageSize=%j is refused',
  async (pageSize) => {
    expect(await status('Skill', { pageSize })).toBe(400)
  },
)

test.each(['0', '-1', 'two', ''])('page=%j is refused', async (page) => {
  expect(await status('Skill', { page })).toBe(400)
})

test('fields leaves exactly the named ones, on gets and on lists', async () => {
  const query = { fields: 'subject, externalId' }
  expect(recordOf(await data('GET', `/ServiceCall/${id('81')}`, undefined, { query }))).toEqual({
    subject: 'b',
    externalId: 'call-81',
  })
  expect(recordOf(await data('GET', `/ServiceCall/${external('call-81')}`, undefined, { query }))).toEqual({
    subject: 'b',
    externalId: 'call-81',
  })
  expect(await list('ServiceCall', { query: 'code = "shape"', fields: 'remarks' })).toEqual([
    { remarks: null },
    { remarks: 'x' },
    { remarks: 'y' },
    { remarks: 'w' },
  ])
  expect(await status('ServiceCall', { fields: 'subject,nothing' })).toBe(400)
  expect(await status('Attachment', { fields: 'fileContent' })).toBe(400)
})

test('useExternalIds carries the external id of every reference: single, in lists, inlined', async () => {
  const asked = async (tail: string, useExternalIds: string) =>
    recordOf(await data('GET', `/ServiceCall/${id(tail)}`, undefined, { query: { useExternalIds } }))
  expect(await asked('81', 'true')).toMatchObject({
    businessPartner: { id: id('71'), externalId: 'bp-71' },
    technicians: [
      { id: 'F1E1D0000000000000000000000000C1', externalId: 'seed-person-1' },
      { id: id('74'), externalId: null },
    ],
    leader: { id: id('74'), externalId: null },
    equipments: null,
  })
  expect((await asked('82', 'true'))['udfValues']).toEqual([
    { meta: { id: 'F1E1D0000000000000000000000000A1', externalId: 'seed-udf-1' }, value: 1 },
  ])
  expect(await asked('81', 'false')).toMatchObject({ businessPartner: id('71'), leader: id('74') })
  expect(
    (await list('ServiceCall', { query: 'code = "shape"', useExternalIds: 'true', fields: 'businessPartner' })).map(
      ({ businessPartner }) => businessPartner,
    ),
  ).toEqual([
    { id: id('71'), externalId: 'bp-71' },
    { id: id('72'), externalId: null },
    null,
    { id: id('73'), externalId: 'bp-73' },
  ])
})
