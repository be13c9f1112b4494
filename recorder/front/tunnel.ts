import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ConnectTarget } from './connect-target.ts'
import { refuse } from './refuse.ts'

const patienceMs = 30_000

/** Bytes there and back, unseen. */
export function tunnel(client: Duplex, head: Buffer, { host, port }: ConnectTarget): void {
  const server = connect({ host, port, allowHalfOpen: true })
  const late = setTimeout(() => server.destroy(new Error('timeout')), patienceMs)
  let open = false
  server.once('connect', () => {
    open = true
    clearTimeout(late)
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) server.write(head)
    client.pipe(server)
    server.pipe(client)
  })
  server.on('error', () => {
    if (open) client.destroy()
    else refuse(client, 502)
  })
  server.on('close', () => {
    clearTimeout(late)
    if (open) client.destroy()
  })
  client.on('error', () => server.destroy())
  client.on('close', () => server.destroy())
}
