// All tests; the last line is "N passed, N failed". A run that ended early, or in which a file did not load, counts as failed.
import { startVitest } from 'vitest/node'

const vitest = await startVitest('test', process.argv.slice(2), { watch: false, config: './vitest.config.ts' })
if (!vitest) process.exit(1)
const files = vitest.state.getFiles()
const modules = vitest.state.getTestModules()
const tests = modules.flatMap((module) => [...module.children.allTests()])
const passed = tests.filter((test) => test.result().state === 'passed').length
const failedTests = tests.filter((test) => test.result().state === 'failed').length
const failedFiles = modules.filter(
  (module) =>
    module.errors().length > 0 ||
    (module.state() === 'failed' && ![...module.children.allTests()].some((test) => test.result().state === 'failed')),
).length
const failed = failedTests + failedFiles + vitest.state.getUnhandledErrors().length
await vitest.close()
console.log(`\n${passed} passed, ${failed + (files.length === 0 ? 1 : 0)} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
