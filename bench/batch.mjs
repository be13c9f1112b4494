import { responseIn } from '../dist/src/batch/http-head.js'
import { readMessage } from '../dist/src/batch/read.js'
import { writeBatch } from '../dist/src/batch/write.js'

const seconds = ({ user, system }) => (user + system) / 1e6

/** Megabytes a second of CPU that the codec writes and reads, for batches of parts of 2 KB. */
export function figures({ parts = 1000, measured = 0.7 } = {}) {
  const body = Buffer.from(JSON.stringify({ subject: 'x'.repeat(2000) }))
  const requests = Array.from({ length: parts }, (_, at) => ({
    method: 'POST',
    path: '/api/data/v4/ServiceCall?dtos=ServiceCall.27',
    headers: [['Content-Type', 'application/json']],
    body,
    contentId: String(at),
  }))
  const response = Buffer.concat([
    ...requests.map((_, at) =>
      Buffer.concat([
        Buffer.from(
          `\r\n--cut\r\nContent-Type: application/http\r\nContent-ID: ${at}\r\n\r\nHTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
        ),
        body,
      ]),
    ),
    Buffer.from('\r\n--cut--\r\n'),
  ])
  const rate = (work) => {
    work()
    let bytes = 0
    const started = process.cpuUsage()
    while (seconds(process.cpuUsage(started)) < measured) bytes += work()
    return bytes / 1e6 / seconds(process.cpuUsage(started))
  }
  const writes = rate(() => writeBatch(requests).body.length)
  const reads = rate(() => {
    const message = readMessage('multipart/mixed; boundary=cut', response)
    for (const part of message.parts) responseIn(part)
    return response.length
  })
  const figure = (what, value) => ({ what, value, unit: 'MB', least: 100 })
  return [
    figure(`batch codec, ${parts} parts of 2 KB: written a second of CPU`, writes),
    figure('the same: read a second of CPU', reads),
  ]
}
