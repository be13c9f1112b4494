import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './support.mjs'

const rounds = 7
const concurrency = 8
const self = fileURLToPath(import.meta.url)

/** CPU of this process since `before`, in milliseconds. */
const cpu = (before) => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * CPU of the kit per request against undici replaying the very same requests: each in a fresh process, once, as a run is; imports
 * and a few first requests come before the measuring, the platform is a process of its own.
 */
export function cpuRatio(platform) {
  const traffic = join(platform.folder, 'traffic.json')
  const child = (what) =>
    JSON.parse(spawnSync(process.execPath, [self, what, platform.file, traffic], { encoding: 'utf8' }).stdout)
  const pairs = Array.from({ length: rounds }, () => {
    const measured = child('kit')
    return { kit: measured, bare: child('replay') }
  })
  const ratios = pairs.map((pair) => pair.kit.perRequest / pair.bare.perRequest)
  return {
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    requests: pairs[0].kit.requests,
    waited: median(pairs.map((pair) => pair.kit.waitedMs)),
  }
}

async function kit(file, traffic) {
  const { parse } = await import('yaml')
  const { standardChecks } = await import('./support.mjs')
  const target = parse(readFileSync(file, 'utf8'))
  await standardChecks(target, { selection: { interfaces: ['directory'] } })
  const before = process.cpuUsage()
  const { exchanges, waitedMs } = await standardChecks(target)
  const spent = cpu(before)
  writeFileSync(
    traffic,
    JSON.stringify(
      exchanges.map(({ request: { method, url, headers, body } }) => ({
        method,
        url,
        headers,
        body: body && Buffer.from(body).toString('base64'),
      })),
    ),
  )
  return { perRequest: spent / exchanges.length, requests: exchanges.length, waitedMs }
}

async function replay(traffic) {
  const { Pool } = await import('undici')
  const requests = JSON.parse(readFileSync(traffic, 'utf8')).map(({ body, ...request }) => ({
    ...request,
    body: body && Buffer.from(body, 'base64'),
  }))
  const { origin } = new URL(requests[0].url)
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
  const send = async ({ method, url, headers, body }) => {
    const answer = await pool.request({
      method,
      path: url.slice(origin.length),
      headers: Object.fromEntries(headers),
      ...(body && method !== 'GET' ? { body } : {}),
    })
    await answer.body.arrayBuffer()
  }
  for (const request of requests.slice(0, 20)) await send(request)
  const before = process.cpuUsage()
  const queue = [...requests]
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await send(next)
    }),
  )
  const spent = cpu(before)
  await pool.close()
  return { perRequest: spent / requests.length }
}

if (process.argv[1] === self) {
  const [, , what, file, traffic] = process.argv
  console.log(JSON.stringify(await (what === 'kit' ? kit(file, traffic) : replay(traffic))))
}
