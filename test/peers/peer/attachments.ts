import type { Answer, Call } from '../http.ts'
import { dataRefusal } from '../http.ts'
import type { Row } from './model.ts'

/** Choice: blanks and a missing padding are no base64. */
export const isBase64 = (value: unknown): boolean =>
  typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)

export function contentOf(row: Row | undefined): Answer {
  if (row === undefined) throw dataRefusal(404, 'PEER-NOT-FOUND', 'No such attachment')
  const name = encodeURIComponent(String(row.values['title'])).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  // Choice: the type of a file is not looked into, and no content is encoded.
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${name}`,
    'content-encoding': 'identity',
  }
  return { status: 200, headers, bytes: Buffer.from(String(row.values['fileContent']), 'base64') }
}

/** The older form; choice: it knows the one operation, and takes a record's id in the spelling it is kept in. */
export function olderContent(call: Call, find: (id: string) => Row | undefined): Answer {
  if (call.query.get('operation') !== 'download')
    throw dataRefusal(400, 'PEER-MALFORMED', 'Malformed: {0}', 'operation')
  return contentOf(find(call.query.get('guid') ?? ''))
}
