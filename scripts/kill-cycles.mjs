// Kills `fieldproof record` under load again and again and inspects what is left: `node scripts/kill-cycles.mjs [CYCLES] [SEED]`. Needs a build.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readHar } from '../dist/src/har/read.js'

const bin = fileURLToPath(new URL('../bin/fieldproof.js', import.meta.url))
const connections = 6
const perFile = 4

/** Mulberry32: the same seed gives the same sizes and times. */
const randomOf = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

/** The body of an exchange identifies it, so that the one in the file can be compared with what was sent. */
const bodyOf = (id, size) => `${id} `.repeat(Math.ceil(size / (id.length + 1))).slice(0, size)
const idOf = (url) => new URL(url).pathname.slice(1)
const sizeOf = (url) => Number(new URL(url, 'http://x').searchParams.get('size'))

async function startRecorder(upstream, file, append) {
  const child = spawn(
    process.execPath,
    [bin, 'record', '--to', upstream, '--port', '0', '--out', file, ...(append ? ['--append'] : [])],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const port = await new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const bound = /127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (bound) resolve(Number(bound))
    })
    child.once('exit', () => resolve(undefined))
  })
  const kill = async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return { port, said: () => said, kill }
}

/** Exchanges on several connections until stopped; the ids that the client received completely, in order. */
function drive(port, cycle, random) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const whole = []
  let [next, stopped] = [0, false]
  const one = () =>
    new Promise((resolve) => {
      const id = `c${cycle}-${(next += 1)}`
      const size = Math.round(1024 * 1024 ** random())
      const writes = random() < 0.5
      const request = http.request(
        {
          agent,
          host: '127.0.0.1',
          port,
          path: `/${id}?size=${size}`,
          method: writes ? 'POST' : 'GET',
          headers: { 'Content-Type': 'text/plain' },
        },
        (response) => {
          response.resume()
          response.on('end', () => {
            if (response.complete) whole.push(id)
          })
          response.on('error', () => undefined).on('close', resolve)
        },
      )
      request.on('error', resolve)
      request.end(writes ? bodyOf(id, size) : undefined)
    })
  const done = Promise.all(
    Array.from({ length: connections }, async () => {
      while (!stopped) await one()
    }),
  )
  return {
    whole,
    async stop() {
      stopped = true
      await done
      agent.destroy()
    },
  }
}

/** The ids in the file; undefined if it is not JSON. Throws for an entry that differs from what was sent. */
async function idsIn(file) {
  let parsed
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
  const ids = []
  for await (const { request, response } of readHar(file)) {
    const [id, size] = [idOf(request.url), sizeOf(request.url)]
    ids.push(id)
    if (response._error) continue
    if (response.content.text !== bodyOf(id, size))
      throw new Error(`${file}: the response of ${id} is not what was sent`)
    if (request.method === 'POST' && request.postData?.text !== bodyOf(id, size))
      throw new Error(`${file}: the request of ${id} is not what was sent`)
  }
  if (parsed.log.entries.length !== ids.length)
    throw new Error(`${file}: ${parsed.log.entries.length} entries parsed, ${ids.length} read`)
  return ids
}

/**
 * Each cycle starts a recorder on a new file or, three times out of four, on the one that the last kill left; puts load on it; sends
 * SIGKILL; and inspects the file. A cycle returns its state (`valid` as is, `repaired` by --append, or `lost`), what the client received
 * completely, what of that is missing in the file, how many later ones are present (a gap, not a cut end), and how many entries of
 * earlier cycles are gone.
 */
export async function killCycles({ cycles, seed = 1, folder, longestMs = 300, told = () => undefined }) {
  const random = randomOf(seed)
  const upstream = http.createServer((request, response) => {
    request.resume()
    const body = Buffer.from(bodyOf(idOf(`http://x${request.url}`), sizeOf(request.url)))
    request.on('end', () =>
      response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': body.length }).end(body),
    )
  })
  await new Promise((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${upstream.address().port}`
  const results = []
  let [file, before] = ['', []]
  try {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const append = cycle % perFile !== 0
      if (!append) {
        if (file && results.at(-1).state !== 'lost') rmSync(file)
        file = join(folder, `cycle-${cycle}.har`)
        before = []
      }
      const recorder = await startRecorder(origin, file, append)
      if (!recorder.port) throw new Error(`cycle ${cycle}: it did not start: ${recorder.said()}`)
      const load = drive(recorder.port, cycle, random)
      await new Promise((resolve) => setTimeout(resolve, 20 + random() * longestMs))
      // On a busy machine there may be no load yet, and nothing that a kill could lose.
      for (let waits = 0; waits < 500 && load.whole.length < connections; waits += 1)
        await new Promise((resolve) => setTimeout(resolve, 10))
      await recorder.kill('SIGKILL')
      await load.stop()
      let [state, ids] = ['valid', await idsIn(file)]
      if (!ids) {
        const again = await startRecorder(origin, file, true)
        await again.kill('SIGINT')
        ids = await idsIn(file)
        state = ids ? 'repaired' : 'lost'
      }
      const there = new Set(ids ?? [])
      const missing = load.whole.filter((id) => !there.has(id))
      const after =
        missing.length === 0 ? 0 : load.whole.slice(load.whole.indexOf(missing[0])).filter((id) => there.has(id)).length
      results.push({
        cycle,
        state,
        whole: load.whole.length,
        missing: missing.length,
        holes: after,
        gone: before.filter((id) => !there.has(id)).length,
        twice: (ids?.length ?? 0) - there.size,
        bytes: statSync(file).size,
      })
      told(results.at(-1))
      before = [...there]
    }
  } finally {
    upstream.closeAllConnections()
    upstream.close()
  }
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [cycles, seed] = [Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 1)]
  const folder = mkdtempSync(join(tmpdir(), 'kill-cycles-'))
  const results = await killCycles({
    cycles,
    seed,
    folder,
    told: ({ cycle }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${cycle + 1} of ${cycles}`)
    },
  })
  const count = (state) => results.filter((one) => one.state === state).length
  const sum = (name) => results.reduce((total, one) => total + one[name], 0)
  const sorted = results.map(({ missing }) => missing).sort((a, b) => a - b)
  const rows = [
    ['cycles', results.length],
    ['files valid as they were', count('valid')],
    ['repaired by --append', count('repaired')],
    ['lost', count('lost')],
    ['responses the client had whole', sum('whole')],
    [
      'of them not in the file',
      `${sum('missing')} (median ${sorted[Math.floor(sorted.length / 2)]}, at most ${sorted.at(-1)} a kill)`,
    ],
    [
      'there although an earlier one is not',
      `at most ${Math.max(...results.map(({ holes }) => holes))} a kill, of ${connections} connections`,
    ],
    ['entries of earlier cycles gone', sum('gone')],
    ['entries twice', sum('twice')],
  ]
  for (const [what, figure] of rows) console.log(`${what.padEnd(40)} ${figure}`)
  const sound = count('lost') + sum('gone') + sum('twice') === 0
  if (sound) rmSync(folder, { recursive: true })
  else console.log(`the files are in ${folder}`)
  process.exit(sound ? 0 : 1)
}
