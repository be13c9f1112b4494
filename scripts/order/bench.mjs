import { contractFacts } from '../../dist/src/contract/index.js'
import { replacedBy } from '../../dist/src/platform/compose.js'
import { allFaults } from '../../dist/src/platform/deviations.js'
import { createPlatform } from '../../dist/src/platform/platform.js'
import { attempt } from '../../dist/src/runner/attempt.js'
import { gate } from '../../dist/src/runner/gate.js'
import { madeNames, madeTime } from '../../dist/src/runner/prove/made-time.js'
import { inProcess } from '../../dist/src/runner/sweep/in-process.js'
import { createSession } from '../../dist/src/session/session.js'
import { parseTarget } from '../../dist/src/target/load.js'

/** A session against a platform of its own with these faults, in made time. */
async function opened(faults, name, redactor) {
  const { clock, stopwatch } = madeTime('steady')
  const platform = createPlatform({ faults: faults.map(({ id }) => id), clock })
  const server = await platform.listen({ port: 0 })
  const known = parseTarget(platform.targetFile(server.origin), 'embedded')
  const target = { ...known, limits: { ...known.limits, listLagMs: 0 } }
  const session = createSession({
    target,
    secrets: [],
    seed: 1,
    rerun: (id) => id,
    ...(redactor ? { redactor } : {}),
    stopwatch,
    names: madeNames(name),
    wait: async (ms) => clock.advance(ms),
    ...(faults.some(({ wire }) => wire) ? {} : { through: inProcess(platform.handle, clock) }),
    now: clock.now,
  })
  return {
    platform,
    session,
    target,
    close: () => Promise.all([session.close(), server.close()]),
    async tells(check) {
      return tellsIn({ attempt: await attempt(check, session, contractFacts(target)) })
    },
  }
}

export const tellsIn = ({ attempt: { outcome, sights } }) =>
  (outcome.findings ?? []).length > 0 || sights.some(({ findings }) => findings.some(({ side }) => side === 'server'))

let redactor
export async function on(faults, name, job) {
  const open = await opened(faults, name, redactor)
  redactor = open.session.redactor
  try {
    return await job(open)
  } finally {
    await open.close()
  }
}

const madeBy = ({ request, response }) =>
  request.method !== 'POST' || !/\/data\//.test(request.url)
    ? 0
    : (Buffer.from(response?.body ?? '')
        .toString('latin1')
        .match(/HTTP\/1\.1 201/g)?.length ?? 0) + (response?.status === 201 ? 1 : 0)

/** Requests and objects of a check on the plain platform, and the faults whose rules it looks at. Logins, and whatever else checks share, are there. */
export const costOf = (check) =>
  on([], check.id, async ({ platform, session, target, tells }) => {
    if (gate(check, target)) return { requests: 1, creates: 0, meets: [] }
    await tells(check)
    const before = session.requests()
    let creates = 0
    session.transport.onExchange((exchange) => (creates += madeBy(exchange)))
    await tells(check)
    const meets = allFaults.filter(
      (fault) => fault.wire !== undefined || replacedBy(fault).some((rule) => platform.rulesRead.has(rule)),
    )
    return { requests: Math.max(1, session.requests() - before), creates, meets: meets.map(({ id }) => id) }
  })

export const canComeEarly = ({ heavy, alone, kind }) => !heavy && !alone && kind !== 'observation'
