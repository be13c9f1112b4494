import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { campaign, type CampaignOptions } from '../../src/fuzz/campaign.ts'
import { dispatchGame } from '../../src/fuzz/dispatch.ts'
import { readCorpus, writeReplay } from '../../src/fuzz/finding-file.ts'
import { contractFacts } from '../../src/contract/index.ts'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { attempt } from '../../src/runner/attempt.ts'

import { createSession } from '../../src/session/session.ts'
import { parseTarget } from '../../src/target/load.ts'

async function search(
  { faults = [], variants = [] }: { readonly faults?: string[]; readonly variants?: string[] },
  more: Partial<CampaignOptions> = {},
) {
  const platform = createPlatform({ faults, variants })
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
    return await campaign(dispatchGame, {
      session,
      seed: 1,
      budget: { runs: 300 },
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

test.each([
  [],
  ['dispatch-answers-202', 'dispatch-wrong-state-202'],
  ['dispatch-accept-unassigns', 'dispatch-batch-207-always'],
  ['dispatch-list-bare', 'dispatch-wrong-state-404', 'dispatch-either-spelling'],
])('finds nothing on a lawful platform: %s %s %s', async (...variants) => {
  const { findings, runs } = await search({ variants }, { budget: { runs: 10 } })
  expect(findings).toEqual([])
  expect(runs).toBe(10)
})

const way = 'the crowd owner confirmed it, then the crowd owner notified it, then'

test.each([
  ['dispatch-accept-from-confirmed', 'the crowd owner confirmed it, then partner 1 accepted it: 201'],
  ['dispatch-notify-from-accepted', `${way} partner 1 accepted it, then the crowd owner notified it: 201`],
  ['dispatch-accept-of-others', `${way} partner 2 accepted it: 201`],
])('%s is told by its shortest walk', async (fault, told) => {
  const [found] = (await search({ faults: [fault] })).findings
  expect(found?.told.replaceAll('accepted in a batch', 'accepted').replaceAll(' in a batch', '')).toBe(told)
})

test('a replay file repeats the finding where the fault is and nowhere else, and the corpus keeps it', async () => {
  const faults = ['dispatch-accept-from-accepted']
  const [found] = (await search({ faults })).findings
  const folder = mkdtempSync(join(tmpdir(), 'replay-'))
  try {
    writeReplay(folder, (found as NonNullable<typeof found>).replay)
    const first = readCorpus(folder)
    expect(first).toHaveLength(1)
    expect((await search({ faults }, { first, replayOnly: true })).findings).toHaveLength(1)
    expect((await search({}, { first, replayOnly: true })).findings).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a run tries the walks that were kept: what its own walk does not find is told', async () => {
  const { checks } = await loadCatalogue()
  const check = checks.find(({ id }) => id === 'dispatch/any-order/found-before') as (typeof checks)[number]
  const platform = createPlatform({ faults: ['dispatch-notify-from-accepted'], variants: [] })
  const server = await platform.listen({ port: 0 })
  const target = parseTarget(platform.targetFile(server.origin), 'the test')
  const steps = [
    { on: 0, action: 'confirm', role: 'owner' },
    { on: 0, action: 'notify', role: 'owner' },
    { on: 0, action: 'accept', role: 'partner' },
    { on: 0, action: 'notify', role: 'owner' },
  ]
  const outcomeWith = async (corpus: readonly unknown[]) => {
    const session = createSession({ target, secrets: [], seed: 1, rerun: (id) => id, corpus })
    const { outcome } = await attempt(check, session, contractFacts(target))
    await session.close()
    return outcome.is
  }
  try {
    expect(await outcomeWith([])).toBe('held')
    expect(await outcomeWith([{ fuzz: 'dispatch', case: { steps } }])).toBe('breach')
  } finally {
    await server.close()
  }
})
