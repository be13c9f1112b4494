import { readMessage } from '../src/batch/read.ts'
import { excessOfBody } from '../src/exchange/bounds.ts'
import { decodedAtMost, decompressed } from '../src/har/decompressed.ts'
import { headerOf, type HeaderList } from '../src/exchange/exchange.ts'

const deepest = 8
const oneTry = 1024 * 1024
const named = /encoding:[ \t]*(?!(?:binary|7bit|8bit|identity|chunked)\b)/i

/** What all parts of one message, at any depth, may decode to together. */
interface Budget {
  bytes: number
}

/** The encoded content inside a body: multipart parts and the messages in them, at any depth, each decoded, or undefined where that fails. */
export function encodedParts(
  headers: HeaderList,
  body: Buffer,
  depth = 0,
  budget: Budget = { bytes: decodedAtMost },
): ReadonlyArray<Buffer | undefined> {
  const type = headerOf(headers, 'Content-Type') ?? ''
  // Batches say binary or nothing at all, so they need not be parsed.
  if (depth === 0 && !(/multipart|http/i.test(type) && named.test(body.toString('latin1')))) return []
  if (depth > deepest) return [undefined]
  if (/^\s*multipart\//i.test(type)) {
    if (excessOfBody(type, body) !== undefined) return [undefined]
    return readMessage(type, body).parts.flatMap((part) => within(part.headers, part.content, depth, budget))
  }
  const inner =
    /^\s*application\/http/i.test(type) ||
    /^(?:HTTP\/\d|[A-Z]{3,10} \S+ HTTP\/\d)/.test(body.toString('latin1', 0, 4096))
      ? messageIn(body)
      : undefined
  return inner ? within(inner.headers, inner.body, depth, budget) : []
}

function within(
  headers: HeaderList,
  content: Buffer,
  depth: number,
  budget: Budget,
): ReadonlyArray<Buffer | undefined> {
  if (budget.bytes < 1) return [undefined]
  const [transfer, encoding] = [
    headerOf(headers, 'Content-Transfer-Encoding') ?? '',
    headerOf(headers, 'Content-Encoding'),
  ]
  const unwrapped = /^\s*base64/i.test(transfer)
    ? Buffer.from(content.toString('latin1'), 'base64')
    : /^\s*quoted-printable/i.test(transfer)
      ? fromQuotedPrintable(content)
      : content
  const plain = decompressed(unwrapped, encoding, budget.bytes)
  if (!plain) {
    // Each try may have cost as much as the whole budget.
    budget.bytes -= oneTry
    return [undefined]
  }
  if (plain !== content) budget.bytes -= plain.length
  return [...(plain === content ? [] : [plain]), ...encodedParts(headers, plain, depth + 1, budget)]
}

function messageIn(bytes: Buffer): { headers: HeaderList; body: Buffer } {
  const crlf = bytes.indexOf('\r\n\r\n')
  const end = crlf >= 0 ? crlf : bytes.indexOf('\n\n')
  if (end < 0) return { headers: [], body: Buffer.alloc(0) }
  const headers = bytes
    .toString('latin1', 0, end)
    .split(/\r?\n/)
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()] as const)
  return { headers, body: bytes.subarray(end + (crlf >= 0 ? 4 : 2)) }
}

const fromQuotedPrintable = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
