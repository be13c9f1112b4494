import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { attempt } from '../dist/src/runner/attempt.js'
import { gate } from '../dist/src/runner/gate.js'
import { contractFacts } from '../dist/src/contract/index.js'
import { createSession } from '../dist/src/session/session.js'
import { createPlatform } from '../dist/src/platform/platform.js'
import { parseTarget } from '../dist/src/target/load.js'
import { allFaults } from '../dist/src/platform/deviations.js'

const reading = /^(?:cql|order|page|fields|external-ids|expand|deleted|attachment|query-api)-/

/** Requests after which each fault of the reading side is first told, the checks of that side run one after the other, the probes first. */
export async function detection() {
  const { checks } = await loadCatalogue()
  const area = /^data\/(?:query|page|pages|ordered|only|external-ids-of|same-by|expand|deleted|attachment)|^query\//
  const ours = checks
    .filter((check) => area.test(check.id) && !check.heavy && check.kind !== 'observation')
    .sort((one, other) => Number(other.first) - Number(one.first))
  const spent = []
  for (const { id } of allFaults.filter((fault) => reading.test(fault.id))) spent.push(await requestsUntil(id, ours))
  const share = (limit) => spent.filter((requests) => requests <= limit).length / spent.length
  return {
    faults: spent.length,
    within: Object.fromEntries([60, 100, 200, 400, 800].map((limit) => [limit, share(limit)])),
  }
}

async function requestsUntil(fault, checks) {
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
      if (session.requests() > 3000) break
    }
    return Number.POSITIVE_INFINITY
  } finally {
    await session.close()
    await server.close()
  }
}
