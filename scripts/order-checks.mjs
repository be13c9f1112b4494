// Makes src/judging/check-table.ts: what each check costs and finds, by which a run decides what comes first. Needs a build.
//   node scripts/order-checks.mjs [--state FILE] [--minutes 5]     goes on where it stopped until the table is made
//   node scripts/order-checks.mjs --now                            makes it of what was tried so far
//   node scripts/order-checks.mjs --measure 10                     what a run has told by then, of every tenth fault
// Each check that could come early is tried on every fault whose rules it looks at; of all others only the faults that they name count.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { contractFacts } from '../dist/src/contract/index.js'
import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { inOrder } from '../dist/src/judging/order.js'
import { replacedBy } from '../dist/src/platform/compose.js'
import { allFaults } from '../dist/src/platform/deviations.js'
import { createPlatform } from '../dist/src/platform/platform.js'
import { attempt } from '../dist/src/runner/attempt.js'
import { gate } from '../dist/src/runner/gate.js'
import { trial } from '../dist/src/runner/prove/bench.js'
import { madeNames, madeTime } from '../dist/src/runner/prove/made-time.js'
import { inProcess } from '../dist/src/runner/sweep/in-process.js'
import { createSession } from '../dist/src/session/session.js'
import { parseTarget } from '../dist/src/target/load.js'

const table = fileURLToPath(new URL('../src/judging/check-table.ts', import.meta.url))
const early = 1000
/** Of the faults that a check may meet, the share that it is taken to tell before it was tried: so that those that may tell many are tried. */
const hope = 0.03

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

const tellsIn = ({ attempt: { outcome, sights } }) =>
  (outcome.findings ?? []).length > 0 || sights.some(({ findings }) => findings.some(({ side }) => side === 'server'))

let redactor
async function on(faults, name, job) {
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

/** Requests and objects of a check on the plain platform, and the faults whose rules it looks at. The login is shared by all checks. */
const costOf = (check) =>
  on([], check.id, async ({ platform, session, target, tells }) => {
    if (gate(check, target)) return { requests: 1, creates: 0, meets: [] }
    let creates = 0
    session.transport.onExchange((exchange) => (creates += madeBy(exchange)))
    await tells(check)
    const meets = allFaults.filter(
      (fault) => fault.wire !== undefined || replacedBy(fault).some((rule) => platform.rulesRead.has(rule)),
    )
    return { requests: Math.max(1, session.requests() - 1), creates, meets: meets.map(({ id }) => id) }
  })

const canComeEarly = ({ heavy, alone, kind }) => !heavy && !alone && kind !== 'observation'

/** The checks by what each adds per request (the removal of what it creates counts) to those before it, and what it adds; `tells(check)` are the faults that it tells or may tell. */
export function greedy(checks, costs, tells) {
  const left = new Map()
  const gains = new Map()
  const fresh = new Map(checks.map((check) => [check, tells(check)]))
  for (const faults of fresh.values()) for (const [fault] of faults) left.set(fault, 1)
  const gainOf = (check) => {
    let sum = 0
    for (const [fault, share] of fresh.get(check)) sum += share * left.get(fault)
    return sum
  }
  // What it creates must be removed again.
  const rate = (check) => gainOf(check) / (costs[check.id].requests + costs[check.id].creates)
  // What a check adds can only shrink: the best of last time is asked first, and most are never asked again.
  let open = checks.map((check) => ({ check, rate: rate(check) })).sort((a, b) => b.rate - a.rate)
  while (open.length > 0) {
    const [first, ...others] = open
    const now = rate(first.check)
    if (others.length > 0 && now < others[0].rate) {
      const at = others.findIndex((other) => other.rate <= now)
      others.splice(at < 0 ? others.length : at, 0, { check: first.check, rate: now })
      open = others
      continue
    }
    gains.set(first.check, gainOf(first.check))
    for (const [fault, share] of fresh.get(first.check)) left.set(fault, left.get(fault) * (1 - share))
    open = others
  }
  return gains
}

async function make({ state: file, minutes, now }) {
  const { checks } = await loadCatalogue()
  const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { costs: {}, tried: {} }
  const until = Date.now() + minutes * 60_000
  const save = () => {
    writeFileSync(`${file}.part`, JSON.stringify(state))
    renameSync(`${file}.part`, file)
  }
  const isLate = () => {
    if (Date.now() < until) return false
    save()
    console.log(`${Object.keys(state.tried).length} checks are tried; run it again to go on`)
    return true
  }
  for (const check of checks) {
    state.costs[check.id] ??= await costOf(check)
    if (isLate()) return false
  }
  const candidates = checks.filter(canComeEarly)
  const tells = (check) => {
    const known = new Map(check.brokenBy.map((fault) => [fault, 1]))
    for (const fault of state.tried[check.id] ?? []) known.set(fault, 1)
    if (!state.tried[check.id])
      for (const fault of state.costs[check.id].meets) if (!known.has(fault)) known.set(fault, hope)
    return known
  }
  for (;;) {
    let spent = 0
    const first = [...greedy(candidates, state.costs, tells).keys()].filter(
      ({ id }) => (spent += state.costs[id].requests) <= early,
    )
    const untried = first.filter(({ id }) => !state.tried[id])
    console.log(`${untried.length} of the ${first.length} checks that come first are not tried yet`)
    if (untried.length === 0 || now) break
    for (const check of untried) {
      const told = []
      for (const id of state.costs[check.id].meets) if (tellsIn(await trial(check, { faults: [id] }))) told.push(id)
      state.tried[check.id] = told
      if (isLate()) return false
    }
  }
  save()
  const certain = (check) => new Map([...check.brokenBy, ...(state.tried[check.id] ?? [])].map((fault) => [fault, 1]))
  const gains = greedy(candidates, state.costs, certain)
  writeFileSync(table, written(checks, state.costs, gains))
  return true
}

/** The table as a module: checks in the order of the catalogue, so that a change shows where it is. */
const written = (checks, costs, gains) => `// Written by scripts/order-checks.mjs.
/** Check id -> faults that it tells beyond those before it in the best order, its requests, and the objects that it creates. */
export const checkTable: Readonly<Record<string, readonly [tells: number, requests: number, creates: number]>> = {
${checks.map((check) => `  '${check.id}': [${gains.get(check) ?? 0}, ${costs[check.id].requests}, ${costs[check.id].creates}],`).join('\n')}
}
`

/** Requests after which a run has told each of these faults, the checks one after the other; at most \`limit\`. */
export async function toldAfter(faults, limit = early) {
  const { checks } = await loadCatalogue()
  const order = inOrder(checks).filter(canComeEarly)
  const spent = []
  for (const fault of faults)
    spent.push(
      await on([fault], fault.id, async ({ session, target, tells }) => {
        for (const check of order) {
          if (gate(check, target)) continue
          if (await tells(check)) return session.requests()
          if (session.requests() > limit) break
        }
        return Infinity
      }),
    )
  return spent
}

export const shareWithin = (spent, within) =>
  (100 * spent.filter((requests) => requests <= within).length) / spent.length

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      state: { type: 'string', default: join(tmpdir(), 'fieldproof-order-checks.json') },
      minutes: { type: 'string', default: '5' },
      now: { type: 'boolean', default: false },
      measure: { type: 'string' },
      part: { type: 'string', default: '1/1' },
    },
  })
  if (values.measure) {
    const [part, of] = values.part.split('/').map(Number)
    const every = allFaults.filter((_, at) => at % Number(values.measure) === 0)
    const spent = await toldAfter(every.filter((_, at) => at % of === part - 1))
    for (const within of [60, 100, 200, 300, 400, 600, 800, 1000])
      console.log(`${within} requests: ${shareWithin(spent, within).toFixed(1)} % of ${spent.length} faults told`)
    process.exit(0)
  }
  process.exit((await make({ ...values, minutes: Number(values.minutes) })) ? 0 : 7)
}
