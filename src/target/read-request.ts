import { pathOf } from './address.ts'

export interface GivenRequest {
  readonly method: string
  readonly url: string
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: Uint8Array
  readonly raw?: Uint8Array
}

/** A request as a server would read it: from its raw bytes if given, never from the description beside them. */
export interface ReadRequest {
  readonly method: string
  /** Path and query, undecoded. */
  readonly target: string
  readonly contentType: string
  /** All header fields as given. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
  /** Why its bytes cannot be trusted to be a single request. */
  readonly unreadable?: string
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isSafe = (method: string): boolean => safe.has(method)

export function readRequest(request: GivenRequest): ReadRequest {
  if (request.raw) return readRaw(Buffer.from(request.raw))
  return {
    method: request.method.toUpperCase(),
    target: pathOf(request.url),
    contentType: request.headers?.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
    headers: request.headers ?? [],
    body: textOf(request.body),
  }
}

export const headerSent = ({ headers }: ReadRequest, name: string): string | undefined =>
  headers.find(([known]) => known.toLowerCase() === name)?.[1]

/** Read in place: a body may have megabytes. */
const textOf = (body: Uint8Array | undefined): string =>
  body ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8') : ''

function readRaw(bytes: Buffer): ReadRequest {
  // One character per byte, so that text offsets are byte offsets.
  const text = bytes.toString('latin1')
  const start = /^\s*/.exec(text)?.[0].length ?? 0
  const line = /^[^\r\n]*/.exec(text.slice(start))?.[0] ?? ''
  const [method = '', target = ''] = line.trim().split(/\s+/)
  const headEnd = /\r?\n\r?\n/.exec(text.slice(start))
  const head = headEnd ? text.slice(start, start + headEnd.index) : text.slice(start)
  const body = headEnd ? bytes.subarray(start + headEnd.index + headEnd[0].length).toString('utf8') : ''
  const field = (name: string) => new RegExp(`^${name}[ \\t]*:[ \\t]*([^\\r\\n]*)`, 'im').exec(head)?.[1]?.trim() ?? ''
  const unreadable = followers(text.slice(start + line.length)).some(
    (follower) => !/(?:GET|HEAD|OPTIONS)$/.test(follower),
  )
    ? 'another request follows in its bytes'
    : !isSafe(method.toUpperCase()) && (field('transfer-encoding') !== '' || field('content-encoding') !== '')
      ? 'its body is encoded for the transfer'
      : undefined
  return {
    method: method.toUpperCase(),
    target: /^https?:\/\//i.test(target) ? pathOf(target) : target,
    contentType: field('content-type'),
    headers: [...head.matchAll(/^([\w-]+)[ \t]*:[ \t]*([^\r\n]*)/gm)].map(([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
    body,
    ...(unreadable ? { unreadable } : {}),
  }
}

/** Methods of everything that looks like another request line: a server that frames the bytes differently would execute it. */
const followers = (text: string): string[] =>
  [...text.matchAll(/(\S+)[ \t]+\S+[ \t]+HTTP\/\d/gi)].map(([, method = '']) => method.toUpperCase())
