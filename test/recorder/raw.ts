import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { record, type Recorder } from '../../recorder/record.ts'
import type { HarEntry } from '../../src/har/har.ts'

export interface Raw {
  readonly recorder: Recorder
  readonly port: number
  readonly folder: string
  readonly file: string
  /** Connections that upstream has at this time. */
  readonly upstreamSockets: ReadonlySet<Socket>
  entries(): HarEntry[]
  close(): Promise<void>
}

/** A recorder before an upstream that is nothing but sockets. */
export async function raw(connected: (socket: Socket, count: number) => void): Promise<Raw> {
  const folder = mkdtempSync(join(tmpdir(), 'edges-'))
  const sockets = new Set<Socket>()
  let count = 0
  const server: Server = createServer({ allowHalfOpen: false }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    connected(socket, (count += 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const file = join(folder, 'traffic.har')
  const recorder = await record({
    to: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
    port: 0,
    out: file,
    append: false,
    version: '1',
  })
  return {
    recorder,
    port: recorder.ports[0] as number,
    folder,
    file,
    upstreamSockets: sockets,
    entries: () => (JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: HarEntry[] } }).log.entries,
    async close() {
      for (const socket of sockets) socket.destroy()
      await recorder.close()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

/** Answers every head that comes with these bytes. */
export const answering =
  (bytes: string) =>
  (socket: Socket): void => {
    let seen = ''
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1')
      for (let at = seen.indexOf('\r\n\r\n'); at >= 0; at = seen.indexOf('\r\n\r\n')) {
        seen = seen.slice(at + 4)
        socket.write(Buffer.from(bytes, 'latin1'))
      }
    })
  }

/** Exactly these bytes to a new connection; all that comes back until it closes. */
export const send = (port: number, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes),
    )
    let got = ''
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1')
    })
    socket.on('error', () => resolve(got))
    socket.on('close', () => resolve(got))
  })

export const get = (port: number, path = '/', more = ''): Promise<string> =>
  send(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`)
