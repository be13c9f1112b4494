import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { root } from '../architecture/tree.ts'

/** A port that is free now: the pages name ports that another test may hold. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Waits for the server that was just sent to the background; one that ended instead is waited for no longer. */
export const listening = (port: number | string): string =>
  `until (exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null; do kill -0 $! 2>/dev/null || break; sleep 0.1; done`

/** Types the commands into one shell, in which npx and fieldproof are this build; what is still running at the end is ended. */
export function shell(commands: string, cwd: string): Promise<string> {
  const bin = join(cwd, 'bin')
  mkdirSync(bin, { recursive: true })
  const kit = `exec "${process.execPath}" "${join(root, 'bin/fieldproof.js')}" "$@"`
  for (const [name, text] of [
    ['npx', `shift\n${kit}`],
    ['fieldproof', kit],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  mkdirSync(join(cwd, 'node_modules'), { recursive: true })
  symlinkSync(root, join(cwd, 'node_modules/fieldproof'))
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', `set -m\n${commands}\nkill $(jobs -p) 2>/dev/null\nwait`], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', FIELDPROOF_CA_DIR: join(cwd, 'ca'), PATH: `${bin}:${process.env['PATH']}` },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    child.on('close', () => resolve(said))
  })
}
