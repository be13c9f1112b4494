import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { scratch } from '../support/folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = scratch()

test('as part of an installed package the checks run, too', () => {
  const modules = join(folder, 'node_modules')
  const home = join(modules, 'fieldproof')
  mkdirSync(home, { recursive: true })
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(root, name), join(home, name), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(home, 'bin/fieldproof.js'), 'run', '--interface', 'directory,company', '--out', 'out'],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  expect(status, stdout).toBe(0)
  const { counts } = JSON.parse(readFileSync(join(folder, 'out/summary.json'), 'utf8')) as {
    counts: Record<string, number>
  }
  expect(counts['pass']).toBeGreaterThan(10)
})
