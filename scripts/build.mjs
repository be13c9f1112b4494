// Builds dist/: TypeScript to JavaScript, schemas to validators. `--if-stale` builds only when a source is newer than the last build.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newerSource, stampIn } from '../bin/newer-source.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
// An installed package has dist/ and no sources: nothing to build.
if (!existsSync(join(root, 'tsconfig.json'))) process.exit(0)
if (process.argv.includes('--if-stale') && newerSource(root) === undefined) process.exit(0)

// Taken before the build, so that a file changed during it is newer than the stamp.
const started = new Date()
// The last proof outlives the build: `list coverage` says what changed since.
const proof = join(dist, 'proof.json')
const kept = existsSync(proof) ? readFileSync(proof) : undefined
rmSync(dist, { recursive: true, force: true })
if (kept) {
  mkdirSync(dist)
  writeFileSync(proof, kept)
}
const compiled = spawnSync(process.execPath, [join(root, 'node_modules/tsc7/bin/tsc'), '-p', root], {
  stdio: 'inherit',
})
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
const { buildSchemas } = await import('./build-schemas.mjs')
await buildSchemas(dist)
writeFileSync(stampIn(root), '')
utimesSync(stampIn(root), started, started)
