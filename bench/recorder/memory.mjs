import { connect } from 'node:net'
import { join } from 'node:path'
import { memoryMb } from './process.mjs'
import { ended, recorder } from './proxies.mjs'

/** A fresh recorder for one figure. */
async function withRecorder(name, { folder, env, origins }, work) {
  const { child, said: port } = await recorder(['--to', origins.http, '--out', join(folder, `${name}.har`)], env)
  try {
    return await work({ child, port })
  } finally {
    await ended(child)
  }
}

/** A request on a socket; resolves with the bytes that came when `until` says so or the connection ends. */
const asked = (port, path, onSocket) =>
  new Promise((resolve, reject) => {
    let bytes = 0
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      onSocket?.(socket, () => {
        socket.destroy()
        resolve(bytes)
      })
    })
    socket.on('data', (chunk) => {
      bytes += chunk.length
    })
    socket.on('close', () => resolve(bytes))
    socket.on('error', reject)
  })

/** Peak memory of the recorder where bodies are large, clients slow, or requests many. */
export async function* memoryFigures(bench) {
  const { megabytes } = bench
  yield withRecorder('download', bench, async ({ child, port }) => {
    const bytes = await asked(port, `/download?mb=${megabytes}`)
    if (bytes < megabytes * 1024 * 1024) throw new Error(`only ${bytes} bytes of the download came`)
    return {
      what: `peak memory, a download of ${megabytes} MB`,
      value: memoryMb(child.pid).peak,
      unit: 'MB',
      most: 120,
    }
  })
  yield withRecorder('stalled', bench, async ({ child, port }) => {
    await asked(port, `/download?mb=${megabytes}`, (socket, leave) => {
      socket.pause()
      setTimeout(leave, 3000)
    })
    return {
      what: `peak memory, a client that never reads ${megabytes} MB`,
      value: memoryMb(child.pid).peak,
      unit: 'MB',
      most: 90,
    }
  })
  if (bench.long) yield withRecorder('many', bench, manyRequests(bench))
}

const manyRequests =
  ({ load, origins }) =>
  async ({ child, port }) => {
    const seen = []
    for (let at = 0; at < 10; at += 1) {
      load.send({ how: 'reverse', port, upstream: origins.http, count: 10_000, bytes: origins.bytes })
      const { wrong } = await new Promise((resolve) => load.once('message', resolve))
      if (wrong > 0) throw new Error(`${wrong} of 10000 answers were wrong`)
      seen.push(memoryMb(child.pid).now)
    }
    return {
      what: 'memory after 100,000 requests',
      value: Math.max(...seen.slice(2)),
      spread: [Math.min(...seen), Math.max(...seen)],
      unit: 'MB',
      most: 150,
    }
  }
