import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCertificate } from './recorder/certificate.mjs'
import { memoryFigures } from './recorder/memory.mjs'
import { cpuMs, memoryMb } from './recorder/process.mjs'
import { canForward, courses, ended, forked } from './recorder/proxies.mjs'

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
const verdict = (figure, aim) => (figure <= aim ? 'PASS' : 'ABOVE')
// As many as it takes until the code of every proxy is compiled.
const warmUp = 5000

/** One round against one proxy: what it cost the proxy, and what the client saw. */
async function round(load, { proxy, child, port }, course, count, bytes, upstream) {
  const before = cpuMs(child.pid)
  load.send({ how: proxy.how, secure: proxy.secure, port, upstream, count, bytes })
  const { seconds, wrong, why } = await new Promise((resolve) => load.once('message', resolve))
  // Another's proxy may lose an answer now and then, which is told; of many, no figure can be read.
  if (wrong > (proxy.ours || proxy.name.startsWith('bare') ? 0 : count / 100))
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
async function measure(course, { folder, env, origins, load, rounds, count }) {
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
      ratio: median(seen.map(({ cpu }, at) => cpu / running[0].seen[at].cpu)),
    }))
  } finally {
    for (const { child } of running) await ended(child)
  }
}

/** What recording costs: CPU and memory of the proxy process, ours and others', in one run. */
export async function recorderFigures({ quick = false, long = false, say = console.log } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'recorder-bench-'))
  await writeCertificate(folder)
  const env = { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') }
  const { child: upstream, said: origins } = await forked('upstream.mjs', [folder])
  const { child: load } = await forked('load.mjs', [])
  const forwards = canForward()
  const [rounds, count] = [3, quick ? 1000 : 5000]
  try {
    say(
      `recorder: ${rounds} interleaved rounds of ${count} requests, 32 connections, 2 KB of JSON back and in every second request to; CPU of the proxy process`,
    )
    if (!forwards) say('our forward mode is left out: this build of `fieldproof record` has no --forward')
    for (const course of courses) {
      const proxies = course.proxies.filter(({ ours }) => ours !== 'forward mode' || forwards)
      const lines = await measure({ ...course, proxies }, { folder, env, origins, load, rounds, count })
      say(
        `\n${course.name.padEnd(34)} ${'µs CPU'.padStart(7)} ${': bare'.padStart(7)} ${'req/s'.padStart(7)} ${'RSS MB'.padStart(7)} ${'peak'.padStart(5)}`,
      )
      for (const { name, ours, cpu, ratio, rate, rss, peak, wrong } of lines) {
        const aim = ours
          ? `  aim at most ${course.aim}: ${verdict(ratio, course.aim)}`
          : wrong > 0
            ? `  ${wrong} answers wrong`
            : ''
        say(
          `${name.padEnd(34)} ${cpu.toFixed(0).padStart(7)} ${ratio.toFixed(2).padStart(7)} ${rate.toFixed(0).padStart(7)} ${rss.toFixed(0).padStart(7)} ${peak.toFixed(0).padStart(5)}${aim}`,
        )
      }
    }
    say('')
    for await (const { what, figure, unit, aim, more = '' } of memoryFigures({ folder, env, origins, load, long }))
      say(`${what.padEnd(58)} ${figure.toFixed(0)} ${unit}${more}  aim at most ${aim}: ${verdict(figure, aim)}`)
  } finally {
    await ended(load)
    await ended(upstream)
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await recorderFigures({ quick: process.argv.includes('--quick'), long: process.argv.includes('--long') })
