/** One part of a multipart/form-data body. */
export interface FormPart {
  readonly name: string | undefined
  readonly fileName: string | undefined
  readonly type: string | undefined
  readonly bytes: Buffer
}

/** The parts of a body of this media type; undefined if it is none with parts. */
export function formParts(body: Buffer, type: string): readonly FormPart[] | undefined {
  const [, quoted, plain] = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const parts: FormPart[] = []
  const delimiter = `--${boundary}`
  let at = body.indexOf(delimiter)
  while (at >= 0) {
    const begins = body.indexOf('\r\n\r\n', at)
    const ends = begins < 0 ? -1 : body.indexOf(`\r\n${delimiter}`, begins + 2)
    if (ends < 0) break
    const head = body.subarray(at, begins).toString('utf8')
    parts.push({
      name: /\bname="([^"]*)"/i.exec(head)?.[1],
      fileName: /\bfilename="([^"]*)"/i.exec(head)?.[1],
      type: /^content-type:[ \t]*(.+)$/im.exec(head)?.[1]?.trim(),
      bytes: Buffer.from(body.subarray(begins + 4, Math.max(ends, begins + 4))),
    })
    at = ends + 2
  }
  return parts.length > 0 ? parts : undefined
}
