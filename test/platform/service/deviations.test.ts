import { beforeAll, expect, test } from 'vitest'
import { replacedBy } from '../../../src/platform/compose.ts'
import { allFaults, allVariants } from '../../../src/platform/deviations.ts'
import { serviceFaults } from '../../../src/platform/faults/service.ts'
import { servicePartFaults } from '../../../src/platform/faults/service-parts.ts'
import { serviceCompositeFaults } from '../../../src/platform/faults/service-composite.ts'
import { serviceRoundTripFaults } from '../../../src/platform/faults/service-round-trip.ts'
import { createPlatform, type Platform } from '../../../src/platform/platform.ts'
import { serviceRules } from '../../../src/platform/rulebook/service.ts'
import { serviceVariants } from '../../../src/platform/variants/service.ts'
import { statements } from '../../../src/verdict/statements.ts'
import { send, tokenOf } from '../access/wire.ts'
import { dataOf } from '../data/wire.ts'

const faults = [...serviceCompositeFaults, ...serviceFaults, ...servicePartFaults, ...serviceRoundTripFaults]
const now = Date.UTC(2026, 10, 21, 9)
const base = '/api/service-management/v2/composite-tree/service-calls'
const partner = 'F1E1D0000000000000000000000000B1'
const addressed = 'F1E1D0000000000000000000000000B2'
const call = { businessPartner: { id: partner }, subject: 'one', priority: 'LOW', status: '-2' }
const activity = { subject: 'look', remarks: 'twice', durationInMinutes: 20, dueDateTime: '2031-01-01T10:00:00Z' }
const material = {
  item: { id: 'F1E1D0000000000000000000000000D1' },
  warehouse: { externalId: 'seed-warehouse-1' },
  quantity: 3,
}
const address = { city: 'Delft', streetNumber: '4', location: { latitude: 52, longitude: 4.5 } }
const parts = {
  attachments: [{ fileName: 'a.txt', title: 'plan', category: 'DOCUMENT' }],
  requirements: [{ mandatory: true, skill: { externalId: 'seed-skill-1' } }],
  udfValues: [{ udfMeta: { externalId: 'seed-udf-1' }, value: 'B' }],
}
const full = {
  ...call,
  ...parts,
  externalId: 't-1',
  contact: { code: 'C-1' },
  responsibles: [{ code: 'P-1' }],
  equipments: [{ externalId: 'seed-equipment-1' }],
  remarks: 'all of it',
  problemType: 'LEAK',
  durationInMinutes: 95,
  dueDateTime: '2031-01-02T10:00:00Z',
  reservedMaterials: [
    { ...material, externalId: 'm-1', moved: 2, udfValues: parts.udfValues },
    { ...material, quantity: 1, shipped: 1, serialNumber: { code: 'SN-1' } },
  ],
  activities: [
    {
      ...activity,
      ...parts,
      externalId: 'a-1',
      address,
      region: { code: 'R-1' },
      plannedStartDate: '2032-01-01T10:00:00Z',
    },
    { ...activity, subject: 'mend', remarks: 'once', durationInMinutes: 40, address: { city: 'Gouda' } },
  ],
}

/** One of everything that the documents say of a tree; ids stand as numbers in the order in which they occur. */
async function play(platform: Platform): Promise<string[]> {
  const token = await tokenOf(platform, 'admin')
  const told: string[] = []
  const ids = new Map<string, string>()
  const plain = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi, (id) =>
        id.toUpperCase().startsWith('F1E1D') ? id : (ids.get(id) ?? (ids.set(id, `#${ids.size}`), `#${ids.size - 1}`)),
      )
      .replace(/\b\d{13}\b/g, '<time>')
      .replace(/"createDateTime":"[^"]*"/g, '"createDateTime":"<time>"')
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    at = base,
  ) => {
    const answer = await send(platform, `${at}${path}`, {
      method,
      body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
      headers: Object.fromEntries(
        Object.entries({
          Authorization: `Bearer ${token}`,
          'X-Account-Name': 'acme',
          'X-Company-Name': 'Acme North',
          'X-Client-ID': 'kit',
          'X-Client-Version': '1',
          'X-Request-ID': 'r',
          'Content-Type': 'application/json',
          ...headers,
        }).filter(([, value]) => value !== ''),
      ),
    })
    told.push(`${answer.status} ${plain(answer.text)}`)
    return answer
  }
  const idOf = (value: unknown): string => {
    const id = (value as { id?: unknown } | undefined)?.id
    return String(typeof id === 'object' && id !== null ? Object.values(id)[0] : id)
  }
  const made = await ask('POST', '', full)
  const id = idOf(made.json)
  await ask('GET', `/${id}`)
  for (const one of (made.json['activities'] as unknown[] | undefined) ?? [])
    await ask('GET', `/${id}/activities/${idOf(one)}`)
  const other = { ...call, subject: 'two' }
  for (const query of ['', '?autoCreateActivity=true', '?autoCreateActivity=false']) await ask('POST', query, other)
  await ask('POST', '?autoCreateActivity=true', { ...other, activities: [activity] })
  await ask('POST', '', { ...other, activities: ['a', 'b', 'c'].map((subject) => ({ ...activity, subject })) })
  await ask('POST', '', { ...other, activities: [{ subject: 'x', sourceActivity: { code: 'A-2' } }] })
  await ask('POST', '', {
    ...other,
    businessPartner: { id: addressed },
    activities: [{ subject: 'x', address: { ...address, source: 'EQUIPMENT', sourceId: { uuid: partner } } }],
  })
  for (const field of ['businessPartner', 'subject', 'priority', 'status'])
    await ask('POST', '', { ...call, [field]: undefined })
  await ask('POST', '', {
    ...call,
    externalId: 't-9',
    activities: [{ subject: 'kept', externalId: 'a-9' }, { remarks: 'none' }],
  })
  for (const field of ['item', 'warehouse', 'quantity'])
    await ask('POST', '', {
      ...call,
      activities: [{ subject: 'x', reservedMaterials: [{ ...material, [field]: undefined }] }],
    })
  for (const reference of [
    { id: 'A'.repeat(32) },
    { code: 'none' },
    { id: partner, code: 'BP-2' },
    { id: partner, externalId: 'seed-bp-2' },
    { code: 'BP-1', externalId: 'seed-bp-2' },
    { externalId: 'seed-bp-2' },
    { code: 'BP-2' },
  ])
    await ask('POST', '', { ...call, businessPartner: reference })
  await ask('POST', '', { ...call, activities: [{ subject: 'x', equipment: { id: 'A'.repeat(32) } }] })
  await ask('POST', '', { ...call, externalId: 't-1' })
  await ask('POST', '', { ...call, activities: [{ subject: 'x', externalId: 'a-1' }] })
  await ask('POST', '', { ...call, reservedMaterials: [{ ...material, externalId: 'm-1' }] })
  for (const body of ['', '[]']) await ask('POST', '', body)
  await ask('GET', `/${'A'.repeat(32)}`)
  await ask('GET', `/${id}/activities/${'A'.repeat(32)}`)
  for (const header of [
    'Authorization',
    'X-Account-Name',
    'X-Company-Name',
    'X-Client-ID',
    'X-Client-Version',
    'X-Request-ID',
  ])
    await ask('GET', `/${id}`, undefined, { [header]: '' })
  await ask('GET', `/${id}`, undefined, { Authorization: 'Bearer none' })
  await ask('GET', `/${id}`, undefined, {
    'X-Account-Name': '',
    'X-Company-Name': '',
    account: 'acme',
    company: 'Acme North',
  })
  const owner = await ask('POST', '', { ...call, activities: [{ ...activity, address }] })
  const [addressedActivity] = (owner.json['activities'] as Array<{ id?: unknown }> | undefined) ?? []
  for (const more of [{ address: { ...address, city: 'Breda', street: 'Kade' } }, {}])
    await ask('PATCH', `/${idOf(owner.json)}`, { remarks: 'p', activities: [{ id: addressedActivity?.id, ...more }] })
  await ask('GET', `/${idOf(owner.json)}`)
  const bulk = base.replace('composite-tree', 'composite-bulk')
  const listed = await ask('POST', '', [{ ...call }, { ...call, subject: 'second' }, {}], {}, bulk)
  const results = (listed.json['results'] as Array<{ resource?: unknown }> | undefined) ?? []
  for (const { resource } of results.slice(0, 2)) await ask('GET', `/${idOf(resource)}`)
  await ask('PATCH', '', [{ id: idOf(results[0]?.resource), remarks: 'listed' }, { id: 'none' }], {}, bulk)
  for (const [method, path, body] of [
    ['PATCH', `/${'A'.repeat(32)}`, {}],
    ['PATCH', `/${idOf(owner.json)}`, { activities: [{ id: 'none' }] }],
  ] as const)
    await ask(method, path, body)
  const data = await dataOf(platform)
  for (const path of [
    `/ServiceCall/${id}`,
    '/ServiceCall/externalId/t-9',
    '/Activity/externalId/a-9',
    '/Activity/externalId/a-1',
  ])
    told.push(plain((await data('GET', path)).text))
  return told
}

let plain: readonly string[]
beforeAll(async () => {
  plain = await play(createPlatform({ now }))
})

test('the plain platform answers the same twice, and no server error', async () => {
  expect(await play(createPlatform({ now }))).toEqual(plain)
  expect(plain.filter((line) => line.startsWith('5'))).toEqual([])
  expect(plain[0]?.slice(0, 3)).toBe('200')
})

test.each([...faults.map(({ id }) => ({ faults: [id] })), ...serviceVariants.map(({ id }) => ({ variants: [id] }))])(
  '%j changes an answer',
  async (deviation) => {
    const told = await play(createPlatform({ now, ...deviation }))
    expect(told).not.toEqual(plain)
    expect(told.join('\n')).not.toContain('internal_error')
  },
)

test('a refused tree leaves nothing, and what was created is in the Data API', () => {
  const [made, callKept, activityKept, activityMade] = plain.slice(-4)
  expect(made).toContain('all of it')
  expect(callKept).not.toContain('t-9')
  expect(activityKept).not.toContain('a-9')
  expect(activityMade).toContain('twice')
})

test('every binding statement about trees has a fault, and only what a deviation replaces is a rule', () => {
  const broken = faults.flatMap(({ breaks }) => [...breaks])
  expect(
    statements
      .filter(
        ({ id, level, side }) =>
          id.startsWith('B-SVC-') && (level === 'must' || level === 'implied') && side !== 'client',
      )
      .map(({ id }) => id)
      .filter((id) => !broken.includes(id)),
  ).toEqual([])
  const named = new Set([...allFaults, ...allVariants].flatMap(replacedBy))
  expect(
    Object.keys(serviceRules.service)
      .map((name) => `service.${name}`)
      .filter((name) => !named.has(name)),
  ).toEqual([])
})
