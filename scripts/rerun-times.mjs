// How long rerun lines of findings take: node scripts/rerun-times.mjs [--lines 60] [--seed 1] [--within 3] [--only FAULT] [--checks GLOB]
// For as many faults, drawn by the seed, the embedded platform with the fault is checked by what names it; of one of the findings, drawn too, the
// rerun line is typed as it stands, and must find the same within so many seconds on an idle machine: what else the machine does only slows it, so it
// counts for no more than the processor time that it took and the time that it waited on purpose. Of those that take longer each is listed with the
// reason, or fails the script. Needs a build.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stringify } from 'yaml'
import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { allFaults } from '../dist/src/platform/deviations.js'
import { matchesGlob } from '../dist/src/verdict/glob.js'
import { createPlatform } from '../dist/src/platform/platform.js'

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    within: { type: 'string', default: '3' },
    only: { type: 'string' },
    checks: { type: 'string', default: '*' },
  },
})
const bin = fileURLToPath(new URL('../bin/fieldproof.js', import.meta.url))

let state = Number(values.seed) >>> 0
const draw = (from) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return from[Math.floor((state / 2 ** 32) * from.length)]
}

/** Rules whose sentences need a wait, and what is waited for: their lines may take longer. */
const waits = [
  ['user/elsewhere-closed/reoptimize-*', 'what a re-optimization did shows once its job is over'],
  ['token/twelve-hours/*', 'a token is used for longer than a moment'],
  ['dispatch/*', 'what a 202 took on may show later'],
]
const reasonFor = (line) => waits.find(([glob]) => matchesGlob(`*--only ${glob}`, line))?.[1]

/** Notes, as a process ends, the seconds of processor time that all its threads took. */
const noting = `import { writeFileSync } from 'node:fs'
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeFileSync(process.env.CPU_FILE, String((user + system) / 1e6))
})`

/** One command, its reports in a folder of their own, since what a fault keeps from being removed stops the next run; what they hold, and the seconds that it took, of the clock and of the processor. */
function typed(args, folder) {
  const started = performance.now()
  const into = mkdtempSync(join(folder, 'out-'))
  const note = join(folder, 'cpu')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args, '--out', into], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        CPU_FILE: note,
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(noting)}`,
      },
    })
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    child.on('close', (code) => {
      if (code > 1) return reject(new Error(`${args.join(' ')} ended with ${code}: ${said}`))
      const records = readFileSync(join(into, 'report.jsonl'), 'utf8').trim().split('\n')
      resolve({
        seconds: (performance.now() - started) / 1000,
        cpu: Number(readFileSync(note, 'utf8')),
        records: records.map((line) => JSON.parse(line)),
      })
    })
  })
}

const failed = (records) =>
  records.flatMap(({ verdict }) => (verdict?.is === 'fail' || verdict?.is === 'warn' ? [verdict] : []))

const { checks, requirements } = await loadCatalogue()
const namesOf = new Map(allFaults.map(({ id }) => [id, []]))
const heavy = new Set(checks.flatMap((check) => (check.heavy ? [check.id] : [])))
for (const { id, brokenBy } of checks) for (const fault of brokenBy) namesOf.get(fault)?.push(id)
for (const { contract = [], traffic = [], id } of requirements) {
  for (const fault of contract) namesOf.get(fault)?.push(`${id}/contract`)
  for (const fault of traffic) namesOf.get(fault)?.push(`${id}/traffic`)
}
for (const [fault, names] of namesOf)
  namesOf.set(
    fault,
    names.filter((id) => matchesGlob(values.checks, id)),
  )

const left = allFaults
  .filter(({ id }) => (values.only === undefined || id === values.only) && namesOf.get(id).length > 0)
  .map(({ id }) => id)
const told = []
const folder = mkdtempSync(join(tmpdir(), 'rerun-times-'))
try {
  while (told.length < Number(values.lines) && left.length > 0) {
    const fault = draw(left)
    left.splice(left.indexOf(fault), 1)
    const platform = createPlatform({ faults: [fault] })
    const server = await platform.listen({ port: 0 })
    writeFileSync(join(folder, 't.yaml'), stringify(platform.targetFile(server.origin)))
    const only = draw(namesOf.get(fault))
    const first = await typed(
      ['run', '--target', 't.yaml', '--only', only, ...(heavy.has(only) ? ['--heavy'] : [])],
      folder,
    )
    const finding = draw(failed(first.records).flatMap(({ findings }) => findings))
    if (!finding) console.log(`${fault}: ${only} tells nothing without a seed`)
    else {
      const words = finding.rerun.split(' ').map((word) => word.replaceAll("'", ''))
      const again = await typed(words.slice(2), folder)
      const { end } = again.records.at(-1)
      const isSame = failed(again.records).some(({ findings }) =>
        findings.some(({ fingerprint }) => fingerprint === finding.fingerprint),
      )
      const seconds = Math.min(again.seconds, again.cpu + end.waitingMs / 1000)
      told.push({ fault, line: finding.rerun, seconds, isSame })
      const within = `${again.cpu.toFixed(1)} s of the processor, ${(end.waitingMs / 1000).toFixed(1)} s waited, ${again.seconds.toFixed(1)} s by the clock, ${end.requests} requests`
      console.log(
        `${seconds.toFixed(1)} s (${within})${isSame ? '' : ', finds something else'}: ${fault}: ${finding.rerun}`,
      )
    }
    await server.close()
  }
} finally {
  rmSync(folder, { recursive: true })
}
const seconds = told.map((one) => one.seconds).sort((a, b) => a - b)
const longer = told.filter((one) => one.seconds > Number(values.within))
for (const { line, seconds: own } of longer)
  console.log(`over ${values.within} s: ${own.toFixed(1)} s, ${reasonFor(line) ?? 'for no stated reason'}: ${line}`)
const over = longer.filter(({ line }) => reasonFor(line) === undefined)
console.log(
  `${told.length} rerun lines: half within ${seconds[Math.floor(seconds.length / 2)]?.toFixed(1)} s, the longest ${seconds.at(-1)?.toFixed(1)} s, ${longer.length} over ${values.within} s, ${over.length} of them for no stated reason`,
)
process.exit(over.length === 0 ? 0 : 1)
