import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** What takes longest, longest first: begun early, it does not run on alone at the end. */
const longest = [
  'test/prove/whole.test.ts',
  'test/runner/sweep/sweep.test.ts',
  'test/worlds/run.test.ts',
  'test/target-sweep/',
  'test/cli/run.test.ts',
  'test/outside/kill.test.ts',
  'test/peers/lawful-forms.test.ts',
  'test/suites/data/cql/',
  'test/verify/',
  'test/cli/',
  'test/outside/',
  'test/replay/',
  'test/architecture.test.ts',
  'test/fuzz/',
  'test/peers/',
]
const place = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex((part) => moduleId.includes(part))
  return found < 0 ? longest.length : found
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A test in which nothing is expected, or only within a loop over nothing, fails.
    expect: { requireAssertions: true },
    // Two busy cores must not fail a test: what hangs is still ended.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
