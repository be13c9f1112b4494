import type { DefectKind } from './defect.ts'
import type { BatchForm } from './form.ts'
import type { BatchRequest } from './request.ts'

const lines = (fields: readonly string[]): string => fields.map((one) => `${one}\r\n`).join('')

/** Part headers with the blank line that ends them. */
export function partHead(
  { contentId, partHeaders = [] }: BatchRequest,
  form: BatchForm,
  defect: DefectKind | undefined,
): string {
  const type =
    defect === 'part of another type'
      ? 'text/plain'
      : defect === 'multipart in a part'
        ? 'multipart/mixed; boundary=f'
        : form.partType
  const own = defect === 'part without type' ? [] : [field('Content-Type', type, form)]
  const id = contentId === undefined ? [] : [field('Content-ID', contentId, form)]
  const given = partHeaders.map(([name, value]) => field(name, value, form))
  const more = {
    none: [],
    'Content-Transfer-Encoding': [field('Content-Transfer-Encoding', 'binary', form)],
    unknown: [field('X-Fieldproof-Part', 'a mark that means nothing', form)],
  }[form.partHeaders]
  return `${lines(form.partHeaderOrder === 'type first' ? [...own, ...id, ...given, ...more] : [...id, ...given, ...more, ...own])}\r\n`
}

function field(name: string, value: string, form: BatchForm): string {
  const spelled = { usual: name, lower: name.toLowerCase(), upper: name.toUpperCase() }[form.partHeaderCase]
  return `${spelled}:${form.partHeaderFolding === 'folded' ? '\r\n ' : form.partHeaderBlank === 'blank' ? ' ' : ''}${value}`
}

/** Request line and headers, with the blank line that ends them. */
export function requestHead(
  { method, path, headers = [] }: BatchRequest,
  body: Buffer,
  form: BatchForm,
  defect: DefectKind | undefined,
): string {
  const fields = headers.map(([name, value]) => `${name}: ${value}`)
  const length = lengthOf(body, form, defect)
  const folded = defect === 'folded header in the request' ? ['X-Folded: one', ' two'] : []
  const host = form.innerHost === 'given' ? ['Host: batch.invalid'] : []
  return `${requestLine(method, path, form, defect)}${lines([...host, ...fields, ...folded, ...(length === undefined ? [] : [`Content-Length: ${length}`])])}\r\n`
}

function requestLine(method: string, path: string, { version }: BatchForm, defect: DefectKind | undefined): string {
  switch (defect) {
    case 'no request line':
      return ''
    case 'no version':
      return `${method} ${path}\r\n`
    case 'full URL':
      return `${method} https://batch.invalid${path} ${version}\r\n`
    case 'network path':
      return `${method} //batch.invalid${path} ${version}\r\n`
    case 'CONNECT in a part':
      return `CONNECT batch.invalid:443 ${version}\r\n`
    case 'TRACE in a part':
      return `TRACE ${path} ${version}\r\n`
    case 'NUL in the request line':
      return `${method} ${path}\0 ${version}\r\n`
    default:
      return `${method} ${path} ${version}\r\n`
  }
}

function lengthOf(body: Buffer, form: BatchForm, defect: DefectKind | undefined): string | undefined {
  switch (defect) {
    case 'length too short':
      return String(Math.max(0, body.length - 3))
    case 'length too long':
      return String(body.length + 7)
    case 'length negative':
      return '-1'
    case 'length no number':
      return 'many'
    case 'length in characters':
      return String(body.toString('utf8').length)
    default:
      return body.length === 0 || form.innerLength === 'omitted' ? undefined : String(body.length)
  }
}
