// Builds dist/: TypeScript to JavaScript, schemas to validators. `--if-stale` builds only when a source is newer than the last build.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const stamp = join(dist, '.built')
const sources = ['src', 'suites', 'reports', 'recorder', 'schemas', 'scripts', 'tsconfig.json', 'package.json']

const newest = (path) => {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

// An installed package holds dist/ and no sources: nothing to build there.
if (!existsSync(join(root, 'tsconfig.json'))) process.exit(0)
if (
  process.argv.includes('--if-stale') &&
  existsSync(stamp) &&
  Math.max(
    ...sources
      .map((name) => join(root, name))
      .filter(existsSync)
      .map(newest),
  ) <= statSync(stamp).mtimeMs
)
  process.exit(0)

rmSync(dist, { recursive: true, force: true })
const compiled = spawnSync(process.execPath, [join(root, 'node_modules/tsc7/bin/tsc'), '-p', root], {
  stdio: 'inherit',
})
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
const { buildSchemas } = await import('./build-schemas.mjs')
await buildSchemas(dist)
writeFileSync(stamp, '')
