import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const bin = fileURLToPath(new URL('../bin/fieldproof.js', import.meta.url))

/** The embedded platform in a process of its own. */
export async function served() {
  const folder = mkdtempSync(join(tmpdir(), 'fieldproof-bench-'))
  const file = join(folder, 'target.yaml')
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--write-target', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const target = parse(readFileSync(file, 'utf8'))
  return {
    file,
    folder,
    target,
    origin: new URL(target.addresses.auth).origin,
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true })
          resolve()
        })
        child.kill('SIGTERM')
      }),
  }
}
