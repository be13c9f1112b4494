import http from 'node:http'
import { connect } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { WireRequest } from '../exchange/exchange.ts'
import type { Sent } from './send-http.ts'
import { answerTo } from './send-race.ts'

/** Writes exactly these bytes to a new connection and lets Node's own parser read the one answer. */
export async function sendRaw(bytes: Uint8Array, request: WireRequest, deadlineMs: number, ca?: string): Promise<Sent> {
  const url = new URL(request.url)
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (secure ? 443 : 80)
  const socket = secure ? connectTls({ host, port, servername: host, ...(ca ? { ca } : {}) }) : connect({ host, port })
  socket.once(secure ? 'secureConnect' : 'connect', () => socket.write(bytes))
  // The HTTP client is used only as a parser: what it writes is dropped, what it reads comes from the real socket.
  const ear = new Duplex({
    read() {
      socket.resume()
    },
    write(_chunk, _encoding, done) {
      done()
    },
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  socket.on('data', (chunk) => {
    if (!ear.push(chunk)) socket.pause()
  })
  socket.once('end', () => ear.push(null))
  socket.once('error', (error) => ear.destroy(error))
  const outgoing = http.request({
    createConnection: () => ear,
    method: request.method,
    headers: { Connection: 'close' },
  })
  const answered = answerTo(outgoing, request, deadlineMs)
  outgoing.end()
  const sent = await answered
  socket.destroy()
  return sent
}
