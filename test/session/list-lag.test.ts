import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlatform } from '../../src/platform/platform.ts'
import { createSession } from '../../src/session/session.ts'
import { parseTarget } from '../../src/target/load.ts'

const servers = new Map<string, { origin: string; close(): Promise<void>; file: unknown }>()

beforeAll(async () => {
  for (const variant of ['none', 'lists-lag-1s']) {
    const platform = createPlatform({ variants: variant === 'none' ? [] : [variant] })
    const server = await platform.listen({ port: 0 })
    // What the platform says of its lists has to be found out here.
    const { limits: _, ...file } = platform.targetFile(server.origin)
    servers.set(variant, { ...server, file })
  }
})
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())))

async function listedAfterCreate(variant: string) {
  const target = parseTarget(servers.get(variant)?.file, 'the test')
  const session = createSession({ target, secrets: [], seed: 1, rerun: (id) => id })
  const { context } = session.contextFor('a check')
  const id = context.fresh.id()
  await context.api.data.create('BusinessPartner', context.fresh.body('BusinessPartner', { id }))
  const list = await context.api.data.list('BusinessPartner', { query: { query: `id = "${id}"` } })
  const left = await session.cleanUp()
  await session.close()
  return { listed: list.records().length, told: session.visibility.told(), left }
}

test('a target whose lists show a write at once is not waited for', async () => {
  expect(await listedAfterCreate('none')).toMatchObject({ listed: 1, told: { lags: false }, left: [] })
})

test('a target whose lists lag is measured, waited for, and the report says so', async () => {
  const { listed, told, left } = await listedAfterCreate('lists-lag-1s')
  expect([listed, told?.lags, left]).toEqual([1, true, []])
  expect(told?.text).toMatch(/^lists may lag behind writes/)
})
