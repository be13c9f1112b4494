import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** What takes longest, longest first: begun early, it does not run on alone at the end. */
const longest = [
  'test/prove/whole.test.ts',
  'test/runner/sweep/sweep.test.ts',
  'test/worlds/run.test.ts',
  'test/worlds/lawful-groups.test.ts',
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

/** These announce checks of their own, or take the catalogue as it is announced: each of their files begins with none. */
const announcing = [
  'test/{judging,kit,prove,runner}/**/*.test.ts',
  'test/suites/data/{cql/checks,deleted/steps}.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'announcing', include: announcing } },
      // To load the platform and the suites anew for each file would cost a sixth of all tests.
      { extends: true, test: { name: 'others', include: ['test/**/*.test.ts'], exclude: announcing, isolate: false } },
    ],
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
