import { Pool } from 'undici'
import { median, standardChecks } from './support.mjs'

const rounds = 7
const concurrency = 8

/** CPU of this process, in milliseconds. */
const cpu = (before) => { const { user, system } = process.cpuUsage(before); return (user + system) / 1000 }

async function replay(exchanges, origin) {
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
  const queue = [...exchanges]
  await Promise.all(Array.from({ length: concurrency }, async () => {
    for (let exchange = queue.shift(); exchange; exchange = queue.shift()) {
      const { method, url, headers, body } = exchange.request
      const answer = await pool.request({ method, path: url.slice(origin.length), headers: Object.fromEntries(headers), ...(body && method !== 'GET' ? { body } : {}) })
      await answer.body.arrayBuffer()
    }
  }))
  await pool.close()
}

/** CPU of the kit per request against undici replaying the same requests; both in this process, the platform in another. */
export async function cpuRatio(served) {
  await standardChecks(served.target)
  const ratios = []
  let requests = 0
  let waited = 0
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage()
    const { exchanges, waitedMs } = await standardChecks(served.target)
    const kit = cpu(start)
    const sendable = exchanges.filter(({ request }) => request.url.startsWith(served.origin))
    const again = process.cpuUsage()
    await replay(sendable, served.origin)
    const bare = cpu(again)
    requests = exchanges.length
    waited = waitedMs
    ratios.push((kit / exchanges.length) / (bare / sendable.length))
  }
  return { ratio: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios), requests, waited }
}

