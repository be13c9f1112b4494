import { createServer } from 'node:http'

const body = JSON.stringify({ data: [{ serviceCall: { id: '0'.repeat(32), subject: 'x'.repeat(1900) } }] })
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () =>
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body),
  )
})
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`))
