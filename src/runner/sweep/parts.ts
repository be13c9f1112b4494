import type { PlatformRequest, PlatformResponse } from '../../platform/http/message.ts'
import { headerNamed, withBody } from './message.ts'

/** An HTTP message within a part of a batch; bytes are kept as one character each. */
interface Inner {
  readonly line: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Buffer
}

/** The batch message with each HTTP message in its parts changed. What is not a part of that form stays as it is. */
export function eachPart<Message extends PlatformRequest | PlatformResponse>(
  message: Message,
  change: (inner: Inner, position: number) => Inner,
): Message {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(headerNamed(message.headers, 'content-type') ?? '')
  if (!boundary) return message
  const text = message.body.toString('latin1')
  const mark = `--${boundary[1] ?? boundary[2]}`
  // Only at the start of a line, and with nothing of its own behind it: a part may mention the boundary.
  const marks = [...text.matchAll(new RegExp(`(?<=^|\\r?\\n)${escaped(mark)}(?=--|[ \\t]*\\r?\\n)`, 'g'))]
  const before = text.slice(0, marks[0]?.index ?? text.length)
  let altered = false
  const parts = marks.map(({ index }, position) => {
    const part = text.slice(index + mark.length, marks[position + 1]?.index)
    const inner = read(part)
    if (!inner) return part
    const now = change(inner.message, position)
    if (now === inner.message) return part
    altered = true
    return `${inner.head}${written(now)}${inner.tail}`
  })
  if (!altered) return message
  return withBody(message, Buffer.from([before, ...parts].join(mark), 'latin1'))
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function read(part: string): { head: string; message: Inner; tail: string } | undefined {
  const headEnd = part.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = part.slice(0, headEnd + 4)
  const content = part.slice(headEnd + 4)
  const tail = content.endsWith('\r\n') ? '\r\n' : ''
  const whole = content.slice(0, content.length - tail.length)
  const end = whole.indexOf('\r\n\r\n')
  const [line = '', ...fields] = (end < 0 ? whole : whole.slice(0, end)).split('\r\n')
  const headers = fields.map((field) => {
    const at = field.indexOf(':')
    return [field.slice(0, at), field.slice(at + 1).trim()] as const
  })
  const body = Buffer.from(end < 0 ? '' : whole.slice(end + 4), 'latin1')
  return line.includes('HTTP/') ? { head, tail, message: { line, headers, body } } : undefined
}

const written = ({ line, headers, body }: Inner): string =>
  [
    line,
    ...headers.map(([name, value]) => `${name}: ${/^content-length$/i.test(name) ? String(body.length) : value}`),
    '',
    body.toString('latin1'),
  ].join('\r\n')

/** A part's request as a request of its own. */
export function requestOfPart({ line, headers, body }: Inner, origin: string): PlatformRequest | undefined {
  const [method = '', target = ''] = line.split(' ')
  return target.startsWith('/') ? { method, target, headers, body, origin } : undefined
}

export const withRequestOfPart = (inner: Inner, { method, target, headers, body }: PlatformRequest): Inner => ({
  line: `${method} ${target} ${inner.line.split(' ').slice(2).join(' ')}`,
  headers,
  body,
})

export const responseOfPart = ({ line, headers, body }: Inner): PlatformResponse => ({
  status: Number(line.split(' ')[1]),
  headers,
  body,
})

export const withResponseOfPart = (inner: Inner, { status, headers, body }: PlatformResponse): Inner => ({
  line: inner.line.replace(/(?<= )\d{3}/, String(status)),
  headers,
  body,
})
