import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allFaults, allVariants } from '../../src/platform/deviations.ts'
import { busy } from '../../test/verify/busy.ts'
import { recordedAndJudged } from '../../test/verify/judged.ts'
import { script } from '../../test/replay/script.ts'

const clients = {
  busy,
  script: async (origin: string) => {
    await script(origin)
  },
}

/** What a fault does to a client may end it: what it recorded by then counts. */
async function told(
  folder: string,
  deviations: { faults?: readonly string[]; variants?: readonly string[] },
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const client of Object.values(clients)) {
    const { findings } = await recordedAndJudged(
      async (origin) => {
        await client(origin).catch(() => undefined)
      },
      mkdtempSync(join(folder, 'r-')),
      deviations,
    )
    for (const { statement, side, expected, actual } of findings)
      if (side !== 'client') found.set(statement, `expected ${expected}, got ${actual}`)
  }
  return found
}

/** Two connectors, recorded against every fault and every variant: which share of the faults the recordings alone tell. */
test('share of faults found offline, and variants flagged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldproof-offline-'))
  const started = performance.now()
  const found: string[] = []
  const missed = new Map<string, string[]>()
  for (const { id, breaks } of allFaults) {
    if ((await told(folder, { faults: [id] })).size > 0) found.push(id)
    else missed.set(breaks[0] ?? '', [...(missed.get(breaks[0] ?? '') ?? []), id])
  }
  const flagged: string[] = []
  for (const { id } of allVariants)
    for (const [statement, text] of await told(folder, { variants: [id] })) flagged.push(`${id}: ${statement}, ${text}`)
  rmSync(folder, { recursive: true })
  console.log(
    `offline: ${found.length} of ${allFaults.length} faults (${Math.round((found.length / allFaults.length) * 100)} %) are told by the recordings of two connectors; ${flagged.length} findings on ${allVariants.length} variants; ${Math.round((performance.now() - started) / 1000)} s`,
  )
  for (const line of flagged) console.log(`  flagged ${line}`)
  if (process.env['OFFLINE_MISSED'])
    for (const [statement, ids] of missed) console.log(`  missed ${statement}: ${ids.join(', ')}`)
  expect(flagged).toEqual([])
}, 3_600_000)
