import net from 'node:net'
import tls from 'node:tls'
import { Pool } from 'undici'

// Sends a bounded count of requests on kept connections, half of them with a body of 2 KB, all with a token; answers what it counted.
const connections = 32
const token = `Bearer ${'t0ken-of-the-bench-'.repeat(6)}`
const sent = JSON.stringify({
  activity: {
    subject: 'Replace the filter',
    remarks: 'y'.repeat(1850),
    status: 'CLOSED',
    code: 'ACT-1',
    lastChanged: 1,
  },
})

/** A tunnel through a proxy, and TLS in it. */
const through =
  (proxyPort, { hostname, port }) =>
  (_options, done) => {
    const socket = net.connect(proxyPort, '127.0.0.1', () =>
      socket.write(`CONNECT ${hostname}:${port} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`),
    )
    socket.once('error', done)
    let answer = ''
    socket.on('data', function read(chunk) {
      // Some answer in two pieces.
      answer += chunk.toString('latin1')
      if (!answer.includes('\r\n\r\n')) return
      socket.off('data', read)
      if (!/^HTTP\/1\.1 200/.test(answer)) return void done(new Error(answer.split('\r\n')[0]))
      const secure = tls.connect({ socket, servername: hostname, rejectUnauthorized: false }, () =>
        done(null, secure.setNoDelay(true)),
      )
      secure.once('error', done)
    })
  }

/** How the proxy is asked: as the server itself, as a proxy with the whole address, or through a tunnel. */
function poolTo({ how, port, upstream, secure }) {
  const to = new URL(upstream)
  if (how === 'reverse')
    return {
      pool: new Pool(`http${secure ? 's' : ''}://localhost:${port}`, {
        connections,
        connect: { rejectUnauthorized: false },
      }),
      prefix: '',
      headers: {},
    }
  if (to.protocol === 'http:')
    return {
      pool: new Pool(`http://127.0.0.1:${port}`, { connections }),
      prefix: to.origin,
      headers: { host: to.host },
    }
  return { pool: new Pool(to.origin, { connections, connect: through(port, to) }), prefix: '', headers: {} }
}

async function drive({ count, bytes, ...target }) {
  const { pool, prefix, headers } = poolTo(target)
  let next = 0
  let [wrong, why] = [0, undefined]
  const one = async (at) => {
    const writes = at % 2 === 1
    try {
      const answer = await pool.request({
        method: writes ? 'POST' : 'GET',
        path: `${prefix}/api/data/v4/Activity?dtos=Activity.43&page=${at}`,
        headers: {
          ...headers,
          authorization: token,
          accept: 'application/json',
          ...(writes ? { 'content-type': 'application/json' } : {}),
        },
        ...(writes ? { body: sent } : {}),
      })
      const got = await answer.body.arrayBuffer()
      if (answer.statusCode !== 200 || got.byteLength !== bytes)
        throw new Error(`status ${answer.statusCode}, ${got.byteLength} bytes`)
    } catch (error) {
      wrong += 1
      why ??= error.message
    }
  }
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) await one(next++)
    }),
  )
  const seconds = (performance.now() - started) / 1000
  await pool.destroy()
  return { seconds, wrong, why }
}

process.on('message', async (order) => process.send(await drive(order)))
process.send('ready')
process.once('disconnect', () => process.exit())
