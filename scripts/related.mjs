// Which test files and checks a change can break, nearest first. Imports are read from the sources: no build, no module graph.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const rooms = ['src', 'suites', 'recorder', 'reports', 'scripts', 'bench', 'test']
/** It proves all checks, which takes minutes; a changed check is proven by itself. */
const never = new Set(['test/prove/whole.test.ts'])

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

/** Files named, files changed since refs named, or without either what differs from the last commit. */
export function changed(args) {
  const files = args.filter((arg) => existsSync(arg)).map((file) => relative(root, resolve(file)))
  const refs = args.filter((arg) => !existsSync(arg))
  if (files.length > 0 && refs.length === 0) return files
  return [
    ...files,
    ...(refs.length > 0 ? refs : ['HEAD']).flatMap((ref) => git('diff', '--name-only', '--relative', ref)),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

const sources = rooms.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)

function imports(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, to]) => join(dirname(file), to))
}

/** Every file from which one of these is reached by imports, with the number of steps. */
function reaching(files) {
  const importers = new Map()
  for (const file of sources) for (const to of imports(file)) importers.set(to, [...(importers.get(to) ?? []), file])
  const steps = new Map(files.map((file) => [file, 0]))
  for (const [file, far] of steps)
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, far + 1)
  return steps
}

/** Test files of the same room: they read files that nothing imports (schemas, goldens, documents, the built command line). */
function neighbours(file) {
  const [room, second = '', third = ''] = file.split('/')
  const tests = sources.filter((source) => source.endsWith('.test.ts'))
  const under = (folder) => tests.filter((test) => test.startsWith(folder))
  if (room === 'schemas') return [...under('test/contract/'), ...under('test/reports/schema')]
  if (file.endsWith('.md')) return under('test/docs/')
  if (room === 'bin') return under('test/cli/')
  if (room === 'src' && second === 'cli') return under(`test/cli/${third.replace(/(?:-command)?\.ts$/, '')}`)
  if (room === 'suites') return under(`test/${dirname(file)}/`)
  if (room === 'test') return under(`${dirname(file)}/`)
  return []
}

/** The folder of tests that mirrors the room of a file: they come before all others. */
const mirror = (file) => {
  const [room, second] = file.split('/')
  return room === 'src' ? `test/${second}/` : `test/${room}/`
}

export function related(files) {
  const homes = files.map(mirror)
  const far = (file) => (homes.some((home) => file.startsWith(home)) ? 0 : 100) + steps.get(file)
  const steps = reaching(files)
  const near = files.flatMap((file) =>
    sources.includes(file) && file.endsWith('.test.ts') ? [file] : neighbours(file),
  )
  for (const file of near) if (!steps.has(file)) steps.set(file, 1)
  const tests = [...steps.keys()]
    .filter((file) => file.endsWith('.test.ts') && existsSync(join(root, file)) && !never.has(file))
    .sort((a, b) => far(a) - far(b))
  // Changed checks, and those that stand on a changed model of their own interface.
  const checks = files.some((file) => file.startsWith('suites/'))
    ? [...steps.keys()].filter((file) => file.startsWith('suites/') && file.endsWith('.check.ts'))
    : []
  return { tests, checks }
}
