import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { basePaths } from '../../src/target/base-paths.ts'
import { guard } from '../../src/target/guard.ts'
import { createLedger } from '../../src/target/ledger.ts'
import { ownership } from '../../src/target/ownership.ts'
import { newScope } from '../../src/target/scope.ts'
import type { Target } from '../../src/target/target.ts'
import { createTransport } from '../../src/target/transport.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** A small server of a test's own, bodies read; `received` sees the bytes as they come. */
export async function serve(handler: Handler, received: (chunk: Buffer, socket: Socket) => void = () => undefined) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => handler(request, response, body))
  })
  server.on('connection', (socket) => socket.on('data', (chunk) => received(chunk, socket)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export function kitTarget(origin: string, more: Partial<Target> = {}, limits: Partial<Target['limits']> = {}): Target {
  const client = { id: 'client-1', secret: 'client-secret', version: '1.0' }
  return {
    name: 't',
    addresses: { auth: origin, directory: origin, base: origin },
    account: 'acme',
    company: 'one',
    basePaths,
    identities: {
      admin: { grant: 'password', client, username: 'acme/ann', password: 'ann-password' },
      service: { grant: 'client_credentials', client },
      password: { grant: 'password', client, username: 'acme/trial', password: 'trial-password' },
    },
    dtos: { ServiceCall: { version: 27, syncBase: 10, older: { version: 20, syncBase: 8 } } },
    templates: { ServiceCall: { subject: 's' } },
    fixtures: {},
    has: [],
    lacks: {},
    controls: {},
    limits: { concurrency: 8, requests: 50, mayCreateUsers: 0, ...limits },
    writes: true,
    ...more,
  }
}

/** A transport facing a server of a test's own. */
export async function against(
  handler: Handler,
  {
    limits = {},
    clusters = [],
    received,
    deadlineMs,
  }: {
    limits?: Partial<Target['limits']>
    /** Further addresses that the target file names. */
    clusters?: readonly string[]
    received?: (chunk: Buffer, socket: Socket) => void
    deadlineMs?: number
  } = {},
) {
  const server = await serve(handler, received)
  const { origin } = server
  const addresses = { auth: origin, directory: origin, base: origin, clusters }
  const target = kitTarget(origin, { addresses }, limits)
  const owned = ownership('fabcd')
  const ledger = createLedger(owned)
  const transport = createTransport({
    target,
    guard: guard(target, owned),
    ledger,
    ...(deadlineMs ? { deadlineMs } : {}),
  })
  const scope = newScope('x', 'fabcd00000')
  const close = () => {
    transport.close()
    server.close()
  }
  return { ...server, target, owned, ledger, transport, scope, close }
}
