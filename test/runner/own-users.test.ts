import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractFacts } from '../../src/contract/index.ts'
import { othersWrite } from '../../src/monitors/others-write.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { createSession } from '../../src/session/session.ts'
import { parseTarget } from '../../src/target/load.ts'

let server: Awaited<ReturnType<ReturnType<typeof createPlatform>['listen']>>
let file: Record<string, unknown>
beforeAll(async () => {
  const platform = createPlatform()
  server = await platform.listen({ port: 0 })
  file = platform.targetFile(server.origin)
})
afterAll(() => server.close())

/** The resources of which a record that a batch made, and a search showed, was perhaps written by others. */
async function suspects(others?: 'admin' | 'superuser') {
  const target = parseTarget(file, 'the test')
  const session = createSession({ target, secrets: [], seed: 1, rerun: (id) => id })
  const { context, scope } = session.contextFor('a check')
  const elsewhere = session.contextFor('another check').context
  const { api, fresh } = context
  const id = fresh.id()
  await api.batch.send([api.batch.part.create('BusinessPartner', fresh.body('BusinessPartner', { id }))])
  const look = () => api.data.list('BusinessPartner', { query: { query: `id = "${id}"` } })
  await look()
  if (others) {
    await context.wait(20)
    const { data } = elsewhere.as(others)
    await data.patch('BusinessPartner', id, { name: fresh.text() }, { force: true })
    expect((await look()).records()).toHaveLength(1)
  }
  const { suspect } = othersWrite(scope.exchanges, contractFacts(target), session)
  await session.cleanUp()
  await session.close()
  return [...suspect]
}

test('what a batch made under the name of the session is its own, though the answer to the batch names nobody', async () => {
  expect(await suspects()).toEqual([])
})

test.each(['admin', 'superuser'] as const)(
  'a later version than the one first shown is another’s: by %s',
  async (name) => {
    expect(await suspects(name)).toEqual(['BusinessPartner'])
  },
)
