// Builds dist/: TypeScript to JavaScript, schemas to validators. `--if-stale` builds only when a source is newer than the last build.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { newerSource, stampIn } from '../bin/newer-source.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
// An installed package has dist/ and no sources: nothing to build.
if (!existsSync(join(root, 'tsconfig.json'))) process.exit(0)
if (process.argv.includes('--if-stale') && newerSource(root) === undefined) process.exit(0)

// Taken before the build, so that a file changed during it is newer than the stamp.
const started = new Date()
// The last proof, its trials and the last sweep outlive the build: each says what changed since.
const kept = ['proof.json', 'sweep.json', 'trials.json']
  .map((name) => join(dist, name))
  .filter((file) => existsSync(file))
  .map((file) => [file, readFileSync(file)])
rmSync(dist, { recursive: true, force: true })
for (const [file, content] of kept) {
  mkdirSync(dist, { recursive: true })
  writeFileSync(file, content)
}
const compiled = spawnSync(process.execPath, [join(root, 'node_modules/tsc7/bin/tsc'), '-p', root], {
  stdio: 'inherit',
})
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
const { buildTypes } = await import('./build-types.mjs')
buildTypes(root, dist)
const { buildSchemas } = await import('./build-schemas.mjs')
await buildSchemas(dist)
await listSuites()
const { buildBundle } = await import('./build-bundle.mjs')
await buildBundle(dist)
writeFileSync(stampIn(root), '')
utimesSync(stampIn(root), started, started)

/** One module that imports every file of suites/ that announces something, in the order of the catalogue. */
async function listSuites() {
  const { announcing } = await import('../dist/src/judging/catalogue.js')
  const suites = pathToFileURL(join(dist, 'suites/'))
  const imports = announcing(suites, '.js').map(({ href }) => `import './${href.slice(suites.href.length)}'\n`)
  writeFileSync(join(dist, 'suites', 'all.js'), imports.join(''))
}
