import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

const watched = new WeakSet<Socket>()
const connected = new WeakSet<Socket>()

/** A socket serves many requests, and only the first of them sees it connect. */
export function watchConnecting(socket: Socket): void {
  if (watched.has(socket)) return
  watched.add(socket)
  socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => connected.add(socket))
}

/** Whether a request had a connection: then upstream may have acted, whatever became of its answer. */
export const hasConnected = ({ socket }: ClientRequest): boolean => socket !== null && connected.has(socket)
