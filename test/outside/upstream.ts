import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Bytes that no text decoder leaves as they are. */
const noise = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, (_, at) => (at * 7919 + (at >> 8)) & 0xff))
const json = '{"data":[{"subject":"Prüfung \\"eins\\" ✓"}]}'

/** What the server answers to a request, given its body. */
export const bodies: Readonly<
  Record<
    string,
    {
      readonly status?: number
      readonly says?: string
      readonly head: readonly string[]
      readonly wire: Buffer
      readonly plain?: Buffer
    }
  >
> = {
  '/json': {
    head: ['Content-Type', 'application/json', 'X-Mixed-Case', 'A', 'x-mixed-case', 'b'],
    wire: Buffer.from(json),
  },
  '/gzip': {
    head: ['content-type', 'application/json', 'Content-Encoding', 'gzip'],
    wire: gzipSync(json),
    plain: Buffer.from(json),
  },
  '/bytes': {
    head: ['Content-Type', 'application/octet-stream', 'Transfer-Encoding', 'chunked'],
    wire: noise(300_000),
  },
  '/error': {
    status: 503,
    says: 'Come Again',
    head: ['Content-Type', 'text/plain', 'Retry-After', '3'],
    wire: Buffer.from('later'),
  },
  '/elsewhere': { status: 302, head: ['Location', '/json?x=1'], wire: Buffer.alloc(0) },
  '/cookies': {
    head: ['Set-Cookie', 'a=first-cookie; Path=/', 'Set-Cookie', 'b=second-cookie', 'X-Latin', 'caf\u00e9'],
    wire: Buffer.from('x'),
  },
  '/empty': { status: 204, head: ['ETag', '"a"'], wire: Buffer.alloc(0) },
}

/** A small server whose every byte is known; `/echo` tells the request as it came. */
export const upstream: RequestListener = (incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    response.sendDate = false
    const known = bodies[incoming.url?.split('?')[0] ?? '']
    const length = (bytes: Buffer, head: readonly string[]) =>
      head.includes('chunked') || known?.status === 204 ? [] : ['Content-Length', String(bytes.length)]
    if (known)
      return void response
        .writeHead(known.status ?? 200, known.says, [...known.head, ...length(known.wire, known.head)] as never)
        .end(known.wire)
    const told = Buffer.from(
      JSON.stringify({
        method: incoming.method,
        url: incoming.url,
        headers: endToEnd(pairs(incoming.rawHeaders)),
        sha256: sha256(Buffer.concat(chunks)),
      }),
    )
    response.writeHead(200, ['Content-Type', 'application/json', ...length(told, [])] as never).end(told)
  })
}

export const pairs = (raw: readonly string[]): Array<[string, string]> =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] as string, raw[2 * at + 1] as string])

/** All but what belongs to one connection only, which a proxy may not pass on. */
export const endToEnd = (headers: ReadonlyArray<[string, string]>): Array<[string, string]> =>
  headers.filter(([name]) => !/^(?:connection|keep-alive|proxy-connection|transfer-encoding)$/i.test(name))
