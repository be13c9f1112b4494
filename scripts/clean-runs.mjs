// Runs against the clean platform under bad network conditions and counts false alarms: node scripts/clean-runs.mjs [n=100] [--world NAME].
// SIGINT ends it after the run that is under way, with the sum of those that were made.
// Without a world: the plain platform and four of the worlds in turn. Needs a build.
// Between kit and platform a proxy delays (0 to 20 ms) and refuses (429, 2 % of requests); another process keeps a core busy.
import { spawn } from 'node:child_process'
import { createServer, Agent, request as send } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checksInProcess } from '../bench/support.mjs'
import { confirmed } from '../dist/src/runner/confirm.js'
import { startEmbedded } from '../dist/src/runner/embedded.js'

const refused = 0.02
const jitterMs = 20
const calm = new Set(['pass', 'observed', 'not-applicable', 'not-exercised'])

/** Reads each request completely, waits, and forwards it or answers 429. */
async function weather(to) {
  const { hostname, port } = new URL(to)
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, outgoing) => {
    const chunks = []
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', () =>
      setTimeout(() => {
        if (Math.random() < refused) return outgoing.writeHead(429, { 'Retry-After': '0' }).end()
        const { 'transfer-encoding': _, connection: __, ...headers } = incoming.headers
        const body = Buffer.concat(chunks)
        const forward = send(
          {
            hostname,
            port,
            agent,
            method: incoming.method,
            path: incoming.url,
            headers: { ...headers, 'content-length': body.length },
          },
          (answer) => {
            outgoing.writeHead(answer.statusCode, answer.statusMessage, answer.rawHeaders)
            answer.pipe(outgoing)
          },
        )
        forward.on('error', () => outgoing.destroy())
        forward.end(body)
      }, Math.random() * jitterMs),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

/** The clock control bypasses the proxy: it is part of the simulator, not of the platform's interface. */
const through = (proxy, { origin, target }) => ({
  ...JSON.parse(JSON.stringify(target).replaceAll(origin, proxy.origin)),
  ...(target.controls ? { controls: target.controls } : {}),
})

const plain = 'plain'
const inTurn = [plain, 'stranger', 'aliased', 'busy', 'modern']

const pace = { spacingMs: 0, signal: new AbortController().signal }

async function cleanRun(seed, selection, world) {
  // The weather has latency of its own.
  const embedded = await startEmbedded(world === plain ? {} : { world, latencyMs: 0 })
  const proxy = await weather(embedded.origin)
  try {
    const { verdicts, leftBehind, requests } = await checksInProcess(through(proxy, embedded), {
      seed,
      selection,
      movingClock: true,
      once: (check, session, facts) => confirmed(check, session, facts, pace),
    })
    const alarms = verdicts
      .filter(({ is }) => !calm.has(is))
      .map(
        ({ is, check, because, findings }) =>
          `${is} ${check}: ${because ?? findings.map(({ expected, actual }) => `expected ${expected}; got ${actual}`).join(' | ')}`,
      )
    return {
      judged: verdicts.length,
      alarms: [...alarms, ...leftBehind.map((line) => `left behind: ${line}`)],
      requests,
    }
  } finally {
    proxy.close()
    await embedded.close()
  }
}

/** Runs `runs` times under bad conditions, or until it is `enough`; reports each with its seed, verdict counts and alarms. */
export async function cleanRuns({
  runs,
  selection = {},
  worlds = [plain],
  told = () => undefined,
  enough = () => false,
}) {
  const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  const kill = () => busy.kill('SIGKILL')
  process.once('exit', kill)
  const results = []
  try {
    for (let run = 1; run <= runs && !enough(); run++) {
      const seed = Math.floor(Math.random() * 0x7fffffff)
      const world = worlds[(run - 1) % worlds.length]
      results.push({ run, seed, world, ...(await cleanRun(seed, selection, world)) })
      told(results.at(-1))
    }
  } finally {
    kill()
    process.off('exit', kill)
  }
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { world: { type: 'string' } } })
  const runs = Number(positionals[0] ?? 100)
  const worlds = values.world === undefined ? inTurn : [values.world]
  let isEnough = false
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isEnough = true))
  const results = await cleanRuns({
    runs,
    enough: () => isEnough,
    worlds,
    told({ run, seed, world, alarms }) {
      for (const alarm of alarms) console.log(`run ${run}, world ${world}, seed ${seed}: ${alarm}`)
    },
  })
  for (const world of worlds) {
    const of = results.filter((one) => one.world === world)
    const lines = of.flatMap(({ alarms }) => alarms)
    const count = (word) => lines.filter((line) => line.startsWith(word)).length
    const [blocked, errors] = [count('blocked'), count('kit-error')]
    console.log(
      `${world}: ${of.length} runs, ${lines.length - blocked - errors} alarms, ${blocked} blocked, ${errors} kit errors`,
    )
  }
  const alarmed = results.filter(({ alarms }) => alarms.length > 0).length
  const requests = results.reduce((sum, one) => sum + one.requests, 0)
  // No alarm in n runs bounds the rate by 3/n with 95 % confidence (rule of three).
  console.log(
    `not clean: ${alarmed} of ${results.length} runs (${requests} requests)${alarmed === 0 ? `: rate < 3/${results.length}` : ''}`,
  )
  process.exit(alarmed === 0 ? 0 : 1)
}
