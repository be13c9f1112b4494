import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { inAddress } from './connect-target.ts'

export interface Listening {
  readonly host: string
  readonly port: number
  readonly address: string
  close(): Promise<void>
}

const graceMs = 2000

/** Starts a server; its end lets what is under way finish, for a while. */
export async function listening(server: Server, host: string, port: number): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const bound = server.address() as AddressInfo
  return {
    host: bound.address,
    port: bound.port,
    address: `http://${inAddress(bound.address)}:${bound.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const late = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, graceMs)
      await closed
      clearTimeout(late)
    },
  }
}
