// Whole runs against lawful platforms, as a gate makes them: `node scripts/lawful-runs.mjs [--groups N] [--size 12] [--seed 1] [--only ID]...`.
// A proof tries each check by itself, in made time: what checks do to each other when they run beside each other shows only here. Each run meets
// some lawful readings at once, drawn by the seed among those that can be served together; all of them, unless --groups says how many runs are
// enough. Tells each finding and each check that could not judge, and ends with 1 if there was one. Needs a build.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stringify } from 'yaml'
import { allVariants } from '../dist/src/platform/deviations.js'
import { groupsOf } from '../dist/src/platform/groups.js'
import { createPlatform } from '../dist/src/platform/platform.js'

const { values } = parseArgs({
  options: {
    groups: { type: 'string', default: String(allVariants.length) },
    size: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
  },
})
const bin = fileURLToPath(new URL('../bin/fieldproof.js', import.meta.url))
const calm = new Set(['pass', 'observed', 'not-applicable', 'not-exercised'])

function run(target, out) {
  const child = spawn(process.execPath, [bin, 'run', '--target', target, '--seed', '1', '--out', out], {
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

const chosen = values.only ? allVariants.filter(({ id }) => values.only.includes(id)) : allVariants
const drawn = groupsOf(chosen, { size: Number(values.size), seed: Number(values.seed) })
const groups = drawn.slice(0, Number(values.groups))
const folder = mkdtempSync(join(tmpdir(), 'lawful-runs-'))
let [tried, alarming] = [0, 0]
try {
  for (const [at, group] of groups.entries()) {
    const ids = group.map(({ id }) => id)
    const platform = createPlatform({ variants: ids })
    const server = await platform.listen({ port: 0 })
    const target = join(folder, `${at}.yaml`)
    const out = join(folder, `${at}`)
    writeFileSync(target, stringify(platform.targetFile(server.origin)))
    const { code, said } = await run(target, out)
    await server.close()
    tried += ids.length
    const stream = code === 2 ? '' : readFileSync(join(out, 'report.jsonl'), 'utf8')
    const alarms = stream
      .split('\n')
      .filter((line) => line.startsWith('{"verdict"'))
      .map((line) => JSON.parse(line).verdict)
      .filter(({ is }) => !calm.has(is))
    if (alarms.length > 0 || code === 2) alarming += 1
    if (alarms.length > 0 || code === 2)
      console.log(`${at + 1} of ${groups.length}, exit ${code}: ${ids.join(' ')} ${said}`)
    for (const { is, check, because, findings = [] } of alarms)
      console.log(
        `  ${is} ${check}: ${because ?? findings.map(({ expected, actual }) => `expected ${expected}; got ${actual}`).join(' | ')}`.slice(
          0,
          400,
        ),
      )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${groups.length} runs with ${tried} lawful readings: ${alarming} with alarms`)
process.exitCode = alarming > 0 ? 1 : 0
