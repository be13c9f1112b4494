// `npm run lint`; test/lint.test.ts runs its tools one by one: layout, types of the tests, rules that find defects, dead code.
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const local = (path) => join(root, 'node_modules', path)
// Caches are in dist/, so that each build drops them: the result of a rule for one file depends on the types of others.
const cache = (name) => ['--cache', '--cache-location', join(root, 'dist', name)]

const tools = {
  layout: [local('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', ...cache('.prettiercache'), '.'],
  types: [local('tsc7/bin/tsc'), '-p', 'test'],
  rules: [local('oxlint/bin/oxlint'), '-c', join(root, 'oxlint.jsonc'), '.'],
  'dead code': [local('knip/bin/knip.js')],
}

/** Complaints of a tool about this repository, or with these arguments about another folder; empty if there are none. */
export const complaints = (tool, { folder = root, args = tools[tool].slice(1) } = {}) =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [tools[tool][0], ...args],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve(error ? `${stdout}${stderr}`.trim() || error.message : ''),
    )
  })

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let failed = false
  for (const tool of Object.keys(tools)) {
    const text = await complaints(tool)
    failed ||= text !== ''
    console.log(text === '' ? `${tool}: ok` : `${tool}:\n${text}`)
  }
  process.exit(failed ? 1 : 0)
}
