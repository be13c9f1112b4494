import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listen } from '../../src/platform/http/server.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { createSession } from '../../src/session/session.ts'
import { openIn } from '../../src/target/ledger.ts'
import { parseTarget } from '../../src/target/load.ts'
import { createdUser } from '../../suites/user/people.ts'

const ending: Array<() => unknown> = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** A session against a platform with these faults, or one that deletes no user; `noted` are the ids of its ledger. */
async function opened(faults: readonly string[] = [], deletesUsers = true) {
  const platform = createPlatform({ faults: [...faults] })
  let deletions = 0
  const server = await listen(
    async (request) => {
      const isDeletion = request.method === 'DELETE' && /\/users\b/i.test(request.target)
      if (isDeletion) deletions += 1
      return isDeletion && !deletesUsers
        ? { status: 405, headers: [], body: Buffer.alloc(0) }
        : platform.handle(request)
    },
    { port: 0, now: platform.clock.now },
  )
  const folder = mkdtempSync(join(tmpdir(), 'leaving-'))
  const target = parseTarget(platform.targetFile(server.origin), 'the test')
  const ledgerFile = join(folder, 'ledger.jsonl')
  const session = createSession({ target, secrets: [], seed: 1, rerun: (id) => id, ledgerFile })
  ending.push(
    () => rmSync(folder, { recursive: true }),
    () => server.close(),
    () => session.close(),
  )
  const noted = () => openIn(ledgerFile).objects.flatMap(({ id }) => (id === undefined ? [] : [id]))
  return { session, noted, deletions: () => deletions }
}

/** Two users that one check makes, the second one for others as well, and who is known of them after it is done. */
async function oneCheck(faults: readonly string[] = []) {
  const { session, noted } = await opened(faults)
  const { context } = session.contextFor('a check')
  const own = await createdUser(context.renew())
  const lasting = await createdUser(context.lasting())
  // Who writes a user later does not own it.
  await context.api.user.replace(lasting.id, { ...lasting.sent, id: Number(lasting.id), firstName: 'another' })
  await session.letUsersGo('a check')
  const isThere = async ({ id }: { readonly id: string }) => (await context.api.user.get(id)).status < 300
  const isNoted = ({ id }: { readonly id: string }) => noted().includes(id)
  return { session, own, lasting, isThere, isNoted }
}

test('a user that a check made for itself leaves with it, one for others at the end', async () => {
  const { session, own, lasting, isThere, isNoted } = await oneCheck()
  expect([await isThere(own), isNoted(own)]).toEqual([false, false])
  expect([await isThere(lasting), isNoted(lasting)]).toEqual([true, true])
  expect(await session.cleanUp()).toEqual([])
  expect(await isThere(lasting)).toBe(false)
})

test('one whose deletion is only told as done stays in the ledger', async () => {
  const { session, own, isThere, isNoted } = await oneCheck(['user-delete-not-done'])
  expect([await isThere(own), isNoted(own)]).toEqual([true, true])
  expect((await session.cleanUp()).join()).toContain(`user ${own.id} may be left behind`)
})

test('where users cannot be deleted, that is soon left to the clean-up', async () => {
  const { session, noted, deletions } = await opened([], false)
  const made: string[] = []
  for (const check of ['one', 'two', 'three', 'four', 'five']) {
    made.push((await createdUser(session.contextFor(check).context)).id)
    await session.letUsersGo(check)
  }
  // Of three users, over both interfaces.
  expect(deletions()).toBe(6)
  expect(noted()).toEqual(made.toReversed())
  expect((await session.cleanUp()).join()).toContain('and it was deactivated instead')
})
