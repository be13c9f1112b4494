import { createSession } from '../dist/src/session/session.js'
import { contractFacts, contractStatements } from '../dist/src/contract/index.js'
import { attempt } from '../dist/src/runner/attempt.js'
import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { gate } from '../dist/src/runner/gate.js'
import { makePlan } from '../dist/src/judging/plan.js'
import { foldContract } from '../dist/src/runner/fold-contract.js'
import { parseTarget } from '../dist/src/target/load.js'
import { judge } from '../dist/src/verdict/judge.js'

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** The checks that do not move the clock, eight at a time, in this process; returns verdicts, exchanges and what was waited. */
export async function standardChecks(targetFile, { concurrency = 8, selection = {} } = {}) {
  const target = parseTarget(targetFile, 'bench')
  const plan = makePlan(await loadCatalogue(), contractStatements(), selection)
  const session = createSession({ target, secrets: [], seed: 1, rerun: (id) => id })
  const facts = contractFacts(target)
  const exchanges = []
  session.transport.onExchange((exchange) => exchanges.push(exchange))
  const sights = []
  const verdicts = []
  const settle = (id, outcome) =>
    verdicts.push(
      judge(
        plan.planned.find((planned) => planned.id === id),
        outcome,
        0,
        { strict: false, baseline: [], now: 0 },
      ),
    )
  const queue = plan.checks.filter((check) => !check.alone)
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let check = queue.shift(); check; check = queue.shift()) {
        const gated = gate(check, target)
        const done = gated ? { outcome: gated, sights: [] } : await attempt(check, session, facts)
        sights.push(...done.sights)
        settle(check.id, done.outcome)
      }
    }),
  )
  for (const check of plan.contract)
    settle(
      check.id,
      foldContract(check, sights, (id) => id),
    )
  const leftBehind = await session.cleanUp()
  await session.close()
  return { verdicts, exchanges, leftBehind, waitedMs: session.waitedMs() }
}
