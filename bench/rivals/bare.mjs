import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'

// The least a reverse proxy of Node can do: both sides kept alive, bodies piped, nothing looked at. argv: upstream, and a folder with key.pem and cert.pem to serve TLS.
const [, , upstream, tls] = process.argv
const { protocol, hostname, port, host } = new URL(upstream)
const by = protocol === 'https:' ? https : http
const agent = new by.Agent({ keepAlive: true, maxSockets: 256 })
const handle = (incoming, outgoing) => {
  const request = by.request(
    { agent, hostname, port, method: incoming.method, path: incoming.url, headers: { ...incoming.headers, host } },
    (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers)
      answer.pipe(outgoing)
    },
  )
  request.on('error', () => outgoing.destroy())
  incoming.pipe(request)
}
const server = tls
  ? https.createServer({ key: readFileSync(`${tls}/key.pem`), cert: readFileSync(`${tls}/cert.pem`) }, handle)
  : http.createServer(handle)
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.once('disconnect', () => process.exit())
