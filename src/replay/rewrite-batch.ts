import type { InnerRequest } from '../batch/http-head.ts'
import type { HeaderList } from '../exchange/exchange.ts'
import { requestsIn } from '../batch/open-batch.ts'

export interface ChangedPart {
  /** Path and query. */
  readonly target: string
  /** `null` removes a header. */
  readonly header: (name: string, value: string) => string | null
  readonly body: Uint8Array
}

/** A batch with each request changed and all bytes between them kept; a part without a request stays, too. */
export function rewriteBatch(
  contentType: string | undefined,
  body: Uint8Array,
  change: (request: InnerRequest, position: number) => ChangedPart,
): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const chunks: Buffer[] = []
  let from = 0
  const headers: HeaderList = contentType === undefined ? [] : [['Content-Type', contentType]]
  for (const [position, part] of requestsIn({ headers, body }).parts.entries()) {
    if ('broken' in part) continue
    const { content } = part.raw
    const start = content.byteOffset - bytes.byteOffset
    chunks.push(bytes.subarray(from, start), rewritten(content, part.message, change(part.message, position)))
    from = start + content.length
  }
  return Buffer.concat([...chunks, bytes.subarray(from)])
}

function rewritten(content: Buffer, request: InnerRequest, { target, header, body }: ChangedPart): Buffer {
  const end = /\r?\n\r?\n/.exec(content.toString('latin1'))
  const headLength = end ? end.index : content.length
  const gap = end?.[0] ?? ''
  const lineEnd = content.toString('latin1', 0, headLength).includes('\r\n') ? '\r\n' : '\n'
  const [line = '', ...fields] = content.toString('latin1', 0, headLength).split(/\r?\n/)
  const kept = fields.flatMap((field) => {
    const [, name, value] = /^([^:]+):[ \t]*(.*)$/.exec(field) ?? []
    if (name === undefined || value === undefined) return [field]
    // A recorded length that was wrong stays wrong by as much.
    const changed =
      /^content-length$/i.test(name) && /^\d+$/.test(value)
        ? String(Number(value) + body.length - request.body.length)
        : header(name, value)
    return changed === null ? [] : changed === value ? [field] : [`${name}: ${changed}`]
  })
  const head = [line.replace(request.target, () => target), ...kept].join(lineEnd)
  const rest = content.subarray(headLength + gap.length)
  return Buffer.concat([Buffer.from(`${head}${gap}`, 'latin1'), body, rest.subarray(request.body.length)])
}
