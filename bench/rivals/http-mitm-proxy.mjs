import http from 'node:http'
import https from 'node:https'
import { Proxy } from 'http-mitm-proxy'

// As it comes, but with both sides kept alive, which is not its default; it records nothing. argv: its folder of certificates.
const [, , sslCaDir] = process.argv
const proxy = new Proxy()
const keepAlive = { keepAlive: true, maxSockets: 256 }
proxy.onError((_context, error, kind) => process.stderr.write(`${kind}: ${error?.message}\n`))
proxy.listen(
  {
    host: '127.0.0.1',
    port: 0,
    sslCaDir,
    keepAlive: true,
    httpAgent: new http.Agent(keepAlive),
    httpsAgent: new https.Agent(keepAlive),
  },
  () => process.send(proxy.httpServer.address().port),
)
process.once('disconnect', () => process.exit())
