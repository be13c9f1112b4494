const LF = 0x0a

/** A line of at most a few hundred bytes and where the next begins; undefined if there is none. */
function lineAt(bytes: Buffer, from: number): { readonly line: string; readonly next: number } | undefined {
  const end = bytes.indexOf(LF, from)
  return end < 0 ? undefined : { line: bytes.toString('latin1', from, end).replace(/\r$/, ''), next: end + 1 }
}

/** The content of a chunked body (RFC 9112, 7.1), with what follows its trailer; undefined if it is none. */
export function unchunked(bytes: Buffer): { readonly content: Buffer; readonly rest: Buffer } | undefined {
  const chunks: Buffer[] = []
  let at = 0
  for (;;) {
    const head = lineAt(bytes, at)
    const [, digits] = /^([\dA-Fa-f]{1,8})[ \t]*(?:;.*)?$/.exec(head?.line ?? '') ?? []
    if (!head || digits === undefined) return undefined
    const size = Number.parseInt(digits, 16)
    at = head.next
    if (size === 0) break
    const after = lineAt(bytes, at + size)
    if (after?.line !== '') return undefined
    chunks.push(bytes.subarray(at, at + size))
    at = after.next
  }
  for (let field = lineAt(bytes, at); ; field = lineAt(bytes, at)) {
    if (!field) return undefined
    at = field.next
    if (field.line === '') return { content: Buffer.concat(chunks), rest: bytes.subarray(at) }
  }
}
