import { unchunked } from './chunked.ts'
import type { BatchIrregularity, RawPart } from './read.ts'

type Headers = ReadonlyArray<readonly [name: string, value: string]>

export interface InnerResponse {
  readonly status: number
  readonly reason: string
  readonly headers: Headers
  readonly body: Buffer
  /** From the part headers, or else from the headers of the response. */
  readonly contentId?: string
}

export interface InnerRequest {
  readonly method: string
  readonly target: string
  readonly headers: Headers
  readonly body: Buffer
  readonly contentId?: string
}

export type Read<T> =
  { readonly message: T; readonly irregular: readonly BatchIrregularity[] } | { readonly broken: string }

export const headerIn = (headers: Headers, name: string): string | undefined =>
  headers.find(([other]) => other.toLowerCase() === name)?.[1]

/** Bytes of the head of a message in a part: Node reads no more of one that comes by itself. */
const headAtMost = 16 * 1024

/** The complete HTTP response in a part (A-BAT-10). */
export function responseIn(part: RawPart): Read<InnerResponse> {
  const irregular: BatchIrregularity[] = []
  const head = headOf(part, irregular)
  const [, status, reason = ''] = /^HTTP\/\d(?:\.\d)? (\d{3})(?: (.*))?$/.exec(head.line) ?? []
  if (status === undefined) return { broken: `a part begins with ${shortened(head.line)} instead of a status line` }
  return { message: { status: Number(status), reason, ...restOf(part, head, irregular) }, irregular }
}

/** The complete HTTP request in a part (A-BAT-03). */
export function requestIn(part: RawPart): Read<InnerRequest> {
  const irregular: BatchIrregularity[] = []
  const head = headOf(part, irregular)
  const [, method, target, version] = /^([!#$%&'*+.^`|~\w-]+) (\S+)(?: (HTTP\/1\.[01]))?$/.exec(head.line) ?? []
  if (method === undefined || target === undefined)
    return { broken: `a part begins with ${shortened(head.line)} instead of a request line` }
  if (version === undefined) irregular.push({ what: 'a request line has no HTTP version', offset: part.offset })
  return { message: { method, target, ...restOf(part, head, irregular) }, irregular }
}

interface Head {
  readonly line: string
  readonly headers: Headers
  readonly rest: Buffer
}

function headOf({ content, offset }: RawPart, irregular: BatchIrregularity[]): Head {
  let end = content.indexOf('\r\n\r\n')
  let gap = 4
  if (end < 0) {
    const bare = content.indexOf('\n\n')
    if (bare >= 0) {
      end = bare
      gap = 2
      irregular.push({ what: 'header lines end with a bare LF', offset })
    } else {
      end = content.length
      gap = 0
    }
  }
  if (end > headAtMost) {
    irregular.push({ what: `a head has more than ${headAtMost} bytes`, offset })
    end = headAtMost
    gap = 0
  }
  // A line may go on in the next one (RFC 5322, 2.2.3): whoever reads it takes a blank for that (RFC 9112, 5.2).
  const unfolded = content.toString('latin1', 0, end).replace(/\r?\n[ \t]+(?=\S)/g, ' ')
  const [line = '', ...fields] = unfolded.split(/\r?\n/)
  const headers: Array<readonly [string, string]> = []
  for (const field of fields) {
    const colon = field.indexOf(':')
    if (colon > 0) headers.push([field.slice(0, colon), field.slice(colon + 1).trim()])
    else if (field !== '') irregular.push({ what: `a header line without a colon: ${shortened(field)}`, offset })
  }
  return { line, headers, rest: content.subarray(end + gap) }
}

function restOf(
  part: RawPart,
  { headers, rest }: Head,
  irregular: BatchIrregularity[],
): { headers: Headers; body: Buffer; contentId?: string } {
  const contentId = headerIn(part.headers, 'content-id') ?? headerIn(headers, 'content-id')
  const named = contentId === undefined ? {} : { contentId }
  // A complete message may be framed by chunks (RFC 9112, 6.3), which overrides any length; read, it has neither.
  if (/(?:^|,)\s*chunked\s*$/i.test(headerIn(headers, 'transfer-encoding') ?? '')) {
    const read = unchunked(rest)
    if (!read || !isBlank(read.rest, 0)) irregular.push({ what: 'the chunks of a body end amiss', offset: part.offset })
    const kept = headers.filter(([name]) => !/^transfer-encoding$/i.test(name))
    if (read) return { headers: kept, body: read.content, ...named }
  }
  const told = headerIn(headers, 'content-length')
  const length = told !== undefined && /^\d+$/.test(told) ? Number(told) : undefined
  if (told !== undefined && length === undefined)
    irregular.push({ what: `Content-Length is ${shortened(told)}`, offset: part.offset })
  // A line end after the body is ignored; if the length is wrong, everything up to the delimiter is the body.
  const exact = length === undefined || length === rest.length || (length < rest.length && isBlank(rest, length))
  if (!exact)
    irregular.push({ what: `Content-Length says ${length}, the part has ${rest.length} bytes`, offset: part.offset })
  const body = exact ? rest.subarray(0, length) : rest
  return { headers, body, ...named }
}

function isBlank(bytes: Buffer, from: number): boolean {
  for (let at = from; at < bytes.length; at += 1)
    if (!' \t\r\n'.includes(String.fromCharCode(bytes[at] ?? 0))) return false
  return true
}

const shortened = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text)
