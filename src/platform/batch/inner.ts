import { HTTPParser, type HTTPParserJS } from 'http-parser-js'
import type { Rulebook } from '../rulebook/rulebook.ts'
import { Unreadable, type InnerRequest, type Part } from './part.ts'

const headEnd = Buffer.from('\r\n\r\n')

/** The request in a part; throws Unreadable if there is none, or more than one (A-BAT-02, 03). */
export function innerRequest({ headers, content: received }: Part, { batch }: Rulebook): InnerRequest {
  const content = batch.content(received, headers)
  if (!batch.isHttp(headers['content-type'])) throw new Unreadable('a part is not of type application/http')
  const refusal = batch.refusesPart(headers)
  if (refusal) throw new Unreadable(refusal)
  const at = content.indexOf(headEnd)
  // Without a body only the blank line may be missing: its line end was taken as the delimiter's.
  const head =
    at >= 0
      ? content.subarray(0, at + 4)
      : Buffer.concat([content, content.subarray(-2).equals(Buffer.from('\r\n')) ? Buffer.from('\r\n') : headEnd])
  const rest = at >= 0 ? content.subarray(at + 4) : Buffer.alloc(0)
  const read = headOf(head)
  if (read.headers.some(([name]) => name.toLowerCase() === 'transfer-encoding'))
    throw new Unreadable('the request in a part has a Transfer-Encoding')
  const length = read.headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1]
  return {
    ...read,
    target: batch.target(read.target),
    body: length === undefined ? batch.unmeasured(rest) : measured(rest, length, batch),
  }
}

function measured(rest: Buffer, length: string, batch: Rulebook['batch']): Buffer {
  if (!/^\d+$/.test(length)) throw new Unreadable('the Content-Length of a part is not a number')
  const body = batch.body(rest, Number(length))
  if (body === 'short') throw new Unreadable('a part holds fewer bytes than its Content-Length says')
  if (body === 'long') throw new Unreadable('a part contains more than one request')
  return body
}

function headOf(head: Buffer): Omit<InnerRequest, 'body'> {
  const parser = new HTTPParser('REQUEST') as HTTPParserJS
  let read: Omit<InnerRequest, 'body'> | undefined
  parser[HTTPParser.kOnHeadersComplete] = ((info: { method: number; url: string; headers: string[] }) => {
    const pairs = Array.from(
      { length: info.headers.length / 2 },
      (_, at) => [info.headers[2 * at] ?? '', info.headers[2 * at + 1] ?? ''] as const,
    )
    read ??= { method: HTTPParser.methods[info.method] ?? 'GET', target: info.url, headers: pairs }
    return 0
  }) as never
  const done = parser.execute(head)
  if (done instanceof Error) throw new Unreadable(`a part contains no HTTP request: ${done.message}`)
  if (!read) throw new Unreadable('a part contains no HTTP request')
  if (!/^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/.test(head.toString('latin1')))
    throw new Unreadable('the request line of a part is not METHOD path HTTP/1.1')
  return read
}
