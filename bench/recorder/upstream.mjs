import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'

// A cluster that only answers: 2 KB of JSON with the fields of real records, or /download?mb=N. argv: a folder with key.pem and cert.pem.
const [, , tls] = process.argv
const records = Array.from({ length: 5 }, (_, at) => ({
  activity: {
    id: `A1B2C3D4E5F6${String(at).padStart(20, '0')}`,
    code: `ACT-${at}`,
    subject: `Inspect pump ${at}: leak at the "upper" valve`,
    status: 'OPEN',
    startDateTime: '2026-11-21T08:00:00Z',
    endDateTime: '2026-11-21T10:30:00Z',
    remarks: 'x'.repeat(120),
    lastChanged: 1_795_000_000_000 + at,
  },
}))
const body = Buffer.from(
  JSON.stringify({ pageSize: 5, currentPage: 1, lastPage: 1, totalObjectCount: 5, data: records }),
)
const chunk = Buffer.alloc(64 * 1024, 7)

function handle(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://x')
  request.resume()
  if (pathname !== '/download')
    return void request.on('end', () =>
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body),
    )
  let left = Number(searchParams.get('mb')) * 16
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': left * chunk.length })
  response.on('error', () => undefined)
  const push = () => {
    while (left > 0) {
      left -= 1
      if (!response.write(chunk)) return void response.once('drain', push)
    }
    response.end()
  }
  push()
}

const plain = http.createServer({ keepAliveTimeout: 60_000 }, handle).listen(0, '127.0.0.1', () => {
  const secure = https
    .createServer(
      { keepAliveTimeout: 60_000, key: readFileSync(`${tls}/key.pem`), cert: readFileSync(`${tls}/cert.pem`) },
      handle,
    )
    .listen(0, '127.0.0.1', () => {
      process.send({
        http: `http://localhost:${plain.address().port}`,
        https: `https://localhost:${secure.address().port}`,
        bytes: body.length,
      })
    })
})
process.once('disconnect', () => process.exit())
