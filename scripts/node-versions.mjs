// Tries the kit on each Node.js that it says it works on, by the packages of Node in the npm registry: node scripts/node-versions.mjs [VERSION]...
// On each: the command line starts, a short run against the embedded platform is green, and a part of the tests passes (--all: every test, half an
// hour each). Tells what it found and ends with 1 if one of them failed. Needs a build, the registry, and Linux, macOS or Windows on x64 or arm64.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } })
const versions = positionals.length > 0 ? positionals : ['20.19', '22', '24', '26']
/** Rooms of every kind that take little: parsers, bytes, verdicts, reports, files. */
const quick = [
  'test/batch',
  'test/cql',
  'test/har',
  'test/redact',
  'test/reports',
  'test/verdict',
  'test/errors',
  'test/target/',
]

const work = mkdtempSync(join(tmpdir(), 'fieldproof-node-'))
let failed = 0
try {
  for (const version of versions) failed += tried(version) ? 0 : 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0

function tried(version) {
  const node = installed(version)
  if (node === undefined) return tell(version, 'the registry has no such Node for this machine', false)
  const is = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  const steps = [
    ['--help', [join(root, 'bin/fieldproof.js'), '--help']],
    [
      'a short run',
      [
        join(root, 'bin/fieldproof.js'),
        'run',
        '--interface',
        'directory,company',
        '--out',
        join(work, `out-${version}`),
      ],
    ],
    values.all
      ? ['all tests', [join(root, 'scripts/test.mjs')]]
      : [`tests of ${quick.length} rooms`, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...quick]],
  ]
  for (const [name, args] of steps) {
    const done = spawnSync(node, args, { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } })
    if (done.status !== 0)
      return tell(is, `${name} failed:\n${`${done.stdout}${done.stderr}`.split('\n').slice(-40).join('\n')}`, false)
    const [warning] = done.stderr.match(/^.*Warning: .*$/m) ?? []
    if (warning) tell(is, `${name}: ${warning}`, true)
  }
  return tell(is, `works: ${steps.map(([name]) => name).join(', ')}`, true)
}

function tell(version, text, isFine) {
  console.log(`${version}  ${text}`)
  return isFine
}

/** The executable, or undefined if the registry does not have it. */
function installed(version) {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${system}-${process.arch}`
  const folder = join(work, version)
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  spawnSync('npm', ['install', ...options, `${name}@${version}`], { cwd: work, stdio: 'ignore' })
  const bin = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(bin) ? bin : undefined
}
