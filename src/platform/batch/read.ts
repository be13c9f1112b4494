import { Dicer } from '@fastify/busboy'
import { Unreadable, type Part } from './part.ts'

/** The parts of a multipart message; throws Unreadable if it is malformed. */
export function readParts(body: Buffer, boundary: string): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Array<{ headers: Record<string, string>; chunks: Buffer[] }> = []
    let reader: Dicer
    try {
      reader = new Dicer({ boundary })
    } catch (error) {
      reject(new Unreadable(String(error)))
      return
    }
    const refuse = (error: Error) => reject(new Unreadable(error.message))
    reader.on('part', (stream) => {
      const part = { headers: {} as Record<string, string>, chunks: [] as Buffer[] }
      parts.push(part)
      // What is folded right after the colon begins with the blank of its line (RFC 5322, 2.2.3).
      stream.on('header', (header) => {
        part.headers = Object.fromEntries(
          Object.entries(header as Record<string, string[]>).map(([name, values]) => [name, values.join(', ').trim()]),
        )
      })
      stream.on('data', (chunk: Buffer) => void part.chunks.push(chunk))
      stream.on('error', refuse)
    })
    reader.on('error', refuse)
    reader.on('finish', () =>
      resolve(parts.map(({ headers, chunks }) => ({ headers, content: Buffer.concat(chunks) }))),
    )
    reader.end(withoutPadding(body, boundary))
  })
}

/** Whitespace between a delimiter and its line end has no meaning (RFC 2046, 5.1.1), but the library fails on it. */
function withoutPadding(body: Buffer, boundary: string): Buffer {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  const kept: Buffer[] = []
  let from = 0
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    let end = at + delimiter.length
    if (body[end] === 0x2d && body[end + 1] === 0x2d) end += 2
    let blank = end
    while (body[blank] === 0x20 || body[blank] === 0x09) blank += 1
    const opensLine = at === 0 || (body[at - 2] === 0x0d && body[at - 1] === 0x0a)
    if (blank === end || !opensLine || body[blank] !== 0x0d) continue
    kept.push(body.subarray(from, end))
    from = blank
  }
  return from === 0 ? body : Buffer.concat([...kept, body.subarray(from)])
}
