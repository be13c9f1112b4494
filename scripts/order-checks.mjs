// Makes src/judging/check-table.ts: what each check costs and finds, by which a run decides what comes first. Needs a build.
//   node scripts/order-checks.mjs [--state FILE] [--minutes 5]     goes on where it stopped until the table is made
//   node scripts/order-checks.mjs --now                            makes it of what was tried so far
//   node scripts/order-checks.mjs --costs                          measures anew what each check costs; what it finds stays
//   node scripts/order-checks.mjs --measure 10                     what a run has told by then, of every tenth fault
//   node scripts/order-checks.mjs --bound 16 [--state FILE]        what any order could have told of every 16th fault; takes long, goes on where it stopped
// Each check that could come early is tried on every fault whose rules it looks at; of all others only the faults that they name count.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { checkTable } from '../dist/src/judging/check-table.js'
import { checkValueOf } from '../dist/src/judging/check-value.js'
import { judgedLive } from '../dist/src/judging/judged.js'
import { inOrder } from '../dist/src/judging/order.js'
import { makePlan } from '../dist/src/judging/plan.js'
import { allFaults } from '../dist/src/platform/deviations.js'
import { gate } from '../dist/src/runner/gate.js'
import { trial } from '../dist/src/runner/prove/bench.js'
import { canComeEarly, costOf, on, tellsIn } from './order/bench.mjs'
import { bound } from './order/bound.mjs'
import { greedy } from './order/greedy.mjs'

const table = fileURLToPath(new URL('../src/judging/check-table.ts', import.meta.url))
const early = 1000
/** Of the faults that a check may meet, the share that it is taken to tell before it was tried: so that those that may tell many are tried. */
const hope = 0.03

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

/** Costs change with the set-up of checks, which is soon measured; of checks that are new it is guessed what they find. */
async function renewCosts() {
  const { checks } = await loadCatalogue()
  const costs = {}
  for (const check of checks) costs[check.id] = await costOf(check)
  const gains = new Map(checks.map((check) => [check, checkTable[check.id]?.[0] ?? checkValueOf(check).tells]))
  writeFileSync(table, written(checks, costs, gains))
}

/** The table as a module: checks in the order of the catalogue, so that a change shows where it is. */
const written = (checks, costs, gains) => `// Written by scripts/order-checks.mjs.
/** Check id -> faults that it tells beyond those before it in the best order, its requests, and the objects that it creates. */
export const checkTable: Readonly<Record<string, readonly [tells: number, requests: number, creates: number]>> = {
${checks.map((check) => `  '${check.id}': [${gains.get(check) ?? 0}, ${costs[check.id].requests}, ${costs[check.id].creates}],`).join('\n')}
}
`

/** Requests after which a run has told each of these faults, the checks one after the other; at most `limit`. Each run draws by a seed of its own. */
async function toldAfter(faults, limit = early) {
  const catalogue = await loadCatalogue()
  const spent = []
  for (const [seed, fault] of faults) {
    const { checks, drivers } = makePlan(catalogue, judgedLive(), { seed })
    const order = inOrder([...checks, ...drivers]).filter(canComeEarly)
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
  }
  return spent
}

const shareWithin = (spent, within) => (100 * spent.filter((requests) => requests <= within).length) / spent.length

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      state: { type: 'string', default: join(tmpdir(), 'fieldproof-order-checks.json') },
      minutes: { type: 'string', default: '5' },
      now: { type: 'boolean', default: false },
      costs: { type: 'boolean', default: false },
      bound: { type: 'string' },
      measure: { type: 'string' },
      part: { type: 'string', default: '1/1' },
    },
  })
  if (values.costs) await renewCosts()
  else if (values.bound) await bound(Number(values.bound), values.state)
  else if (values.measure) {
    const [part, of] = values.part.split('/').map(Number)
    const every = [...allFaults.filter((_, at) => at % Number(values.measure) === 0).entries()]
    const spent = await toldAfter(every.filter(([at]) => at % of === part - 1))
    for (const within of [60, 100, 200, 300, 400, 600, 800, 1000])
      console.log(`${within} requests: ${shareWithin(spent, within).toFixed(1)} % of ${spent.length} faults told`)
  } else process.exit((await make({ ...values, minutes: Number(values.minutes) })) ? 0 : 7)
  process.exit(0)
}
