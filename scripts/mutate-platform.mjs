// Mutates the embedded platform, one change at a time, and runs the suite against each mutant: node scripts/mutate-platform.mjs --sample 200 --seed 1
// A run is the test: what no check tells is told here with its place, and is either the same platform or a gap. Needs a build.
// `--from N --to N` takes a part of the sample; `--only GLOB-FREE-TEXT` the files whose path holds it; `--json FILE` keeps the table.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compiled, mutationsOf } from './mutants/mutations.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values: options } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    to: { type: 'string' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    'budget-ms': { type: 'string', default: '60000' },
  },
})

/** Deviations, worlds and the data of the target file are no behaviour that a standard run meets. */
const skipped =
  /^(?:faults|variants|world|worlds)\/|deviations\.ts$|facts\.ts$|foreign\.ts$|seed\.ts$|target-file\.ts$|\.d\.ts$/

const { strictRulebook } = await import('../dist/src/platform/rulebook/rulebook.js')
const platform = join(root, 'src/platform')
const all = readdirSync(platform, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !skipped.test(name) && name.includes(options.only))
  .sort()
  .flatMap((name) => mutationsOf(name, readFileSync(join(platform, name), 'utf8'), strictRulebook))

/** The same seed draws the same mutants of the same sources. */
function* numbers(seed) {
  for (let state = seed >>> 0; ;) {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = numbers(Number(options.seed))
const shuffled = [...all]
for (let at = shuffled.length - 1; at > 0; at -= 1) {
  const other = Math.floor(random.next().value * (at + 1))
  ;[shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]]
}
const sample = shuffled
  .slice(0, Number(options.sample))
  .slice(Number(options.from), options.to === undefined ? undefined : Number(options.to))

const { loadCatalogue } = await import('../dist/src/judging/catalogue.js')
const { inOrder } = await import('../dist/src/judging/order.js')
const checks = inOrder((await loadCatalogue()).checks.filter(({ kind, heavy }) => kind !== 'observation' && !heavy))

/** Checks of the interfaces that the path of a file names come first; of a mutant that is told, the others need not run. */
function orderFor(file) {
  const words = file.split(/[/.]/)
  const isNear = ({ requirement }) =>
    words.includes(requirement.interface) ||
    (requirement.interface === 'data' && /^(?:store|cql|data|bulk)\//.test(file)) ||
    (/^people\//.test(file) && /^(?:scim|user)$/.test(requirement.interface)) ||
    (/oauth|token|password|sign/.test(file) && requirement.interface === 'token')
  return [...checks.filter(isNear), ...checks.filter((check) => !isNear(check))].map(({ id }) => id)
}

const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
for (const name of ['package.json', 'suites/open-points.yaml']) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  cpSync(join(root, name), join(folder, name))
}
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

const hunter = fileURLToPath(new URL('mutants/hunt.mjs', import.meta.url))
const orderFile = join(folder, 'order.json')

function hunt() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [hunter, folder, orderFile, options['budget-ms']], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [said, erred] = ['', '']
    child.stdout.on('data', (chunk) => (said += chunk))
    child.stderr.on('data', (chunk) => (erred += chunk))
    const hangs = setTimeout(() => child.kill('SIGKILL'), Number(options['budget-ms']) + 15_000)
    child.on('close', () => {
      clearTimeout(hangs)
      try {
        resolve(JSON.parse(said))
      } catch {
        resolve({ is: 'told', how: child.signalCode ? 'it hangs' : 'it does not start', because: erred.slice(-300) })
      }
    })
  })
}

const table = []
try {
  for (const mutant of sample) {
    const source = readFileSync(join(platform, mutant.file), 'utf8')
    const place = join(folder, 'dist/src/platform', mutant.file.replace(/\.ts$/, '.js'))
    const before = readFileSync(place)
    const text = compiled(source, mutant)
    if (text === undefined) continue
    writeFileSync(place, text)
    writeFileSync(orderFile, JSON.stringify(orderFor(mutant.file)))
    const outcome = await hunt()
    writeFileSync(place, before)
    const { file, line, kind, from, to } = mutant
    table.push({ file, line, kind, from, to, ...outcome })
    const short = (part) => part.replace(/\s+/g, ' ').slice(0, 70)
    const how =
      outcome.is === 'survived'
        ? outcome.tried < outcome.of
          ? `survived ${outcome.tried} of ${outcome.of} checks`
          : 'survived'
        : `told by ${outcome.check ?? outcome.how}`
    console.log(`${how.padEnd(60)} ${file}:${line} ${kind}: ${short(from)} -> ${short(to)}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (options.json) writeFileSync(options.json, JSON.stringify(table, null, 1))
const told = table.filter(({ is }) => is === 'told').length
console.log(
  `${told} of ${table.length} mutants told (${((100 * told) / table.length).toFixed(1)} %), drawn by seed ${options.seed} from ${all.length}`,
)
process.exit()
