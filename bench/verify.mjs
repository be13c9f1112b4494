import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { harHead } from '../dist/src/har/har.js'
import { readHar } from '../dist/src/har/read.js'
import { cpuMs, memoryMb } from './recorder/process.mjs'
import { ended, recorder } from './recorder/proxies.mjs'
import { bin, served } from './served.mjs'
import { say } from './support.mjs'

/** Entries of a run of the kit against the embedded platform, recorded on the way. */
async function realEntries(platform, selection, least) {
  const file = join(platform.folder, 'real.har')
  const { child, said: port } = await recorder(['--to', platform.origin, '--out', file])
  const target = join(platform.folder, 'recorded.yaml')
  writeFileSync(
    target,
    stringify(JSON.parse(JSON.stringify(platform.target).replaceAll(platform.origin, `http://127.0.0.1:${port}`))),
  )
  const run = spawn(
    process.execPath,
    [bin, 'run', '--target', target, ...selection, '--out', join(platform.folder, 'run')],
    { stdio: 'ignore' },
  )
  await once(run, 'exit')
  await ended(child, 'SIGINT')
  const entries = []
  for await (const entry of readHar(file)) entries.push(entry)
  if (entries.length < least) throw new Error(`the recorded run has only ${entries.length} entries: too few to repeat`)
  return entries
}

/** A recording of so many megabytes: the entries again and again, each time of other objects and later. */
async function repeated(entries, megabytes, file) {
  const out = createWriteStream(file, { mode: 0o600 })
  out.write(harHead({ name: 'fieldproof', version: 'bench' }))
  const lines = entries.map((entry) => JSON.stringify(entry))
  const first = Date.parse(entries[0].startedDateTime)
  const lasts = Date.parse(entries.at(-1).startedDateTime) - first + 1000
  let [bytes, count] = [0, 0]
  for (let round = 0; bytes < megabytes * 1e6; round += 1) {
    const mark = round.toString(16).toUpperCase().padStart(8, '0')
    for (const [at, line] of lines.entries()) {
      if (bytes >= megabytes * 1e6) break
      const text = `${count === 0 ? '' : ','}\n${line.replace(/(?<![0-9A-F])[0-9A-F]{8}(?=[0-9A-F]{24}(?![0-9A-F]))/g, mark).replace(entries[at].startedDateTime, new Date(Date.parse(entries[at].startedDateTime) + round * lasts).toISOString())}`
      bytes += Buffer.byteLength(text)
      count += 1
      if (!out.write(text)) await once(out, 'drain')
    }
  }
  out.end('\n]}}\n')
  await once(out, 'close')
  return count
}

/** CPU and peak memory of `fieldproof verify` on a large recording. */
export async function figures({ megabytes = 200, selection = ['--interface', 'data,query'], entries = 100 } = {}) {
  const platform = await served()
  try {
    const file = join(platform.folder, 'large.har')
    const count = await repeated(await realEntries(platform, selection, entries), megabytes, file)
    mkdirSync(join(platform.folder, 'verified'))
    const child = spawn(process.execPath, [bin, 'verify', file, '--out', join(platform.folder, 'verified')], {
      stdio: 'ignore',
    })
    let [cpu, peak] = [0, 0]
    const look = setInterval(() => {
      try {
        cpu = cpuMs(child.pid) || cpu
        peak = memoryMb(child.pid).peak
      } catch {
        /* It has ended. */
      }
    }, 20)
    const [code] = await once(child, 'exit')
    clearInterval(look)
    // One that could not judge would look fast.
    if (code !== 0 && code !== 1) throw new Error(`verify ended with ${code}: no figure can be read from it`)
    const size = statSync(file).size / 1e6
    return [
      {
        what: `verify of ${size.toFixed(0)} MB, ${count} entries: a second of CPU`,
        value: size / (cpu / 1000),
        unit: 'MB',
        least: 60,
      },
      { what: 'peak memory of it', value: peak, unit: 'MB', most: 300 },
    ]
  } finally {
    await platform.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  (await figures({ megabytes: Number(process.argv[2] ?? 200) })).forEach(say)
