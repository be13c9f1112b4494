import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { read, root } from '../architecture/tree.ts'
import { installed, type Installed } from './installed.ts'

let there: Installed
const children: ChildProcess[] = []
beforeAll(() => {
  there = installed()
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(there.folder, { recursive: true, force: true })
})

const npx = (...args: readonly string[]) =>
  spawnSync('npx', ['--no-install', 'fieldproof', ...args], { cwd: there.folder, encoding: 'utf8' })

/** A command that goes on until it is told to end, once it has said something. */
async function started(args: readonly string[], says: RegExp) {
  const child = spawn(join(there.folder, 'node_modules/.bin/fieldproof'), args, { cwd: there.folder })
  children.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let told = ''
  child.stderr.on('data', (chunk) => (told += chunk))
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      told += chunk
      const found = says.exec(told)
      if (found) resolve(found[1] ?? found[0])
    })
    child.once('close', () => reject(new Error(`it ended: ${told}`)))
  })
  const end = () => {
    child.kill('SIGINT')
    return ended
  }
  return { said, end }
}

test('it holds what a reader looks for, and no compiler', () => {
  const home = join(there.folder, 'node_modules/fieldproof')
  for (const file of [
    'README.md',
    'CHANGELOG.md',
    'docs/verdicts.md',
    'examples/target.yaml',
    'examples/ci/gitlab-ci.yml',
    'schemas/known-differences.yaml',
    'dist/src/api/index.d.ts',
  ])
    expect(existsSync(join(home, file)), file).toBe(true)
  // What the bundles hold is not there a second time.
  for (const file of ['tsconfig.json', 'src', 'test', 'dist/src/api/index.js', 'dist/suites/all.js'])
    expect(existsSync(join(home, file)), file).toBe(false)
  for (const compiler of ['typescript', 'tsc7'])
    expect(existsSync(join(there.folder, 'node_modules', compiler))).toBe(false)
  expect(Object.keys(JSON.parse(read('package.json')).dependencies)).not.toContain('typescript')
})

test('npx fieldproof run', () => {
  const { status, stdout, stderr } = npx(
    'run',
    '--target',
    'embedded',
    '--interface',
    'directory,company',
    '--out',
    'out',
  )
  expect(status, `${stdout}${stderr}`).toBe(0)
  const { counts } = JSON.parse(readFileSync(join(there.folder, 'out/summary.json'), 'utf8')) as {
    counts: Record<string, number>
  }
  expect(counts['pass']).toBeGreaterThan(10)
})

test('npx fieldproof serve, record and verify', async () => {
  const platform = await started(
    ['serve', '--port', '0', '--write-target', 't.yaml'],
    /listens at (http:\S+[^,;\s])[,;]/,
  )
  const recorder = await started(
    ['record', '--to', platform.said, '--port', '0', '--out', 'traffic.har'],
    /(http:\S+) passes on/,
  )
  const file = join(there.folder, 't.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(platform.said, recorder.said))
  const { status, stdout } = npx('doctor', '--target', 't.yaml')
  expect(status, stdout).toBe(0)
  expect(await recorder.end()).toBe(0)
  expect(await platform.end()).toBe(0)
  const verified = npx('verify', 'traffic.har', '--side', 'server', '--out', 'verified')
  expect(verified.status, verified.stdout).toBe(0)
  expect(verified.stdout).toMatch(/: [1-9]\d* passed, .* not exercised\. .*Exit code 0\./)
})

test('publint finds nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: join(there.folder, 'node_modules/fieldproof'), strict: true })
  expect(messages.map((message) => formatMessage(message, pkg as Record<string, unknown>))).toEqual([])
})

test('are the types wrong? No', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js'),
      there.tarball,
      '--profile',
      'esm-only',
      '--no-color',
    ],
    { encoding: 'utf8' },
  )
  expect(status, `${stdout}${stderr}`).toBe(0)
  expect(stdout).toContain('fieldproof/vitest')
})

test('what it exports has types that a strict project accepts', () => {
  writeFileSync(
    join(there.folder, 'typed.ts'),
    `import { run, verify, startPlatform, startRecorder, type Report } from 'fieldproof'
import { fieldproof } from 'fieldproof/vitest'
const report: Report = await run({ target: 'embedded', only: ['directory/*'], onVerdict: ({ is }) => is.length })
const words: readonly string[] = report.findings.map(({ statement, expected, actual }) => statement + expected + actual)
// @ts-expect-error a verdict that there is none of
report.counts.excellent
// @ts-expect-error the options are those of the command
await verify('traffic.har', { sides: 'client' })
const { origin, close } = await startPlatform({ faults: ['lock-ignored-on-put'] })
const recorder = await startRecorder({ to: [origin], out: 'x.har' })
await fieldproof({ target: 't.yaml', strict: true })
export default [words, recorder.addresses, close]
`,
  )
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/tsc7/bin/tsc'),
      ...['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2023'],
      ...['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), 'typed.ts'],
    ],
    { cwd: there.folder, encoding: 'utf8' },
  )
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('import { run, verify, startPlatform, startRecorder } from fieldproof', () => {
  writeFileSync(
    join(there.folder, 'api.js'),
    `import { run, verify, startPlatform, startRecorder } from 'fieldproof'
const platform = await startPlatform({ faults: ['lock-ignored-on-put'] })
const recorder = await startRecorder({ to: [platform.origin], out: 'api.har' })
await (await fetch(recorder.addresses[0] + '/nowhere')).text()
const recorded = await recorder.close()
const told = []
const report = await run({
  target: platform.target,
  only: ['data/stale-lock-refused/put-by-id'],
  out: 'api-out',
  onPlan: (checks) => told.push(checks.length + ' planned'),
  onVerdict: ({ check, is }) => told.push(check + ' ' + is),
})
const verified = await verify('api.har', { out: 'api-verified', side: 'server' })
const wrong = await run({ target: 'nowhere.yaml', out: 'api-wrong' }).catch(({ message }) => message)
await platform.close()
console.log(JSON.stringify({ recorded, told, exitCode: report.exitCode, found: report.findings.map(({ statement }) => statement),
  verified: verified.exitCode, wrong, own: process.exitCode ?? 'unset' }))
`,
  )
  const { stdout, stderr } = spawnSync(process.execPath, ['api.js'], { cwd: there.folder, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({
    recorded: { requests: 1 },
    told: ['1 planned', 'data/stale-lock-refused/put-by-id fail'],
    exitCode: 1,
    found: ['A-DAT-20'],
    verified: expect.any(Number),
    wrong: expect.stringContaining('nowhere.yaml'),
    own: 'unset',
  })
  expect(existsSync(join(there.folder, 'api-out/index.html'))).toBe(true)
})

test('import { fieldproof } from fieldproof/vitest: each check a test', () => {
  writeFileSync(
    join(there.folder, 'conformance.test.js'),
    `import { startPlatform } from 'fieldproof'
import { fieldproof } from 'fieldproof/vitest'
const platform = await startPlatform({ faults: ['lock-ignored-on-put'] })
const lacking = { ...platform.target, lacks: { ...platform.target.lacks, 'query-api': 'there is no Query API yet' } }
lacking.has = lacking.has?.filter((need) => need !== 'query-api')
await fieldproof({ target: lacking, only: ['data/stale-lock-refused/put-by-*', 'query/rows/*'], seed: 1, out: 'vitest-out' })
`,
  )
  const { status, stdout, stderr } = spawnSync(
    join(there.folder, 'node_modules/.bin/vitest'),
    ['run', '--reporter', 'json', '--reporter', 'default'],
    { cwd: there.folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  )
  expect(status, stdout).toBe(1)
  const json = JSON.parse(/^\{"numTotalTestSuites.*$/m.exec(stdout)?.[0] ?? '{}') as {
    testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
  }
  const results = json.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = results.find(({ title }) => title === 'data/stale-lock-refused/put-by-id')
  expect(failed?.status, stderr).toBe('failed')
  const text = failed?.failureMessages.join('\n') ?? ''
  for (const part of [
    /^Error: rule +A write whose lastChanged/m,
    /^source +A-DAT-20, level must: /m,
    /^expected +status 409/m,
    /^actual +status 20/m,
    /^exchange +PUT http/m,
    /^rerun +npx fieldproof run --target \S+ --only data\/stale-lock-refused\/put-by-id/m,
  ])
    expect(text).toMatch(part)
  expect(text).not.toContain('node_modules')
  const skipped = results.filter(({ title }) => title.startsWith('query/rows/'))
  expect(skipped.length).toBeGreaterThan(0)
  expect([...new Set(skipped.map((one) => one.status))]).toEqual(['skipped'])
  expect(stdout).toContain('there is no Query API yet')
  expect(results.at(-1)).toMatchObject({ title: 'fieldproof: the whole', status: 'failed' })
})
