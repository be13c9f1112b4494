// Runs checks against the instrumented platform of a folder: node hunt.mjs FOLDER MUTANTS [AWAKE]; forked by mutate-platform.mjs, which tells it
// what to try. `base`: one check with every mutant asleep. `hunt`: one mutant, by these checks, until one tells it. A mutant that acts while
// modules load is AWAKE from the start.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , folder, mutants, awake = '-1'] = process.argv
let active = Number(awake)
const reached = new Uint8Array(Number(mutants))
globalThis.mutantAwake = (id) => {
  reached[id] = 1
  return id === active
}

const load = (name) => import(pathToFileURL(join(folder, 'dist/src', name)).href)
const { loadCatalogue } = await load('judging/catalogue.js')
const { inOrder } = await load('judging/order.js')
const { trial } = await load('runner/prove/bench.js')
const checks = new Map(
  inOrder((await loadCatalogue()).checks.filter(({ kind, heavy }) => kind !== 'observation' && !heavy)).map((check) => [
    check.id,
    check,
  ]),
)

/** What a run would show red or as a warning; undefined if nothing. */
async function told(id) {
  const { attempt } = await trial(checks.get(id), {})
  const { outcome, sights } = attempt
  const finding =
    outcome.findings?.[0] ??
    outcome.besides?.[0] ??
    sights.flatMap(({ findings }) => findings).find(({ side }) => side !== 'client')
  if (finding) return { how: 'finding', statement: finding.statement }
  return outcome.is === 'crashed' || outcome.is === 'blocked' ? { how: outcome.is } : undefined
}

/** Milliseconds of work: a busy machine must not make a mutant survive. */
const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const bits = () => {
  const packed = Buffer.alloc(Math.ceil(reached.length / 8))
  reached.forEach((hit, id) => hit && (packed[id >> 3] |= 1 << (id & 7)))
  return packed.toString('base64')
}

const jobs = {
  async base({ check }) {
    reached.fill(0)
    const started = performance.now()
    const finding = await told(check)
    return { check, ms: Math.round(performance.now() - started), reached: bits(), ...(finding ? { broken: true } : {}) }
  },
  async hunt({ id, order, budget }) {
    active = id
    const spent = cpu()
    let tried = 0
    for (const check of order) {
      if (cpu() - spent > budget) break
      tried += 1
      process.send({ trying: check })
      const finding = await told(check)
      if (!finding) continue
      active = -1
      // What a mutant left in this process would be held against the next one.
      const stained = Number(awake) < 0 && (await told(check)) !== undefined
      return { is: 'told', check, ...finding, tried, stained }
    }
    active = -1
    return { is: 'survived', tried, of: order.length }
  },
}

const atLoad = bits()
process.on('message', async ({ job, ...rest }) => {
  try {
    process.send({ done: await jobs[job](rest) })
  } catch (error) {
    process.send({ done: { is: 'told', how: 'crashed', because: String(error).slice(0, 200), stained: true } })
  }
})
process.send({
  ready: { checks: [...checks.keys()], interfaces: [...checks.values()].map((c) => c.requirement.interface), atLoad },
})
