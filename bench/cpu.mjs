import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { parse } from 'yaml'
import { served } from './served.mjs'
import { checksInProcess, median, spreadOver, upTo } from './support.mjs'

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
export async function figures({ rounds = 7, only } = {}) {
  const platform = await served()
  try {
    const traffic = join(platform.folder, 'traffic.json')
    const child = (what) => {
      const { stdout, stderr } = spawnSync(process.execPath, [self, what, platform.file, traffic, only ?? ''], {
        encoding: 'utf8',
        timeout: 80_000,
      })
      if (!stdout) throw new Error(`${what} gave no figure: ${stderr}`)
      return JSON.parse(stdout)
    }
    // A round of a whole run takes half a minute: as many as the time of this part has room for.
    const pairs = await upTo(rounds, 110, async () => {
      const measured = child('kit')
      return { kit: measured, bare: child('replay') }
    })
    return [
      {
        what: 'CPU per request, kit : undici replaying the same requests',
        ...spreadOver(pairs.map((pair) => pair.kit.perRequest / pair.bare.perRequest)),
        digits: 2,
        most: 2.5,
      },
      { what: 'requests of that run', value: median(pairs.map((pair) => pair.kit.requests)) },
      { what: 'deliberate waits in it', ...spreadOver(pairs.map((pair) => pair.kit.waitedMs)), unit: 'ms' },
    ]
  } finally {
    await platform.close()
  }
}

async function kit(file, traffic, only) {
  const target = parse(readFileSync(file, 'utf8'))
  await checksInProcess(target, { selection: { interfaces: ['directory'] } })
  const before = process.cpuUsage()
  const { exchanges, waitedMs } = await checksInProcess(target, { selection: only ? { only: [only] } : {} })
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
  const [, , what, file, traffic, only] = process.argv
  console.log(JSON.stringify(await (what === 'kit' ? kit(file, traffic, only) : replay(traffic))))
}
