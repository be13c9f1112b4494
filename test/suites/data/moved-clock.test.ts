import { expect, test } from 'vitest'
import { contractFacts } from '../../../src/contract/index.ts'
import { loadCatalogue } from '../../../src/judging/catalogue.ts'
import { listen } from '../../../src/platform/http/server.ts'
import { createPlatform } from '../../../src/platform/platform.ts'
import { attempt } from '../../../src/runner/attempt.ts'
import { createSession } from '../../../src/session/session.ts'
import { parseTarget } from '../../../src/target/load.ts'

const { checks } = await loadCatalogue()
const ofTime = checks.filter(({ id }) => /^data\/last-changed-(?:milliseconds|of-transaction)\/after-a-p/.test(id))
const threeDays = 3 * 86_400_000

// A server whose Date is that of the machine, as frameworks write it, though its own clock was set forward by a former run.
test.each([
  ['its own time', [], 'held'],
  ['a time that is ahead even of that', ['record-last-changed-ahead'], 'breach'],
  ['a time that is behind it', ['record-last-changed-behind'], 'breach'],
])('where the clock was moved before the run and Date does not tell, lastChanged of %s', async (_, faults, is) => {
  const platform = createPlatform({ now: Date.now() + threeDays, faults })
  const server = await listen(platform.handle, { port: 0, now: Date.now })
  const target = parseTarget(platform.targetFile(server.origin), 'the test')
  const session = createSession({ target, secrets: [], seed: 1, rerun: (id) => id })
  try {
    const judged = ofTime.filter(({ brokenBy }) => faults.every((fault) => brokenBy?.includes(fault)))
    for (const check of judged)
      expect((await attempt(check, session, contractFacts(target))).outcome.is, check.id).toBe(is)
    expect(judged).toHaveLength(faults.length === 0 ? 3 : 2)
  } finally {
    await session.close()
    await server.close()
  }
})
