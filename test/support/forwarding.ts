import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { authorityIn } from '../../recorder/ca/authority.ts'
import { caFiles } from '../../recorder/ca/folder.ts'
import { leafFor } from '../../recorder/ca/leaf.ts'
import { createLeaves, type Leaves } from '../../recorder/ca/leaves.ts'
import type { Front } from '../../recorder/front/front.ts'
import { forwardProxy } from '../../recorder/front/hmp.ts'
import { hostList } from '../../recorder/front/host-list.ts'
import type { Sink } from '../../recorder/keep.ts'
import { record, type Recorder } from '../../recorder/record.ts'
import { createTaps } from '../../recorder/tap.ts'
import type { HarEntry } from '../../src/har/har.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

export interface Forwarding {
  readonly folder: string
  /** What clients of the recorder trust, and nothing else. */
  readonly ca: string
  /** An HTTPS and an HTTP server, to be reached by any name of this machine. */
  upstream(
    handle: Handle,
    host?: string,
  ): Promise<{ readonly secure: number; readonly plain: number; readonly connections: () => number }>
  recorder(options?: { hosts?: readonly string[]; password?: string }): Promise<{
    readonly recorder: Recorder
    readonly port: number
    entries(count?: number): Promise<HarEntry[]>
    text(): string
  }>
  /** The front alone, where a test needs to see what it holds. */
  front(options?: {
    hosts?: readonly string[]
    firstByteMs?: number
  }): Promise<{ readonly front: Front; readonly leaves: Leaves; readonly told: readonly unknown[] }>
  close(): Promise<void>
}

/** A place for tests of the forward mode: an authority for upstreams, one for the recorder, and an end to all of it. */
export async function forwarding(): Promise<Forwarding> {
  const folder = mkdtempSync(join(tmpdir(), 'forwarding-'))
  const theirs = await authorityIn(caFiles(join(folder, 'theirs')))
  const ours = await authorityIn(caFiles(join(folder, 'ours')))
  const { key, cert } = await leafFor(['localhost', 'a.localhost', '127.0.0.1', '::1'], theirs)
  const closing: Array<() => unknown> = []
  let recordings = 0

  const opened = async (server: Server, host: string, count: () => void): Promise<number> => {
    const sockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      count()
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    closing.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }

  return {
    folder,
    ca: ours.pem,
    async upstream(handle, host = '127.0.0.1') {
      let connections = 0
      const count = () => {
        connections += 1
      }
      return {
        secure: await opened(createSecureServer({ key, cert }, handle), host, count),
        plain: await opened(createServer(handle), host, count),
        connections: () => connections,
      }
    },
    async recorder({ hosts = ['localhost'], password } = {}) {
      const out = join(folder, `traffic-${(recordings += 1)}.har`)
      const recorder = await record({
        to: [],
        forward: { hosts, caDir: join(folder, 'ours') },
        port: 0,
        out,
        append: false,
        version: '1',
        ca: theirs.pem,
        ...(password ? { password } : {}),
      })
      closing.push(() => recorder.close())
      const text = () => readFileSync(out, 'utf8')
      // Waits for as many as there must be, however slow the machine, and then for one too many.
      const entries = async (count = 1): Promise<HarEntry[]> => {
        for (let tries = 0; ; tries += 1) {
          await new Promise((resolve) => setTimeout(resolve, 60))
          const found = (JSON.parse(text()) as { log: { entries: HarEntry[] } }).log.entries
          if (found.length >= count || tries === 300) return found
        }
      }
      return { recorder, port: recorder.ports[0] ?? 0, entries, text }
    },
    async front({ hosts = ['localhost'], firstByteMs } = {}) {
      const told: unknown[] = []
      const sink: Sink = {
        tap: createTaps(folder),
        told: (one) => {
          told.push(one)
        },
        unread: () => undefined,
        hold: () => undefined,
      }
      const leaves = createLeaves(ours)
      const front = await forwardProxy(
        {
          listen: '127.0.0.1',
          port: 0,
          records: hostList(hosts),
          leaves,
          ca: theirs.pem,
          ...(firstByteMs ? { firstByteMs } : {}),
        },
        sink,
      )
      closing.push(() => front.close())
      return { front, leaves, told }
    },
    async close() {
      // Last opened, first closed; a recorder waits for what its clients left open.
      for (const close of closing.splice(0).reverse()) await close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Exactly these bytes to a new connection; all that comes back until it closes. */
export const exchange = (port: number, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    gathered(socket, resolve)
  })

function gathered(socket: Socket, resolve: (got: string) => void): void {
  let got = ''
  socket.on('data', (chunk) => {
    got += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => resolve(got))
}

/** A connection through CONNECT, and what the proxy said to it. */
export const connected = (port: number, authority: string, headers = ''): Promise<{ said: string; socket: Socket }> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${headers}\r\n`),
    )
    socket.on('error', () => undefined)
    socket.once('data', (chunk) => resolve({ said: chunk.toString('latin1'), socket }))
    socket.once('close', () => resolve({ said: '', socket }))
  })

/** TLS inside a CONNECT, with the recorder's authority as the only trusted one. */
export async function secured(
  port: number,
  authority: string,
  ca: string,
  servername = 'localhost',
): Promise<TLSSocket> {
  const { socket } = await connected(port, authority)
  return new Promise((resolve, reject) => {
    const secure = connectTls(
      { socket, ca, servername, host: servername || authority.replace(/^\[|\]?:\d+$/g, '') },
      () => resolve(secure),
    )
    secure.once('error', reject)
  })
}

/** These bytes inside such a connection. */
export async function exchangeSecured(port: number, authority: string, ca: string, bytes: string): Promise<string> {
  const secure = await secured(port, authority, ca)
  return new Promise((resolve) => {
    gathered(secure, resolve)
    secure.write(bytes)
  })
}
