import { beforeAll, expect, test } from 'vitest'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { stock } from './scenario-lists.ts'
import { dataOf, external, recordOf, type Data, type Options } from './wire.ts'

const id = (tail: string): string => tail.padStart(32, 'A')
const call = `/ServiceCall/${id('81')}`
const dtos = 'ServiceCall.27;BusinessPartner.25;Person.25;Equipment.24;Activity.43'

let platform: Platform
let data: Data
beforeAll(async () => {
  platform = createPlatform()
  data = await dataOf(platform)
  await stock(data, platform)
})

async function read(path: string, query: NonNullable<Options['query']>, as = data): Promise<Record<string, unknown>> {
  const answer = await as('GET', path, undefined, { query: { dtos, ...query } })
  expect(answer.status, answer.text).toBe(200)
  return recordOf(answer)
}

const ids = (value: unknown): string[] => (value as Array<{ id: string }>).map((one) => one.id)

test('a reference becomes the record it refers to, by every route', async () => {
  const routes: Array<[string, object]> = [
    [call, {}],
    [`/ServiceCall/${external('call-81')}`, {}],
    ['/ServiceCall', { query: 'code = "shape"' }],
    ['/ServiceCall', { orderBy: 'externalId' }],
  ]
  for (const [path, query] of routes) {
    expect(await read(path, { ...query, expand: 'businessPartner' })).toMatchObject({
      id: id('81'),
      businessPartner: { id: id('71'), name: 'Bravo', externalId: 'bp-71' },
    })
  }
})

test('a relation to many becomes the records, whichever side refers', async () => {
  expect(ids((await read(call, { expand: 'activities' }))['activities'])).toEqual([id('91'), id('92')])
  expect(ids((await read(call, { expand: 'technicians' }))['technicians'])).toEqual([
    'F1E1D0000000000000000000000000C1',
    id('74'),
  ])
  expect((await read(`/ServiceCall/${id('82')}`, { expand: 'activities' }))['activities']).toEqual([])
})

test('every record of a list gets its own related ones', async () => {
  const answer = await data('GET', '/ServiceCall', undefined, {
    query: { dtos, query: 'code = "shape"', expand: ['count(activities)', 'businessPartner;fields=name'] },
  })
  const calls = (answer.json['data'] as Array<{ serviceCall: Record<string, unknown> }>).map(({ serviceCall }) => [
    serviceCall['count(activities)'],
    serviceCall['businessPartner'],
  ])
  expect(calls).toEqual([
    [2, { name: 'Bravo' }],
    [0, { name: 'alpha' }],
    [0, null],
    [0, { name: 'Charlie' }],
  ])
})

test('an expansion is shaped by its own fields, those of the record by theirs', async () => {
  expect(
    await read(call, { fields: 'subject', expand: ['businessPartner;fields=name, code', 'activities;fields=subject'] }),
  ).toEqual({
    subject: 'b',
    businessPartner: { name: 'Bravo', code: 'B' },
    activities: [{ subject: 'first' }, { subject: 'second' }],
  })
})

test('an object reference is expanded for the type it points to alone', async () => {
  const [toCall, toEquipment] = [`/Activity/${id('91')}`, `/Activity/${id('92')}`]
  expect((await read(toCall, { expand: 'object.objectId(ServiceCall)' }))['object(SERVICECALL)']).toMatchObject({
    id: id('81'),
    subject: 'b',
  })
  const other = await read(toEquipment, { expand: 'object.objectId(ServiceCall)' })
  expect(other).toEqual(await read(toEquipment, {}))
  expect((await read(toEquipment, { expand: 'object.objectId(Equipment);fields=name' }))['object(EQUIPMENT)']).toEqual({
    name: 'Crane 7',
  })
})

test('the version of the related record is the one that dtos names', async () => {
  const shown = async (version: number) =>
    (await read(call, { dtos: `ServiceCall.27;BusinessPartner.${version}`, expand: 'businessPartner' }))[
      'businessPartner'
    ] as object
  expect(await shown(17)).not.toHaveProperty('externalId')
  expect(await shown(19)).not.toHaveProperty('lastChangedBy')
  expect(await shown(20)).toMatchObject({ externalId: 'bp-71', lastChangedBy: '20101' })
})

test('without the right to read them, related records stay out and the reference stays', async () => {
  const calls = await dataOf(platform, 'calls-only')
  expect(await read(call, { expand: ['businessPartner', 'activities;fields=subject'] }, calls)).toMatchObject({
    businessPartner: id('71'),
    activities: [{ subject: 'first' }, { subject: 'second' }],
  })
})

const refused = async (query: NonNullable<Options['query']>) =>
  (await data('GET', call, undefined, { query: { dtos, ...query } })).status

test.each([
  '',
  'nothing',
  'subject',
  'udfValues',
  'businessPartner.name',
  'businessPartner;fields=nothing',
  'businessPartner;only=name',
  'count(businessPartner)',
  'count(nothing)',
  'object.objectId(ServiceCall)',
])('expand=%j is refused', async (expand) => {
  expect(await refused({ expand })).toBe(400)
})

test('an expansion needs its pair in dtos, a count does not', async () => {
  expect(await refused({ dtos: 'ServiceCall.27', expand: 'businessPartner' })).toBe(400)
  expect(await refused({ dtos: 'ServiceCall.27', expand: ['count(activities)', 'activities'] })).toBe(400)
  expect(await read(call, { dtos: 'ServiceCall.27', expand: 'count(activities)' })).toMatchObject({
    'count(activities)': 2,
  })
})
