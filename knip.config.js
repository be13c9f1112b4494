/** Dead files, exports and dependencies. @type {import('knip').KnipConfig} */
export default {
  entry: [
    // Loaded by their file names: worker threads, what vitest hosts, and what src/judging/catalogue.ts finds in suites/.
    'src/cli/main.ts',
    'src/api/{index,vitest}.ts',
    'src/cli/follow-thread.ts',
    'src/runner/embedded-thread.ts',
    'src/runner/prove/crew-thread.ts',
    'src/runner/host/checks.host.ts',
    'suites/**/*.check.ts',
    'suites/**/requirements.ts',
    'scripts/*.mjs',
    'scripts/mutants/hunt.mjs',
    'bench/**/*.mjs',
    'bench/offline/sweep.ts',
  ],
  project: ['{bin,src,suites,reports,recorder,scripts,bench,test}/**/*.{ts,js,mjs}'],
  // Started by their paths: the compiler that builds (typescript itself serves tests), the linter with its half that knows types, and
  // what tests ask: a mock server, whether the types are wrong, and a client.
  ignoreDependencies: [
    'tsc7',
    'oxlint',
    'oxlint-tsgolint',
    '@stoplight/prism-cli',
    '@arethetypeswrong/cli',
    'openapi-fetch',
  ],
  // Other people's tools that tests ask where the machine has them, and ourselves where we are installed.
  ignoreBinaries: ['keytool', 'openssl', 'script', 'fieldproof'],
}
