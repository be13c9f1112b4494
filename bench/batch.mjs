import { responseIn } from '../dist/src/batch/http-head.js'
import { readMessage } from '../dist/src/batch/read.js'
import { writeBatch } from '../dist/src/batch/write.js'

const seconds = ({ user, system }) => (user + system) / 1e6

/** Megabytes a second of CPU that the codec writes and reads, for batches of a thousand parts of 2 KB. */
export function codecRates() {
  const body = Buffer.from(JSON.stringify({ subject: 'x'.repeat(2000) }))
  const requests = Array.from({ length: 1000 }, (_, at) => ({
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
    while (seconds(process.cpuUsage(started)) < 0.7) bytes += work()
    return bytes / 1e6 / seconds(process.cpuUsage(started))
  }
  return {
    writes: rate(() => writeBatch(requests).body.length),
    reads: rate(() => {
      const { parts } = readMessage('multipart/mixed; boundary=cut', response)
      for (const part of parts) responseIn(part)
      return response.length
    }),
  }
}
