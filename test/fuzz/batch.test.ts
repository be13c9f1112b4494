import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { batchGame } from '../../src/fuzz/batch.ts'
import { campaign, type CampaignOptions } from '../../src/fuzz/campaign.ts'
import { readReplay, writeReplay } from '../../src/fuzz/finding-file.ts'
import { createSession } from '../../src/session/session.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { parseTarget } from '../../src/target/load.ts'

async function search(faults: readonly string[], more: Partial<CampaignOptions> = {}) {
  const platform = createPlatform({ faults: [...faults] })
  const server = await platform.listen({ port: 0 })
  const session = createSession({
    target: parseTarget(platform.targetFile(server.origin), 'the test'),
    secrets: [],
    seed: 1,
    rerun: (id) => id,
    wait: async (ms) => platform.clock.advance(ms),
  })
  const stop = new AbortController()
  try {
    return await campaign(batchGame, {
      session,
      seed: 1,
      budget: { runs: 120, shrinkRequests: 200 },
      first: [],
      signal: stop.signal,
      onFinding: () => stop.abort(),
      ...more,
    })
  } finally {
    await session.close()
    await server.close()
  }
}

test('finds nothing on the plain platform', async () => {
  const { findings, runs } = await search([], { budget: { runs: 150 } })
  expect(findings).toEqual([])
  expect(runs).toBe(150)
})

test.each([
  ['batch-media-type-case', 'a batch of get 1 (mediaType: Multipart/MIXED)'],
  ['batch-undone-in-order', /^a batch of (?:patch|put) 1, (?:patch|put|delete) 1, (?:stale 1|dangling)$/],
  ['batch-url-executed', /full URL in part 1\)$/],
  ['batch-content-id-prefixed', 'a batch of get 1'],
  ['batch-inner-length-in-characters', /^a batch of patch 1$|^a batch of create$/],
])('%s is told by its smallest batch', async (fault, told) => {
  const [found] = (await search([fault])).findings
  expect(found?.told).toMatch(typeof told === 'string' ? new RegExp(`^${told.replace(/[()]/g, '\\$&')}$`) : told)
})

test.each([
  ['batch-always-transactional', 'batch/independent'],
  ['batch-content-id-prefixed', 'batch/content-id-repeated'],
  ['batch-url-executed', 'batch/full-url-refused'],
  ['batch-last-answer-missing', 'batch/parts-answered'],
  ['batch-undone-in-order', 'batch/transaction-undone'],
])('%s is told by the rule that it breaks', async (fault, requirement) => {
  const [found] = (await search([fault])).findings
  expect(found).toMatchObject({ requirement, level: 'must' })
})

test('a replay file holds the bytes, and repeats the finding where the fault is and nowhere else', async () => {
  const [found] = (await search(['batch-keeps-creates'])).findings
  const folder = mkdtempSync(join(tmpdir(), 'replay-'))
  try {
    const replay = readReplay(writeReplay(folder, (found as NonNullable<typeof found>).replay))
    expect((await search(['batch-keeps-creates'], { first: [replay], replayOnly: true })).findings).toHaveLength(1)
    expect((await search([], { first: [replay], replayOnly: true })).findings).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
  const [other] = (await search(['batch-content-id-prefixed'])).findings
  expect(Buffer.from(other?.replay.bytes ?? '', 'base64').toString()).toMatch(
    /^--fieldproof-batch\r\nContent-Type: application\/http\r\n/,
  )
})
