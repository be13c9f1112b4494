import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { inOrder } from '../dist/src/judging/order.js'
import { attempt } from '../dist/src/runner/attempt.js'
import { gate } from '../dist/src/runner/gate.js'
import { contractFacts } from '../dist/src/contract/index.js'
import { createSession } from '../dist/src/session/session.js'
import { createPlatform } from '../dist/src/platform/platform.js'
import { parseTarget } from '../dist/src/target/load.js'
import { allFaults } from '../dist/src/platform/deviations.js'

const reading = /^(?:cql|order|page|fields|external-ids|expand|deleted|attachment|query-api)-/
const readingChecks =
  /^data\/(?:query|page|pages|ordered|only|external-ids-of|same-by|expand|deleted|attachment)|^query\//

/** Requests after which each fault of the reading side is first told, the checks of that side one after the other, in the order of a run. */
export async function figures({ faults = Infinity, limit = 800 } = {}) {
  const { checks } = await loadCatalogue()
  const ours = inOrder(
    checks.filter((check) => readingChecks.test(check.id) && !check.heavy && check.kind !== 'observation'),
  )
  const ids = allFaults.map(({ id }) => id).filter((id) => reading.test(id))
  const spent = []
  for (const id of ids.slice(0, faults)) spent.push(await requestsUntil(id, ours, limit))
  const aims = { 60: 70, 400: 100 }
  return [60, 100, 200, 400, 800].map((within) => ({
    what: `faults of the reading side (${spent.length}) told within ${within} requests`,
    value: (spent.filter((requests) => requests <= within).length / spent.length) * 100,
    unit: '%',
    ...(aims[within] ? { least: aims[within] } : {}),
  }))
}

async function requestsUntil(fault, checks, limit) {
  const platform = createPlatform({ faults: [fault] })
  const server = await platform.listen({ port: 0 })
  const target = parseTarget(platform.targetFile(server.origin), 'detection')
  const session = createSession({
    target,
    secrets: [],
    seed: 1,
    rerun: (id) => id,
    wait: async (ms) => platform.clock.advance(ms),
  })
  const facts = contractFacts(target)
  try {
    for (const check of checks) {
      if (gate(check, target)) continue
      const { outcome, sights } = await attempt(check, session, facts)
      if (('findings' in outcome && outcome.findings.length > 0) || sights.some(({ findings }) => findings.length > 0))
        return session.requests()
      if (session.requests() > limit) break
    }
    return Number.POSITIVE_INFINITY
  } finally {
    await session.close()
    await server.close()
  }
}
