// What `npm run lint` runs, and what test/lint.test.ts runs piece by piece: layout, types of the tests, rules that find defects, dead code.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const local = (path) => join(root, 'node_modules', path)

export const tools = {
  layout: [local('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  types: [local('tsc7/bin/tsc'), '-p', join(root, 'test')],
  rules: [local('eslint/bin/eslint.js'), '--cache', '--cache-location', join(root, 'dist', '.eslintcache'), '.'],
  'dead code': [local('knip/bin/knip.js')],
}

/** What a tool has to say; empty where there is nothing to mend. */
export function complaints(name) {
  const { status, stdout, stderr } = spawnSync(process.execPath, tools[name], { cwd: root, encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`.trim() || `${name} ended with ${status}`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const said = Object.keys(tools).map((name) => ({ name, text: complaints(name) }))
  for (const { name, text } of said) console.log(text === '' ? `${name}: ok` : `${name}:\n${text}`)
  process.exit(said.some(({ text }) => text !== '') ? 1 : 0)
}
