import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin/fieldproof.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command line as a user runs it, in a process of its own. */
export function start(
  args: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): { child: ChildProcess; ended: Promise<Ended>; said: (text: string | RegExp) => Promise<void> } {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...process.env, NO_COLOR: '1', ...env },
    ...(cwd ? { cwd } : {}),
  })
  let stdout = ''
  let stderr = ''
  const listeners = new Set<() => void>()
  const heard = () => listeners.forEach((listener) => listener())
  child.stdout.on('data', (chunk) => {
    stdout += chunk
    heard()
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
    heard()
  })
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code) => {
      resolve({ code, stdout, stderr })
      heard()
    }),
  )
  return {
    child,
    ended,
    said: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (typeof text === 'string' ? stdout.includes(text) : text.test(stdout)) {
            listeners.delete(look)
            resolve()
          } else if (child.exitCode !== null)
            reject(new Error(`it ended with ${child.exitCode} and never said ${String(text)}: ${stdout}${stderr}`))
        }
        listeners.add(look)
        look()
      }),
  }
}

export const fieldproof = (
  args: readonly string[],
  options?: { cwd?: string; env?: Record<string, string> },
): Promise<Ended> => start(args, options).ended
