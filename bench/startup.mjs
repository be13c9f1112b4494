import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { memoryMb } from './recorder/process.mjs'
import { bin, served } from './served.mjs'
import { spreadOver, upTo } from './support.mjs'

/** How soon a run says something, and how much memory it takes; the platform is a process of its own. */
export async function figures({ starts = 5, wholes = 3, whole = [] } = {}) {
  const platform = await served()
  try {
    const { first } = await runs(platform, { args: ['--interface', 'directory'], rounds: starts, seconds: 25 })
    const { peak } = await runs(platform, { args: whole, rounds: wholes, seconds: 50 })
    return [
      { what: 'command to first verdict', ...spreadOver(first), unit: 'ms', most: 2000 },
      { what: 'peak memory of a whole run', ...spreadOver(peak), value: Math.max(...peak), unit: 'MB', most: 300 },
    ]
  } finally {
    await platform.close()
  }
}

/** Milliseconds from the command to its first verdict on the disk, and the peak memory of the process. */
async function runs(platform, { args, rounds, seconds }) {
  const all = await upTo(rounds, seconds, () => oneRun(platform, args))
  return { first: all.map(({ first }) => first), peak: all.map(({ peak }) => peak) }
}

async function oneRun(platform, args) {
  const out = join(platform.folder, 'out')
  const report = join(out, 'report.jsonl')
  const started = performance.now()
  const child = spawn(process.execPath, [bin, 'run', '--target', platform.file, '--out', out, ...args], {
    stdio: 'ignore',
  })
  let first
  let memory = 0
  const look = setInterval(() => {
    if (first === undefined && existsSync(report) && readFileSync(report, 'utf8').includes('{"verdict"'))
      first = performance.now() - started
    try {
      memory = Math.max(memory, memoryMb(child.pid).peak)
    } catch {
      /* It has ended. */
    }
  }, 5)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(look)
  // A run that broke off early would look fast and small.
  if (code !== 0 || first === undefined) throw new Error(`the run ended with ${code}: no figure can be read from it`)
  rmSync(out, { recursive: true, force: true })
  return { first, peak: memory }
}
