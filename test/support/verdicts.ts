import { contractFacts } from '../../src/contract/index.ts'
import { createSession } from '../../src/session/session.ts'
import { attempt } from '../../src/runner/attempt.ts'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { derivedFold } from '../../src/judging/derived-fold.ts'
import { gate } from '../../src/runner/gate.ts'
import { judgedLive } from '../../src/judging/judged.ts'
import { makePlan, type Selection } from '../../src/judging/plan.ts'
import { parseTarget } from '../../src/target/load.ts'
import { judge } from '../../src/verdict/judge.ts'
import type { Outcome } from '../../src/verdict/outcome.ts'
import type { Verdict } from '../../src/verdict/stream.ts'

/** Judges a target by the plain functions of the checks: no vitest, no confirmation, one after the other. */
export async function verdictsAgainst(targetFile: unknown, selection: Selection): Promise<Map<string, Verdict>> {
  const target = parseTarget(targetFile, 'the test')
  const plan = makePlan(await loadCatalogue(), judgedLive(), selection)
  const session = createSession({ target, secrets: [], seed: 1, rerun: (id) => id })
  const facts = contractFacts(target)
  const fold = derivedFold(plan.contract, (id) => id)
  const verdicts = new Map<string, Verdict>()
  const settle = (id: string, outcome: Outcome) => {
    const planned = plan.planned.find((candidate) => candidate.id === id)
    if (planned) verdicts.set(id, judge(planned, outcome, 0, { strict: false, baseline: [], now: 0 }))
  }
  for (const check of [...plan.checks].sort((a, b) => Number(a.alone) - Number(b.alone))) {
    const gated = gate(check, target)
    if (gated) {
      settle(check.id, gated)
      continue
    }
    const { outcome, sights: seen } = await attempt(check, session, facts)
    seen.forEach(fold.add)
    settle(check.id, outcome)
  }
  for (const check of plan.contract) settle(check.id, fold.outcome(check))
  await session.close()
  return verdicts
}
