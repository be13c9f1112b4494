// Mutates the embedded platform, one change at a time, and runs the suite against each mutant: node scripts/mutate-platform.mjs --sample 200 --seed 1
// A run is the test: what no check tells is told here with its place, and is either the same platform (scripts/mutants/known.yaml says why) or a gap.
// Needs a build. A mutant meets only the checks whose trial reaches its place, near and cheap ones first, until one tells it.
// `--only TEXT` the files whose path holds it; `--checks TEXT` only checks whose id begins so; `--state FILE` keeps what was measured and goes on
// there; `--stop-after SECONDS` ends early; `--again` repeats what survived.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { grouped } from './mutants/grouped.mjs'
import { instrumented, mutationsOf } from './mutants/mutations.mjs'
import { reasonFor, stale } from './mutants/known.mjs'
import { notMutated } from './mutants/not-mutated.mjs'
import { shuffled } from './mutants/shuffled.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values: options } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    checks: { type: 'string', default: '' },
    state: { type: 'string' },
    'stop-after': { type: 'string', default: 'Infinity' },
    'budget-ms': { type: 'string', default: '60000' },
    again: { type: 'boolean', default: false },
  },
})
const startedAt = performance.now()
const isLate = () => (performance.now() - startedAt) / 1000 > Number(options['stop-after'])

const { strictRulebook } = await import('../dist/src/platform/rulebook/rulebook.js')
const platform = join(root, 'src/platform')
const files = readdirSync(platform, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !notMutated(name))
  .sort()
const sources = new Map(files.map((name) => [name, readFileSync(join(platform, name), 'utf8')]))
const all = files
  .flatMap((name) => mutationsOf(name, sources.get(name), strictRulebook))
  .map((one, id) => ({ ...one, id }))
const lines = new Map([...sources].map(([name, text]) => [name, text.split('\n')]))
const lineOf = ({ file, line }) => lines.get(file)[line - 1].trim()

for (const { file, line, from } of stale(all, lineOf))
  console.log(`scripts/mutants/known.yaml: there is no mutant of ${from} in the line ${line} of ${file} any more`)

const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
for (const name of ['package.json', 'suites/open-points.yaml']) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  cpSync(join(root, name), join(folder, name))
}
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
for (const [file, mutants] of grouped(all, (one) => one.file)) {
  const text = instrumented(sources.get(file), mutants)
  if (text === undefined) throw new Error(`${file} does not parse with its mutants in it`)
  writeFileSync(join(folder, 'dist/src/platform', file.replace(/\.ts$/, '.js')), text)
}

const hunter = fileURLToPath(new URL('mutants/hunt.mjs', import.meta.url))
/** A trial takes less than a second: what is silent for so long on a busy machine has come to no end. */
const silenceMs = 90_000

/** A process with the instrumented platform; `ask` resolves to its answer, or undefined where it hangs or ends. */
async function crew(awake = -1) {
  const child = fork(hunter, [folder, String(all.length), String(awake)], { silent: true, serialization: 'json' })
  let [settle, timer] = [undefined, undefined]
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), silenceMs)
  }
  const settled = (value) => {
    clearTimeout(timer)
    settle?.(value)
  }
  child.on('message', ({ ready, done }) => (ready || done ? settled(ready ?? done) : alive()))
  child.on('exit', () => settled(undefined))
  const next = () =>
    new Promise((resolve) => {
      settle = resolve
      alive()
      if (child.exitCode !== null || child.signalCode !== null) settled(undefined)
    })
  const ready = await next()
  return {
    ready,
    ask(message) {
      const answer = next()
      if (child.connected) child.send(message)
      return answer
    },
    end: () => child.kill('SIGKILL'),
  }
}

const build = createHash('sha256')
for (const name of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).sort())
  if (/^(?:src|suites)\/.*\.js$/.test(name)) build.update(readFileSync(join(root, 'dist', name)))
const stamp = build.digest('hex')
const empty = { stamp, checks: options.checks, base: {}, done: {} }
const kept = options.state && existsSync(options.state) ? JSON.parse(readFileSync(options.state, 'utf8')) : empty
const state = kept.stamp === stamp && kept.checks === options.checks ? kept : empty
const keep = () => options.state && writeFileSync(options.state, JSON.stringify(state))

let team = await crew()
if (!team.ready) throw new Error('the instrumented platform does not start')
const { checks, interfaces, atLoad } = team.ready
const interfaceOf = new Map(checks.map((id, at) => [id, interfaces[at]]))
const has = (bits, id) => (bits[id >> 3] & (1 << (id & 7))) !== 0

const wanted = checks.filter((id) => id.startsWith(options.checks))
for (const [at, check] of wanted.entries()) {
  if (state.base[check]) continue
  let seen = await team.ask({ job: 'base', check })
  // What only the first trial of a process reaches is remembered by a module: no other trial could show it.
  if (at === 0) {
    const second = await team.ask({ job: 'base', check })
    const [one, two] = [seen, second].map(({ reached }) => Buffer.from(reached, 'base64'))
    state.once = Buffer.from(one.map((byte, index) => byte & ~two[index])).toString('base64')
    seen = second
  }
  if (!seen) throw new Error(`${check} does not end on the platform as it is`)
  state.base[check] = { ms: seen.ms, reached: seen.reached, ...(seen.broken ? { broken: true } : {}) }
  if (at % 100 === 99) keep()
}
keep()
const broken = wanted.filter((id) => state.base[id].broken)
if (broken.length > 0) throw new Error(`these checks tell something of the platform as it is: ${broken.join(', ')}`)
const base = new Map(
  wanted.map((id) => [id, { ms: state.base[id].ms, reached: Buffer.from(state.base[id].reached, 'base64') }]),
)
const loading = [atLoad, state.once].filter(Boolean).map((text) => Buffer.from(text, 'base64'))
const seconds = (ms) => `${(ms / 1000).toFixed(0)} s`
const total = [...base.values()].reduce((sum, { ms }) => sum + ms, 0)
console.log(`${base.size} checks (${seconds(total)}), ${all.length} mutants in ${files.length} files`)

/** Checks of the interfaces that the path of a file names come first, of these the quickest. */
function orderFor({ file, id }, isEarly) {
  const words = file.split(/[/.]/)
  const isNear = (check) =>
    words.includes(interfaceOf.get(check)) ||
    (interfaceOf.get(check) === 'data' && /^(?:store|cql|data|bulk)\//.test(file)) ||
    (/^people\//.test(file) && /^(?:scim|user)$/.test(interfaceOf.get(check))) ||
    (/token|password|sign/.test(file) && interfaceOf.get(check) === 'token')
  // What acts while modules load has no trial of its own: those count that reach anything else of its file, or all.
  const beside = all.filter((one) => one.file === file && !loading.some((bits) => has(bits, one.id)))
  const isReached = (one) => [...base.values()].some(({ reached }) => has(reached, one.id))
  const asked = isEarly ? beside.filter(isReached) : [{ id }]
  const mayReach = ({ reached }) =>
    (isEarly && (asked.length === 0 || /interface\.ts$/.test(file))) || asked.some((one) => has(reached, one.id))
  const reaching = [...base].filter(([, trial]) => mayReach(trial)).sort(([, one], [, other]) => one.ms - other.ms)
  return [...reaching.filter(([check]) => isNear(check)), ...reaching.filter(([check]) => !isNear(check))].map(
    ([check]) => check,
  )
}

async function outcomeOf(mutant) {
  const isEarly = loading.some((bits) => has(bits, mutant.id))
  const order = orderFor(mutant, isEarly)
  const message = { job: 'hunt', id: mutant.id, order, budget: Number(options['budget-ms']) }
  if (order.length === 0) return { is: 'survived', tried: 0, of: 0 }
  if (isEarly) {
    const own = await crew(mutant.id)
    const outcome = own.ready ? await own.ask(message) : { is: 'told', how: 'it does not start' }
    own.end()
    return outcome ?? { is: 'told', how: 'it hangs' }
  }
  const outcome = await team.ask(message)
  if (outcome && !outcome.stained) return outcome
  team.end()
  team = await crew()
  return outcome ?? { is: 'told', how: 'it hangs' }
}

const drawn = shuffled(all, Number(options.seed))
  .filter(({ file }) => file.includes(options.only))
  .slice(0, Number(options.sample))
const table = []
try {
  for (const mutant of drawn) {
    const { file, line, kind, from, to } = mutant
    const key = `${file}:${line} ${kind}: ${from} -> ${to}`
    const earlier = state.done[key]
    if (!earlier && isLate()) continue
    const outcome = earlier && !(options.again && earlier.is === 'survived') ? earlier : await outcomeOf(mutant)
    state.done[key] = outcome
    keep()
    const reason = outcome.is === 'survived' ? reasonFor(mutant, lineOf(mutant)) : undefined
    table.push({ ...outcome, reason })
    const short = (part) => part.replace(/\s+/g, ' ').slice(0, 70)
    const how =
      outcome.is === 'told'
        ? `told by ${outcome.check ?? outcome.how}`
        : reason
          ? 'the same platform'
          : outcome.of === 0
            ? 'survived: no check reaches it'
            : `survived ${outcome.tried} of ${outcome.of} checks`
    console.log(`${how.padEnd(60)} ${file}:${line} ${kind}: ${short(from)} -> ${short(to)}`)
  }
} finally {
  team.end()
  rmSync(folder, { recursive: true, force: true })
}
const told = table.filter(({ is }) => is === 'told').length
const same = table.filter(({ reason }) => reason).length
const share = (part, of) => `${part} of ${of} (${of === 0 ? '-' : ((100 * part) / of).toFixed(1)} %)`
console.log(
  `${share(told, table.length)} mutants told, ${share(told, table.length - same)} without the ${same} that are the same platform with their reasons;` +
    ` drawn by seed ${options.seed} from ${all.length}`,
)
if (table.length < drawn.length)
  console.log(`${drawn.length - table.length} of the sample are left: go on with the same --state`)
process.exit()
