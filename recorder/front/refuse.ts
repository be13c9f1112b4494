import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** An answer to a connection that no message of Node's belongs to (yet); then its end. */
export function refuse(
  socket: Duplex,
  status: number,
  headers: readonly string[] = ['Connection', 'close', 'Content-Length', '0'],
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = Array.from(
    { length: headers.length / 2 },
    (_, at) => `${headers[2 * at]}: ${headers[2 * at + 1]}\r\n`,
  ).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${lines}\r\n`)
  // Closed with bytes unread, the answer would be lost; and one who never closes would keep the socket.
  socket.resume()
  const late = setTimeout(() => socket.destroy(), 1000)
  socket.once('close', () => clearTimeout(late))
}
