import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/platform/platform.ts'
import { dataOf, recordOf } from './wire.ts'

// Behind the first seconds of five minutes, in which one of them serves nothing.
const now = Date.UTC(2026, 10, 21, 9, 1)
const id = (tail: string): string => tail.padStart(32, 'A')
const call = { subject: 'a call' }
const at = (tail: string): string => `ServiceCall/${id(tail)}`

async function asked(variant: string) {
  const platform = createPlatform({ now, variants: [variant] })
  const data = await dataOf(platform)
  const below: typeof data = (method, path, ...more) => data(method, `/${path}`, ...more)
  return { platform, data: below }
}

test('the code of a service call is a number of the service', async () => {
  const { data } = await asked('service-call-codes-by-number')
  const made = recordOf(await data('POST', 'ServiceCall', { ...call, id: id('1'), code: 'mine' }))
  expect(made['code']).toBe('SC-000001')
  expect((await data('PATCH', at('1'), { code: 'mine' }, { query: { forceUpdate: 'true' } })).status).toBe(422)
  const put = await data('PUT', at('1'), call, { query: { forceUpdate: 'true' } })
  expect([put.status, recordOf(put)['code']]).toEqual([201, 'SC-000001'])
  expect(recordOf(await data('PUT', at('2'), { ...call, code: 'mine' }))['code']).toBe('SC-000002')
})

test('the id of a deleted record is spent', async () => {
  const { data } = await asked('ids-of-deleted-records-are-spent')
  await data('POST', 'ServiceCall', { ...call, id: id('1') })
  await data('DELETE', at('1'), undefined, { query: { forceDelete: 'true' } })
  expect((await data('POST', 'ServiceCall', { ...call, id: id('1') })).status).toBe(409)
  for (const method of ['PUT', 'PATCH']) expect((await data(method, at('1'), call)).status, method).toBe(409)
})

test('the same is created once within ten seconds', async () => {
  const { platform, data } = await asked('duplicates-within-ten-seconds-refused')
  const post = async () => (await data('POST', 'ServiceCall', call)).status
  expect([await post(), await post()]).toEqual([201, 409])
  platform.clock.advance(10_100)
  expect(await post()).toBe(201)
})

test('a partner with another name writes its calls', async () => {
  const { data, platform } = await asked('renamed-partner-rewrites-its-calls')
  const partner = `BusinessPartner/${id('B')}`
  await data('POST', 'BusinessPartner', { id: id('B'), name: 'one', code: 'B1' })
  await data('POST', 'ServiceCall', { ...call, id: id('1'), businessPartner: id('B') })
  const lastChanged = async (path: string) => recordOf(await data('GET', path))['lastChanged']
  const before = await lastChanged(at('1'))
  const patch = (body: unknown) => {
    platform.clock.advance(50)
    return data('PATCH', partner, body, { query: { forceUpdate: 'true' } })
  }
  await patch({ name: 'one' })
  expect(await lastChanged(at('1'))).toBe(before)
  await patch({ name: 'other' })
  expect(await lastChanged(at('1'))).toBe(await lastChanged(partner))
})

const file = {
  id: id('F'),
  fileName: 'a.txt',
  fileContent: 'YQ==',
  object: { objectId: id('1'), objectType: 'SERVICECALL' },
}

test('content is at another address', async () => {
  const { data } = await asked('content-redirected-to-a-file-store')
  await data('POST', 'ServiceCall', { ...call, id: id('1') })
  await data('POST', 'Attachment', file)
  const told = await data('GET', `Attachment/${id('F')}/content`)
  expect(told.status).toBe(302)
  expect(told.header('Location')).toMatch(/\/files\/[0-9a-f]{40}\?name=a\.txt/)
})

test('content is scanned for two seconds', async () => {
  const { data, platform } = await asked('attachments-are-scanned-first')
  await data('POST', 'ServiceCall', { ...call, id: id('1') })
  expect((await data('POST', 'Attachment', file)).status).toBe(202)
  const read = async () => (await data('GET', `Attachment/${id('F')}/content`)).status
  expect(await read()).toBe(503)
  platform.clock.advance(2000)
  expect(await read()).toBe(200)
})

test('of two writes at a time that refer to one record the later is refused', async () => {
  const { data } = await asked('deadlock-victims-503')
  await data('POST', 'BusinessPartner', { id: id('B'), name: 'one', code: 'B1' })
  const referring = { ...call, businessPartner: id('B') }
  const answers = await Promise.all(
    ['1', '2'].map((tail) => data('POST', 'ServiceCall', { ...referring, id: id(tail) })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 503])
})
