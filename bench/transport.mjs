import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { createSession } from '../dist/src/session/session.js'
import { parseTarget } from '../dist/src/target/load.js'
import { newScope } from '../dist/src/target/scope.js'
import { spreadOver } from './support.mjs'

const concurrency = 8
const perScope = 30
const headers = [
  ['Authorization', 'Bearer a-token-of-some-length'],
  ['X-Client-ID', 'bench'],
  ['X-Client-Version', '1'],
  ['Accept', 'application/json'],
]

async function cpuOf(work) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function atOnce(count, job) {
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) await job(next++)
    }),
  )
}

/** CPU of the transport alone (either way of sending, with budget, guard, ledger and trace id) over undici.request, against a server that only answers. */
export async function figures({ rounds = 5, requests = 3000 } = {}) {
  const server = fork(fileURLToPath(new URL('bare-server.mjs', import.meta.url)))
  try {
    const [origin] = await once(server, 'message')
    const path = '/api/data/v4/ServiceCall?dtos=ServiceCall.27'
    const byKit = (many) => async () => {
      const session = createSession({ target: targetAt(origin), secrets: [], seed: 1, rerun: (id) => id })
      // A scope holds what one check saw: a few dozen exchanges.
      await atOnce(requests / perScope, async (block) => {
        const scope = newScope('bench', `bench${block}`)
        for (let at = 0; at < perScope; at++)
          await session.transport.send({ method: 'GET', url: origin + path, headers, many }, scope)
      })
      await session.close()
    }
    const byUndici = async () => {
      const pool = new Pool(origin, { connections: concurrency })
      await atOnce(requests, async () => {
        const answer = await pool.request({ method: 'GET', path, headers: headers.flat() })
        await answer.body.arrayBuffer()
      })
      await pool.close()
    }
    const ways = { supertest: byKit(false), undici: byKit(true) }
    for (const work of [byUndici, ...Object.values(ways)]) await work()
    const ratios = { supertest: [], undici: [] }
    for (let round = 0; round < rounds; round++) {
      const bare = await cpuOf(byUndici)
      for (const [way, work] of Object.entries(ways)) ratios[way].push((await cpuOf(work)) / bare)
    }
    const figure = (what, seen) => ({ what, ...spreadOver(seen), digits: 2, most: 1.7 })
    return [
      figure('CPU of the transport alone : undici.request, by supertest', ratios.supertest),
      figure('the same for calls sent by undici', ratios.undici),
    ]
  } finally {
    server.kill()
  }
}

const targetAt = (origin) =>
  parseTarget(
    {
      name: 'bare',
      addresses: { auth: origin, directory: origin, base: origin },
      account: 'a',
      company: 'c',
      identities: {
        admin: { grant: 'client_credentials', client: { id: 'bench', secret: 'bench-secret', version: '1' } },
      },
      limits: { concurrency, requests: 1e9, mayCreateUsers: 0 },
      writes: true,
    },
    'bench',
  )
