import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bin } from './served.mjs'
import { spreadOver, upTo } from './support.mjs'

/**
 * How large an installed package is with all that it brings (vite 7 is named in package.json for that: the bundler of vite 8, vitest's own
 * choice, takes 30 MB more), and how soon it says something. Without `installing`, of the repository as it is.
 */
export async function figures({ starts = 9, installing = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldproof-bench-'))
  try {
    const size = installing ? [installedIn(folder)] : []
    const command = installing ? join(folder, 'node_modules/fieldproof/bin/fieldproof.js') : bin
    const took = await upTo(starts, 30, () => msOf([command, '--help']))
    const bare = await upTo(starts, 30, () => msOf(['--eval', '0']))
    return [
      ...size,
      { what: 'fieldproof --help, start to end', ...spreadOver(took), unit: 'ms', most: 150 },
      { what: 'of that, Node.js itself', ...spreadOver(bare), unit: 'ms' },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function installedIn(folder) {
  const npm = (args, cwd) => {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm ${args[0]}: ${stderr}`)
    return stdout
  }
  const root = dirname(dirname(bin))
  const tarball = npm(['pack', '--ignore-scripts', '--pack-destination', folder], root).trim().split('\n').at(-1)
  writeFileSync(join(folder, 'package.json'), '{}')
  npm(['install', '--prefer-offline', join(folder, tarball)], folder)
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
  const stats = files
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)))
  // esbuild links its program to where it is called: one file with two names.
  const sizes = new Map(stats.map(({ dev, ino, size }) => [`${dev} ${ino}`, size]))
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  return { what: 'installed, with all that it brings', value: bytes / 1e6, unit: 'MB', most: 60 }
}

function msOf(args) {
  const started = performance.now()
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return performance.now() - started
}
