import { beforeEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { dataOf, guid, recordOf, versionOf, type Data } from '../data/wire.ts'

let data: Data
let ids: readonly [string, string]

beforeEach(async () => {
  data = await dataOf(createPlatform({}))
  ids = [guid(), guid()]
  for (const [at, id] of ids.entries()) await data('POST', '/Skill', { id, externalId: `b-${at}`, name: `skill ${at}` })
})

const names = async () => Promise.all(ids.map(async (id) => recordOf(await data('GET', `/Skill/${id}`))['name']))
const versions = async () => Promise.all(ids.map(async (id) => versionOf(await data('GET', `/Skill/${id}`))))
const statuses = ({ text }: { text: string }): number[] =>
  (JSON.parse(text) as Array<{ status: number }>).map(({ status }) => status)
const force = { query: { forceUpdate: 'true' } }

describe.each([
  ['/Skill/bulk', 'id'],
  ['/Skill/externalId/bulk', 'externalId'],
] as const)('%s', (path, key) => {
  const named = (more: object) =>
    ids.map((id, at) => ({ ...(key === 'id' ? { id } : { externalId: `b-${at}` }), ...more }))

  test('patches and replaces each element at one time', async () => {
    expect(statuses(await data('PATCH', path, named({ name: 'patched' }), force))).toEqual([201, 201])
    expect(await names()).toEqual(['patched', 'patched'])
    expect(statuses(await data('PUT', path, named({ name: 'replaced' }), force))).toEqual([201, 201])
    expect(await names()).toEqual(['replaced', 'replaced'])
    expect(new Set(await versions()).size).toBe(1)
  })

  test('a stale element is refused, the other is written', async () => {
    const [first = 0, second = 0] = await versions()
    const [one, two] = named({ name: 'patched' })
    expect(
      statuses(
        await data('PATCH', path, [
          { ...one, lastChanged: first },
          { ...two, lastChanged: second - 1 },
        ]),
      ),
    ).toEqual([201, 409])
    expect(await names()).toEqual(['patched', 'skill 1'])
  })

  test('deletes by the lastChanged of each element, or by force', async () => {
    const [first = 0, second = 0] = await versions()
    const [one, two] = named({})
    expect(
      statuses(
        await data('DELETE', path, [
          { ...one, lastChanged: first },
          { ...two, lastChanged: second - 1 },
        ]),
      ),
    ).toEqual([200, 409])
    expect(statuses(await data('DELETE', path, [two], { query: { forceDelete: 'true' } }))).toEqual([200])
    expect(await names()).toEqual([undefined, undefined])
  })

  test('an element without its key is refused', async () => {
    expect(statuses(await data('PATCH', path, [{ name: 'x' }, null, 'x'], force))).toEqual([400, 400, 400])
  })
})

test('bulk is an external id like any other where the body is no list', async () => {
  expect((await data('PUT', '/Skill/externalId/bulk', { name: 'Named so' })).status).toBe(201)
  const read = await data('GET', '/Skill/externalId/bulk')
  expect(recordOf(read)).toMatchObject({ name: 'Named so', externalId: 'bulk' })
  expect(
    (await data('DELETE', '/Skill/externalId/bulk', undefined, { query: { lastChanged: String(versionOf(read)) } }))
      .status,
  ).toBe(200)
  expect((await data('PATCH', '/Skill/bulk', { name: 'x' })).status).toBe(400)
})

test('permission is asked for as for single records', async () => {
  const own = createPlatform({})
  const [nobody, admin] = [await dataOf(own, 'calls-only'), await dataOf(own)]
  const { id } = recordOf(await admin('POST', '/BusinessPartner', { name: 'x' }))
  const sent = ['PATCH', '/BusinessPartner/bulk', [{ id, name: 'y' }]] as const
  expect((await nobody(...sent)).status).toBeGreaterThanOrEqual(400)
  expect((await admin(...sent)).status).toBeLessThan(300)
})
