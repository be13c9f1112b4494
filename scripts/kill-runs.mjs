// Ends `fieldproof run` at random moments and compares the platform's whole store with the one before, identities' passwords included:
// `npm run kill-runs -- [--cycles 30] [--seed 1] [--how SIGINT,SIGTERM,time,SIGKILL,none] [--only GLOB]...`. After SIGKILL, `clean` runs first. Needs a build.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stringify } from 'yaml'
import { createPlatform } from '../dist/src/platform/platform.js'

const bin = fileURLToPath(new URL('../bin/fieldproof.js', import.meta.url))
export const ways = ['SIGINT', 'SIGTERM', 'time', 'SIGKILL']

/** Mulberry32: the same seed gives the same moments. */
export const randomOf = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

function command(args) {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, said }))
  })
  return { child, ended }
}

const verdictsIn = (out) => {
  try {
    return Object.values(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')).verdicts)
  } catch {
    return []
  }
}

/**
 * One run against a platform of its own, ended so many milliseconds after its start (by a signal: after its ledger was there); `none` lets it run to its end. Returns what the
 * store then has and had not, and the reverse, how the processes ended, how many records were there at the moment, and how long the end took.
 * @param {{ how: string, afterMs: number, folder: string, only?: readonly string[], seed?: number, platform?: object }} options
 */
export async function endedRun({ how, afterMs, only = [], folder, seed = 1, platform: options = {} }) {
  const platform = createPlatform(options)
  const server = await platform.listen({ port: 0 })
  mkdirSync(folder, { recursive: true })
  const target = join(folder, 'target.yaml')
  const out = join(folder, 'out')
  rmSync(out, { recursive: true, force: true })
  try {
    writeFileSync(target, stringify(platform.targetFile(server.origin)))
    const before = platform.contents()
    const { child, ended } = command([
      'run',
      '--target',
      target,
      '--out',
      out,
      '--seed',
      String(seed),
      ...only.flatMap((glob) => ['--only', glob]),
      ...(how === 'time' ? ['--time', `${afterMs}ms`] : []),
    ])
    let run
    ended.then((one) => (run = one))
    // Start-up takes as long as the machine is busy: a signal counts its time from the first line of the ledger.
    if (how.startsWith('SIG'))
      while (!run && !existsSync(join(out, 'ledger.jsonl'))) await new Promise((resolve) => setTimeout(resolve, 20))
    const startedAt = performance.now()
    let there = 0
    const look = setTimeout(() => {
      there = platform.contents().filter((line) => !before.includes(line)).length
      if (how.startsWith('SIG')) child.kill(how)
    }, afterMs)
    run = await ended
    clearTimeout(look)
    const endMs = performance.now() - startedAt - afterMs
    const cleaned =
      how === 'SIGKILL'
        ? await command(['clean', '--target', target, '--ledger', join(out, 'ledger.jsonl')]).ended
        : undefined
    const [was, now] = [new Set(before), new Set(platform.contents())]
    return {
      how,
      afterMs,
      there,
      run,
      cleaned,
      endMs,
      left: [...now].filter((line) => !was.has(line)),
      lost: before.filter((line) => !now.has(line)),
      kitErrors: verdictsIn(out).filter((is) => is === 'kit-error').length,
    }
  } finally {
    await server.close()
  }
}

/** So many runs in each of these ways, at moments drawn by the seed. */
export async function killRuns({ cycles, seed = 1, how = ways, longestMs = 16_000, told = () => undefined, ...rest }) {
  const random = randomOf(seed)
  const results = []
  for (let cycle = 0; cycle < cycles; cycle += 1)
    for (const one of how) {
      results.push(
        await endedRun({
          how: one,
          afterMs: Math.round((one === 'time' ? 1000 : 0) + random() * (longestMs - 1000)),
          seed: seed + cycle,
          ...rest,
        }),
      )
      told(results.at(-1))
    }
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      cycles: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      how: { type: 'string', default: ways.join(',') },
      longest: { type: 'string', default: '16000' },
      only: { type: 'string', multiple: true, default: [] },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'kill-runs-'))
  const results = await killRuns({
    cycles: Number(values.cycles),
    seed: Number(values.seed),
    how: values.how.split(','),
    longestMs: Number(values.longest),
    only: values.only,
    folder,
    told({ how, afterMs, there, run, cleaned, endMs, left, lost, kitErrors }) {
      console.log(
        `${how.padEnd(8)} after ${String(afterMs).padStart(5)} ms, ${String(there).padStart(4)} there: exit ${run.code ?? run.signal}, ended in ${endMs.toFixed(0)} ms${cleaned ? `, clean ${cleaned.code}: ${cleaned.said.trim().split('\n').join('; ')}` : ''}${kitErrors > 0 ? `, ${kitErrors} KIT ERRORS` : ''}`,
      )
      for (const line of left) console.log(`  LEFT ${line.slice(0, 200)}`)
      for (const line of lost) console.log(`  LOST ${line.slice(0, 200)}`)
      if (run.code === 2) console.log(run.said.slice(0, 500))
    },
  })
  for (const how of values.how.split(',')) {
    const of = results.filter((one) => one.how === how)
    const slowest = Math.max(...of.map(({ endMs }) => endMs))
    console.log(
      `${how.padEnd(8)} ${of.filter(({ left, lost }) => left.length + lost.length === 0).length} of ${of.length} stores equal, ` +
        `${of.filter(({ there }) => there > 0).length} of them ended with objects there (at most ${Math.max(...of.map(({ there }) => there))}), ` +
        `${of.reduce((sum, one) => sum + one.kitErrors, 0)} kit errors, ended within ${(slowest / 1000).toFixed(1)} s`,
    )
  }
  const sound = results.every(
    ({ left, lost, kitErrors, run }) => left.length + lost.length + kitErrors === 0 && run.code !== 2,
  )
  if (sound) rmSync(folder, { recursive: true })
  else console.log(`the last run is in ${folder}`)
  process.exit(sound ? 0 : 1)
}
