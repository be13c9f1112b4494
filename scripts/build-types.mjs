import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const entries = ['src/api/index.d.ts', 'src/api/vitest.d.ts']
/** What a declaration imports of ours, written as of a source. */
const imported = /((?:from|import\() ?['"])(\.[^'"]*)\.ts(?=['"])/g

/**
 * Declarations of what the package exports, and of what these name: nothing else of the program that the compiler sees. Modules that are
 * loaded when they are called need no declarations, so what the compiler says of them does not count; a missing one does.
 */
export function buildTypes(root, dist) {
  const all = mkdtempSync(join(tmpdir(), 'fieldproof-types-'))
  try {
    const compiler = join(root, 'node_modules/tsc7/bin/tsc')
    const { stdout } = spawnSync(
      process.execPath,
      [compiler, '-p', join(root, 'tsconfig.types.json'), '--outDir', all],
      { encoding: 'utf8' },
    )
    const wanted = new Set(entries)
    for (const file of wanted) {
      if (!existsSync(join(all, file))) throw new Error(`no declarations for ${file}: ${stdout}`)
      const text = readFileSync(join(all, file), 'utf8')
      for (const [, , path] of text.matchAll(imported))
        wanted.add(relative(all, join(all, dirname(file), `${path}.d.ts`)))
      const source = `${file.slice(0, -'.d.ts'.length)}.ts`
      if (stdout.includes(`${source}(`)) throw new Error(stdout)
      mkdirSync(dirname(join(dist, file)), { recursive: true })
      writeFileSync(join(dist, file), text.replace(imported, '$1$2.js'))
    }
  } finally {
    rmSync(all, { recursive: true, force: true })
  }
}
