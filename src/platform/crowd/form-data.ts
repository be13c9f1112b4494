import { readParts } from '../batch/read.ts'

/** One part of a multipart/form-data body. */
export interface FormPart {
  readonly name: string | undefined
  readonly fileName: string | undefined
  readonly type: string | undefined
  readonly bytes: Buffer
}

/** The parts of a body of this media type; undefined if it is none with parts. */
export async function formParts(body: Buffer, type: string): Promise<readonly FormPart[] | undefined> {
  const [, quoted, plain] = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const parts = await readParts(body, boundary).catch(() => [])
  if (parts.length === 0) return undefined
  return parts.map(({ headers, content }) => {
    // The reader takes each byte of a header for a character.
    const disposition = Buffer.from(headers['content-disposition'] ?? '', 'latin1').toString('utf8')
    return {
      name: /\bname="([^"]*)"/i.exec(disposition)?.[1],
      fileName: /\bfilename="([^"]*)"/i.exec(disposition)?.[1],
      type: headers['content-type'],
      bytes: content,
    }
  })
}
