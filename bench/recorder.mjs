import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCertificate } from './recorder/certificate.mjs'
import { memoryFigures } from './recorder/memory.mjs'
import { cpuMs, memoryMb } from './recorder/process.mjs'
import { courses, ended, forked } from './recorder/proxies.mjs'
import { median, say, spreadOver } from './support.mjs'

/** One round against one proxy: what it cost the proxy, and what the client saw. */
async function round(load, { proxy, child, port }, course, count, bytes, upstream) {
  const before = cpuMs(child.pid)
  load.send({ how: proxy.how, secure: proxy.secure, port, upstream, count, bytes })
  const { seconds, wrong, why } = await new Promise((resolve) => load.once('message', resolve))
  // Another's proxy may lose an answer now and then, on a busy machine some of its first ones, which is told; of many, no figure can be read.
  if (wrong > (proxy.ours || proxy.name.startsWith('bare') ? 0 : Math.max(4, count / 100)))
    throw new Error(
      `${course.name}, ${proxy.name}: ${wrong} of ${count} answers were wrong (${why}); no figure can be read from it`,
    )
  return {
    cpu: ((cpuMs(child.pid) - before) * 1000) / count,
    rate: count / seconds,
    rss: memoryMb(child.pid).now,
    wrong,
  }
}

/** All proxies of a course, each in a process of its own, round by round side by side. */
async function measure(course, { folder, env, origins, load, rounds, count, warmUp }) {
  const upstream = origins[course.upstream]
  const running = []
  try {
    for (const proxy of course.proxies) {
      const { child, said } = await proxy.start({
        folder,
        env,
        upstream,
        name: `${course.name.replace(/\W+/g, '-')}-${running.length}`,
      })
      running.push({ proxy, child, port: said, seen: [] })
    }
    for (const one of running) await round(load, one, course, warmUp, origins.bytes, upstream)
    for (let at = 0; at < rounds; at += 1)
      for (const one of running) one.seen.push(await round(load, one, course, count, origins.bytes, upstream))
    return running.map(({ proxy, child, seen }) => ({
      ...proxy,
      cpu: median(seen.map(({ cpu }) => cpu)),
      rate: median(seen.map(({ rate }) => rate)),
      rss: seen.at(-1).rss,
      wrong: seen.reduce((sum, { wrong }) => sum + wrong, 0),
      peak: memoryMb(child.pid).peak,
      ratio: spreadOver(seen.map(({ cpu }, at) => cpu / running[0].seen[at].cpu)),
    }))
  } finally {
    for (const { child } of running) await ended(child)
  }
}

/** What recording costs: CPU and memory of the proxy process, ours and others', in one run. */
export async function figures({
  rounds = 3,
  count = 5000,
  // As many as it takes until the code of every proxy is compiled.
  warmUp = 5000,
  course: only,
  megabytes = 200,
  long = false,
  tell = () => undefined,
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'recorder-bench-'))
  await writeCertificate(folder)
  const env = { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') }
  const { child: upstream, said: origins } = await forked('upstream.mjs', [folder])
  const { child: load } = await forked('load.mjs', [])
  const made = []
  try {
    tell(
      `recorder: ${rounds} interleaved rounds of ${count} requests, 32 connections, 2 KB of JSON back and in every second request to; CPU of the proxy process`,
    )
    for (const course of courses.filter(({ name }) => !only || name === only)) {
      const lines = await measure(course, { folder, env, origins, load, rounds, count, warmUp })
      tell(
        `${course.name.padEnd(34)} ${'µs CPU'.padStart(7)} ${': bare'.padStart(7)} ${'req/s'.padStart(7)} ${'RSS MB'.padStart(7)} ${'peak'.padStart(5)}`,
      )
      for (const { name, ours, cpu, ratio, rate, rss, peak, wrong } of lines) {
        tell(
          `${name.padEnd(34)} ${cpu.toFixed(0).padStart(7)} ${ratio.value.toFixed(2).padStart(7)} ${rate.toFixed(0).padStart(7)} ${rss.toFixed(0).padStart(7)} ${peak.toFixed(0).padStart(5)}${wrong > 0 ? `  ${wrong} answers wrong` : ''}`,
        )
        if (name !== lines[0].name)
          made.push({
            what: `CPU, ${course.name}: ${name} : bare proxy`,
            ...ratio,
            digits: 2,
            ...(ours ? { most: course.aim } : {}),
          })
      }
    }
    for await (const figure of memoryFigures({ folder, env, origins, load, megabytes, long })) made.push(figure)
    return made
  } finally {
    await ended(load)
    await ended(upstream)
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const count = process.argv.includes('--quick') ? 1000 : 5000
  ;(await figures({ count, long: process.argv.includes('--long'), tell: console.log })).forEach(say)
}
