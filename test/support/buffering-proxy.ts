import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A plain reverse proxy that reads each message whole before it passes it on, as many gateways do. */
export async function bufferingProxy(to: string): Promise<{ origin: string; close(): void }> {
  const upstream = new URL(to)
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      // Framing is the proxy's own, as with any that buffers; the host stays the one that the client asked for.
      const { 'transfer-encoding': _, connection: __, ...headers } = incoming.headers
      const forward = send(
        {
          host: upstream.hostname,
          port: upstream.port,
          method: incoming.method,
          path: incoming.url,
          headers: { ...headers, 'content-length': String(body.length) },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (chunk: Buffer) => parts.push(chunk))
          answer.on('end', () => {
            const whole = Buffer.concat(parts)
            const { 'transfer-encoding': ___, connection: ____, 'keep-alive': _____, ...rest } = answer.headers
            outgoing.writeHead(answer.statusCode ?? 502, { ...rest, 'content-length': String(whole.length) })
            outgoing.end(whole)
          })
        },
      )
      forward.on('error', () => {
        outgoing.writeHead(502)
        outgoing.end()
      })
      forward.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
