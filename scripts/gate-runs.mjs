// Whether a gate stays green on what its baseline knows: node scripts/gate-runs.mjs [--faults 10] [--times 20] [--seed N] [--only FAULT] [--written N] [--by-rule]
// For each fault, drawn by the seed: a run (or several, for faults that come and go) writes the baseline of what fails, then so many runs with other seeds must end with exit code 0.
// Each run takes the checks of the interfaces that the fault breaks. --by-rule widens each entry to its rule, failing sometimes, as
// docs/baselines.md says for faults that come and go. Needs a build.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parse, stringify } from 'yaml'
import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { allFaults } from '../dist/src/platform/deviations.js'
import { createPlatform } from '../dist/src/platform/platform.js'

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '10' },
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    written: { type: 'string', default: '1' },
    'by-rule': { type: 'boolean', default: false },
  },
})
const bin = fileURLToPath(new URL('../bin/fieldproof.js', import.meta.url))
const cli = (args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, NO_COLOR: '1' } })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    child.on('close', (code) => resolve({ code, said }))
  })

const { checks, requirements } = await loadCatalogue()
const namesOf = new Map()
const note = (fault, name) => namesOf.set(fault, (namesOf.get(fault) ?? new Set()).add(name))
for (const { brokenBy, requirement } of checks) for (const fault of brokenBy) note(fault, requirement.interface)
for (const { contract = [], traffic = [], interface: name } of requirements)
  for (const fault of [...contract, ...traffic]) note(fault, name)

/** A fair draw that is the same for the same seed. */
function drawn(from, count, seed) {
  let state = seed >>> 0
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
  return from
    .map((one) => ({ one, by: next() }))
    .sort((a, b) => a.by - b.by)
    .slice(0, count)
    .map(({ one }) => one)
}

/** Each rule once, whatever its checks find, in half of their tries. */
function widen(baseline) {
  const rules = new Map()
  for (const { check, finding: _, ...entry } of parse(readFileSync(baseline, 'utf8'))) {
    const rule = check.replace(/[^/]*$/, '*')
    rules.set(rule, { check: rule, ...entry, rate: '50%' })
  }
  writeFileSync(baseline, stringify([...rules.values()]))
}

const ids = allFaults.map(({ id }) => id)
const faults = values.only ? [values.only] : drawn(ids, Number(values.faults), Number(values.seed))
const folder = mkdtempSync(join(tmpdir(), 'gate-runs-'))
let [runs, red, unseen] = [0, 0, 0]
try {
  for (const fault of faults) {
    const platform = createPlatform({ faults: [fault] })
    const server = await platform.listen({ port: 0 })
    const target = join(folder, `${fault}.yaml`)
    writeFileSync(target, stringify(platform.targetFile(server.origin)))
    const baseline = join(folder, `${fault}-baseline.yaml`)
    const run = (seed, ...more) =>
      cli([
        ...['run', '--target', target, '--interface', [...(namesOf.get(fault) ?? [])].join(), '--seed', String(seed)],
        ...['--out', join(folder, 'out'), ...more],
      ])
    const first = await run(1, '--write-baseline', baseline)
    if (first.code > 1) throw new Error(`${fault}: ${first.said.slice(-500)}`)
    if (first.code === 0) unseen += 1
    for (let more = 1; more < Number(values.written); more += 1) await run(1000 + more, '--write-baseline', baseline)
    if (values['by-rule']) widen(baseline)
    let bad = 0
    for (let seed = 2; seed < 2 + Number(values.times); seed += 1) {
      const { code } = await run(seed, '--baseline', baseline)
      runs += 1
      if (code === 0) continue
      bad += 1
      const { verdicts } = JSON.parse(readFileSync(join(folder, 'out', 'summary.json'), 'utf8'))
      const why = Object.entries(verdicts).filter(([, is]) => ['fail', 'stale', 'blocked', 'kit-error'].includes(is))
      console.log(`${fault}, seed ${seed}: exit ${code}: ${why.map(([id, is]) => `${is} ${id}`).join(', ')}`)
    }
    red += bad
    console.log(`${fault}: ${first.code === 0 ? 'nothing fails; ' : ''}${bad} of ${values.times} red`)
    await server.close()
  }
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`${faults.length} faults, ${unseen} with nothing that fails, ${runs} runs with a baseline: ${red} red`)
process.exit(red === 0 ? 0 : 1)
