// Clean runs under bad weather, counted for false alarms: node scripts/clean-runs.mjs [n=100]. Needs a build.
// Between kit and platform a proxy delays (0 to 20 ms) and refuses (429, 2 % of requests); another process keeps a core busy.
import { spawn } from 'node:child_process'
import { createServer, Agent, request as send } from 'node:http'
import { contractFacts, contractStatements } from '../dist/src/contract/index.js'
import { createSession } from '../dist/src/session/session.js'
import { loadCatalogue } from '../dist/src/judging/catalogue.js'
import { confirmed } from '../dist/src/runner/confirm.js'
import { startEmbedded } from '../dist/src/runner/embedded.js'
import { foldContract } from '../dist/src/runner/fold-contract.js'
import { gate } from '../dist/src/runner/gate.js'
import { makePlan } from '../dist/src/judging/plan.js'
import { parseTarget } from '../dist/src/target/load.js'
import { judge } from '../dist/src/verdict/judge.js'

const runs = Number(process.argv[2] ?? 100)
const concurrency = 8
const refused = 0.02
const jitterMs = 20
const calm = new Set(['pass', 'observed', 'not-applicable', 'not-exercised'])

/** Reads each request whole, waits, and passes it on or answers 429. */
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

/** The clock's control stays direct: it is the simulator's, not the platform's interface. */
const through = (proxy, { origin, target }) => ({
  ...JSON.parse(JSON.stringify(target).replaceAll(origin, proxy.origin)),
  controls: target.controls,
})

async function cleanRun(seed) {
  const embedded = await startEmbedded()
  const proxy = await weather(embedded.origin)
  const target = parseTarget(through(proxy, embedded), 'clean run')
  const plan = makePlan(await loadCatalogue(), contractStatements(), {})
  const session = createSession({ target, secrets: [], seed, rerun: (id) => id })
  const facts = contractFacts(target)
  const sights = []
  const alarms = []
  const settle = (id, outcome) => {
    const verdict = judge(
      plan.planned.find((planned) => planned.id === id),
      outcome,
      0,
      { strict: false, baseline: [], now: Date.now() },
    )
    if (!calm.has(verdict.is))
      alarms.push(
        `${verdict.is} ${id}: ${verdict.because ?? verdict.findings.map(({ expected, actual }) => `expected ${expected}; got ${actual}`).join(' | ')}`,
      )
  }
  const hosted = async (check) => {
    const gated = gate(check, target)
    if (gated) return settle(check.id, gated)
    const attempt = await confirmed(check, session, facts, { spacingMs: 0, signal: new AbortController().signal })
    sights.push(...attempt.sights)
    settle(check.id, attempt.outcome)
  }
  const queue = plan.checks.filter(({ alone }) => !alone)
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let check = queue.shift(); check; check = queue.shift()) await hosted(check)
    }),
  )
  for (const check of plan.checks.filter(({ alone }) => alone)) await hosted(check)
  for (const check of plan.contract)
    settle(
      check.id,
      foldContract(check, sights, (id) => id),
    )
  for (const line of await session.cleanUp()) alarms.push(`left behind: ${line}`)
  await session.close()
  proxy.close()
  await embedded.close()
  return { alarms, requests: session.requests() }
}

const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
process.on('exit', () => busy.kill('SIGKILL'))
let alarmed = 0
let requests = 0
for (let run = 1; run <= runs; run++) {
  const seed = Math.floor(Math.random() * 0x7fffffff)
  const done = await cleanRun(seed)
  requests += done.requests
  if (done.alarms.length > 0) alarmed += 1
  for (const alarm of done.alarms) console.log(`run ${run}, seed ${seed}: ${alarm}`)
}
busy.kill('SIGKILL')
// No alarm in n runs bounds the rate by 3/n with 95 % confidence (rule of three).
console.log(`alarms ${alarmed} of ${runs} runs (${requests} requests)${alarmed === 0 ? `: rate < 3/${runs}` : ''}`)
process.exit(alarmed === 0 ? 0 : 1)
