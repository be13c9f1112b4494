import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Answer, Call } from '../http.ts'
import { dataRefusal, onlyMethods, readTarget, Refusal } from '../http.ts'

const malformed = (what: string) => dataRefusal(400, 'PEER-BATCH', 'Batch not understood: {0}', what)

/** Headers, in lower case, up to the first empty line, and what follows it. */
function headed(text: string): { readonly headers: Record<string, string>; readonly rest: string } {
  const headers: Record<string, string> = {}
  let rest = text
  for (;;) {
    const end = /\r?\n/.exec(rest)
    const line = end === null ? rest : rest.slice(0, end.index)
    rest = end === null ? '' : rest.slice(end.index + end[0].length)
    if (line.trim() === '') return { headers, rest }
    const colon = line.indexOf(':')
    if (colon < 1) throw malformed('header')
    headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim()
  }
}

interface Part {
  readonly contentId: string | undefined
  readonly method: string
  readonly target: string
  readonly headers: Record<string, string>
  readonly body: string
}

function part(text: string): Part {
  const outer = headed(text)
  if (!/^application\/http\b/i.test(outer.headers['content-type'] ?? '')) throw malformed('type of a part')
  const first = /^(?:\r?\n)*([A-Z]+) (\S+)(?: HTTP\/1\.[01])?[ \t]*(?:\r?\n|$)/.exec(outer.rest)
  if (first === null) throw malformed('request line')
  const inner = headed(outer.rest.slice(first[0].length))
  return {
    contentId: outer.headers['content-id'],
    method: first[1] ?? '',
    target: first[2] ?? '',
    headers: inner.headers,
    body: inner.rest,
  }
}

function parts(call: Call): Part[] {
  const type = call.headers['content-type'] ?? ''
  const [, quoted, bare] = /^multipart\/mixed\s*;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw malformed('boundary')
  const pieces = `\r\n${call.body}`.split(
    new RegExp(`\\r?\\n--${boundary.replace(/[^\w]/g, '\\$&')}(?=--|[ \\t]*\\r?\\n)`),
  )
  if (pieces.length < 3 || !pieces.at(-1)?.startsWith('--')) throw malformed('end')
  // Choice: a batch with any malformed part is refused as a whole, and so is one of more than a thousand.
  const found = pieces.slice(1, -1).map((piece) => part(piece.replace(/^[ \t]*\r?\n/, '')))
  if (found.length > 1000) throw malformed('more than 1000 requests')
  return found
}

function run(call: Call, one: Part, answer: (call: Call) => Answer): Answer {
  try {
    // Choice: a part with credentials of its own, a whole address or a batch inside is refused for itself.
    const { path, query, expand, pairs } = readTarget(one.target)
    if (
      !one.target.startsWith('/') ||
      one.target.startsWith('//') ||
      one.headers['authorization'] ||
      query.has('access_token')
    )
      throw malformed('address or credentials in a part')
    if (path.slice(0, 3).join('/') === 'api/data/batch') throw malformed('a batch in a batch')
    const token = call.query.get('access_token')
    // Choice: only the token is inherited; each part names account, company and client itself.
    const inherited = {
      ...one.headers,
      ...(call.headers.authorization && { authorization: call.headers.authorization }),
    }
    return answer({
      ...call,
      method: one.method,
      path,
      expand,
      pairs,
      query: new Map([...query, ...(token === undefined ? [] : [['access_token', token] as const])]),
      headers: inherited,
      body: one.body,
    })
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

function written({ status, headers, json, text, bytes }: Answer, contentId: string | undefined): Buffer {
  const body = bytes ?? Buffer.from(json === undefined ? (text ?? '') : JSON.stringify(json))
  const all = Object.entries({
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...headers,
    'content-length': String(body.length),
  })
  const outer = `Content-Type: application/http\r\n${contentId === undefined ? '' : `Content-ID: ${contentId}\r\n`}\r\n`
  return Buffer.concat([
    Buffer.from(
      `${outer}HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${all.map((pair) => `${pair.join(': ')}\r\n`).join('')}\r\n`,
    ),
    body,
  ])
}

/** `begin` opens a transaction over the records; what it returns ends it, keeping the changes or not. */
export function batch(call: Call, answer: (call: Call) => Answer, begin: () => (keep: boolean) => void): Answer {
  onlyMethods(call, 'POST')
  const transactional = call.query.get('transactional') ?? 'true'
  if (transactional !== 'true' && transactional !== 'false') throw malformed('transactional')
  const asked = parts(call)
  const end = transactional === 'true' ? begin() : undefined
  const told: Buffer[] = []
  let failed = false
  try {
    for (const one of asked) {
      const result = run(call, one, answer)
      told.push(written(result, one.contentId))
      // Choice: parts after the failing one have no answer; those before keep theirs, though nothing of them is saved.
      failed = result.status >= 400
      if (failed && end) break
    }
  } catch (error) {
    failed = true
    throw error
  } finally {
    end?.(!failed)
  }
  const boundary = `peer-${randomUUID()}`
  const bytes = Buffer.concat([
    ...told.flatMap((one) => [Buffer.from(`--${boundary}\r\n`), one, Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  // Choice: 207 for the whole, however its parts went.
  return { status: 207, headers: { 'content-type': `multipart/mixed; boundary="${boundary}"` }, bytes }
}
