import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../architecture/tree.ts'

export interface Installed {
  /** A project of somebody else: package.json and node_modules. */
  readonly folder: string
  readonly tarball: string
  /** Why its dependencies are those of this repository, if npm could not install them. */
  readonly offline?: string
}

const npm = (args: readonly string[], cwd: string) =>
  spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel', 'error'], { cwd, encoding: 'utf8' })

/** Packs this repository as it is built and installs the tarball into an empty project. */
export function installed(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'fieldproof-installed-'))
  const packed = npm(['pack', '--ignore-scripts', '--pack-destination', folder], root)
  if (packed.status !== 0) throw new Error(`npm pack: ${packed.stderr}`)
  const tarball = join(folder, packed.stdout.trim().split('\n').at(-1) ?? '')
  writeFileSync(join(folder, 'package.json'), '{ "name": "elsewhere", "private": true, "type": "module" }\n')
  const install = npm(['install', '--prefer-offline', '--fetch-retries', '0', tarball], folder)
  if (install.status === 0) return { folder, tarball }
  const [why = ''] =
    /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED|ECONNRESET|E40[134])\b/.exec(install.stderr) ?? []
  if (why === '') throw new Error(`npm install: ${install.stderr}`)
  const modules = join(folder, 'node_modules')
  mkdirSync(modules, { recursive: true })
  spawnSync('tar', ['-xzf', tarball, '-C', folder])
  cpSync(join(folder, 'package'), join(modules, 'fieldproof'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') && !/^typescript|^tsc7$/.test(name))
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
  mkdirSync(join(modules, '.bin'))
  symlinkSync('../fieldproof/bin/fieldproof.js', join(modules, '.bin/fieldproof'))
  const offline = `npm cannot reach its registry (${why}): the tarball was tried with the dependencies of this repository`
  process.stderr.write(`${offline}\n`)
  return { folder, tarball, offline }
}
