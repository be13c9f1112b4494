// Runs all tests, or the named files. The last line is "N passed, N failed", the one before it lists skipped tests. A test skipped without
// a reason, a run that ends early and a file that does not load count as failed.
// `related [FILE or REF]...`: the tests closest to the changes since the last commit (or to the files, or since the ref), and no whole proof.
import { spawnSync } from 'node:child_process'
import { startVitest } from 'vitest/node'
import { changed, related } from './related.mjs'

const args = process.argv.slice(2)
const filesAtMost = 20
let filters = args
let unproven = 0
if (args[0] === 'related') {
  const { tests, checks } = related(changed(args.slice(1)))
  filters = tests.slice(0, filesAtMost)
  if (tests.length > filters.length)
    console.log(
      `${tests.length - filters.length} more test files depend on the changes less directly: npm test runs them`,
    )
  if (checks.length > 0) unproven = prove(checks)
  if (filters.length === 0) {
    console.log(`no test file depends on the changes\n\n0 passed, ${unproven} failed`)
    process.exit(unproven > 0 ? 1 : 0)
  }
}

/** Proves the checks of these files alone; 1 where one is not proven. */
function prove(files) {
  const announce = `import { announcedChecks } from './dist/src/kit/check.js'
    for (const file of process.argv.slice(1)) await import(file)
    console.log(JSON.stringify(announcedChecks().map(({ id }) => id)))`
  const built = files.map((file) => `./dist/${file.replace(/ts$/, 'js')}`)
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', announce, ...built], {
    encoding: 'utf8',
  })
  const only = JSON.parse(stdout).flatMap((id) => ['--only', id])
  console.log(`proves ${only.length / 2} checks of ${files.join(', ')}`)
  return spawnSync(process.execPath, ['bin/fieldproof.js', 'prove', ...only], { stdio: 'inherit' }).status === 0 ? 0 : 1
}

const vitest = await startVitest('test', filters, { watch: false, config: './vitest.config.ts' })
if (!vitest) process.exit(1)
const files = vitest.state.getFiles()
const modules = vitest.state.getTestModules()
const tests = modules.flatMap((module) => [...module.children.allTests()])
const passed = tests.filter((test) => test.result().state === 'passed').length
const failedTests = tests.filter((test) => test.result().state === 'failed').length
const skipped = tests.filter((test) => test.result().state === 'skipped')
const unexplained = skipped.filter((test) => !test.result().note)
const failedFiles = modules.filter(
  (module) =>
    module.errors().length > 0 ||
    (module.state() === 'failed' && ![...module.children.allTests()].some((test) => test.result().state === 'failed')),
).length
const failed = failedTests + failedFiles + unexplained.length + unproven + vitest.state.getUnhandledErrors().length
await vitest.close()
for (const test of unexplained) console.log(`skipped for no reason: ${test.module.moduleId} > ${test.fullName}`)
const named = skipped.map((test) => `${test.fullName}${test.result().note ? ` (${test.result().note})` : ''}`)
console.log(`\n${skipped.length} skipped${named.length > 0 ? `: ${named.join('; ')}` : ''}`)
console.log(`${passed} passed, ${failed + (files.length === 0 ? 1 : 0)} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
