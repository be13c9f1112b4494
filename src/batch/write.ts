import { bytesOf, type BatchRequest } from './request.ts'
import type { Defect } from './defect.ts'
import { canonical, type BatchForm } from './form.ts'
import { boundaryOf } from './boundary.ts'
import { partHead, requestHead } from './write-part.ts'

export interface BatchMessage {
  readonly contentType: string
  readonly body: Buffer
}

/** A batch as exact bytes. Pure: the same batch, form and defect give the same bytes. */
export function writeBatch(
  requests: readonly BatchRequest[],
  form: BatchForm = canonical,
  defect?: Defect,
): BatchMessage {
  const bodies = requests.map(({ body }) => bytesOf(body))
  const boundary = boundaryOf(form, bodies, defect?.kind)
  const kind = defect?.kind
  const padding = { none: '', blank: ' ', tab: '\t' }[form.padding]
  const chunks: Buffer[] = []
  const say = (text: string) => void chunks.push(Buffer.from(text, 'utf8'))
  say(opening(form, boundary))
  if (kind !== 'no part') {
    requests.forEach((request, position) => {
      const broken = defect?.at === position ? kind : undefined
      if (kind !== 'no delimiter at all') say(`${position === 0 ? '' : '\r\n'}--${boundary}${padding}\r\n`)
      const body = bodies[position] ?? Buffer.alloc(0)
      if (broken === 'part of plain JSON') {
        say('Content-Type: application/json\r\n\r\n')
        chunks.push(body.length > 0 ? body : Buffer.from('{}'))
        return
      }
      say(partHead(request, form, broken))
      if (broken === 'multipart in a part') {
        chunks.push(nested(request))
        return
      }
      say(requestHead(request, body, form, broken))
      chunks.push(body)
      if (broken === 'two requests in a part') {
        say(requestHead(request, body, form, undefined))
        chunks.push(body)
      }
      if (broken === 'boundary as a line of the body') say(`\r\n--${boundary}\r\n`)
    })
  }
  if (kind !== 'no closing delimiter' && kind !== 'no delimiter at all')
    say(
      `${requests.length === 0 || kind === 'no part' ? '' : '\r\n'}--${boundary}--${padding}${form.lastLineEnd === 'CRLF' || form.epilogue !== 'none' ? '\r\n' : ''}`,
    )
  if (form.epilogue === 'text') say('after the last part\r\n')
  return { contentType: contentTypeOf(form, boundary, kind), body: lineEnds(Buffer.concat(chunks), kind) }
}

function opening(form: BatchForm, boundary: string): string {
  const preamble = {
    none: '',
    text: 'before the first part\r\n',
    'boundary within a line': `a line with --${boundary} in it\r\n`,
  }[form.preamble]
  return `${preamble}${form.leadingLineEnd === 'CRLF' ? '\r\n' : ''}`
}

const nested = (request: BatchRequest): Buffer =>
  writeBatch([request], { ...canonical, boundary: 'one character' }).body

function lineEnds(body: Buffer, kind: Defect['kind'] | undefined): Buffer {
  if (kind !== 'line feeds only' && kind !== 'carriage returns only') return body
  return Buffer.from(body.toString('latin1').replaceAll('\r\n', kind === 'line feeds only' ? '\n' : '\r'), 'latin1')
}

function contentTypeOf(form: BatchForm, boundary: string, kind: Defect['kind'] | undefined): string {
  const semicolon = form.blankAfterSemicolon === 'blank' ? '; ' : ';'
  if (kind === 'no boundary parameter') return form.mediaType
  if (kind === 'not multipart') return 'application/json'
  const told = kind === 'boundary of another message' ? 'another' : boundary
  const quoted = form.boundaryQuotes === 'always' || !/^[\w!#$%&'*+.^`|~-]+$/.test(told)
  const own = `${form.boundaryName}=${quoted ? `"${told}"` : told}`
  const all = { none: [own], before: ['charset=utf-8', own], after: [own, 'charset=utf-8'] }[form.moreParameters]
  return [form.mediaType, ...all].join(semicolon)
}
