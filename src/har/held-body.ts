import { holdsPlaceholder, inCurrentForm } from '../redact/placeholder.ts'
import type { Kept } from './har.ts'

/** `beyond`: it is there, but of more parts, values or levels than are read (src/exchange/bounds.ts). */
export type HeldAs = Kept | 'beyond'

/** How much of a body a recording has. */
export interface KeptBody {
  readonly kept: HeldAs
  /** The file that holds all of it, from the folder of the recording, and the SHA-256 of that file. */
  readonly aside?: { readonly file: string; readonly sha256?: string }
}

/** A body as an entry holds it. */
export interface HeldBody extends KeptBody {
  /** All of it, or its beginning; empty where the entry holds nothing of it. */
  readonly content: string | Uint8Array
}

export type Fields = Readonly<Record<string, unknown>>

/** Reads postData or content of any HAR file. `size`: its length in bytes as the entry states it, negative or no number where unknown. */
export function heldBody(body: Fields, size: unknown): HeldBody {
  const { _kept, _file, _sha256, comment } = body
  const held = contentIn(body)
  const content = held ?? ''
  if (typeof _file === 'string')
    return {
      kept: 'aside',
      content,
      aside: { file: _file, ...(typeof _sha256 === 'string' ? { sha256: _sha256 } : {}) },
    }
  if (_kept === 'cut' || _kept === 'absent') return { kept: _kept, content }
  if (_kept === 'whole' && held !== undefined) return { kept: 'whole', content }
  if (isLeftOutBy(comment)) return { kept: content.length > 0 ? 'cut' : 'absent', content }
  const stated = typeof size === 'number' ? size : -1
  if (content.length === 0) return { kept: stated > 0 ? 'absent' : 'whole', content }
  return { kept: isShort(content, stated, String(body['mimeType'] ?? '')) ? 'cut' : 'whole', content }
}

/** Compatibility: recordings of this kit from before `_kept` say it only in a comment that starts with these words. Nothing else reads comments. */
const isLeftOutBy = (comment: unknown): boolean =>
  typeof comment === 'string' && /^(?:not kept: |cut after \d|the whole of it is )/.test(comment)

/** Bytes of a byte order mark, which may have been dropped. */
const mark = 3

/**
 * Other recorders that truncate a text say so by its size alone. Tools that remove secrets change the length, too, so a text that is
 * complete in itself counts as whole.
 */
function isShort(content: string | Uint8Array, size: number, type: string): boolean {
  if (content.length >= size - mark) return false
  if (typeof content !== 'string') return true
  if (Buffer.byteLength(content) >= size - mark || holdsPlaceholder(content)) return false
  if (/x-www-form-urlencoded/i.test(type)) return false
  if (/^\s*multipart\//i.test(type)) return !/--\s*$/.test(content.slice(-200))
  return !isJson(content)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function contentIn({ text, encoding, params, mimeType }: Fields): string | Uint8Array | undefined {
  // Some recorders keep only the fields of a form.
  if (!text && Array.isArray(params) && params.length > 0 && /x-www-form-urlencoded|^$/i.test(String(mimeType ?? '')))
    return new URLSearchParams(
      params.map((param: Fields | null): [string, string] => [
        String(param?.['name'] ?? ''),
        inCurrentForm(String(param?.['value'] ?? '')),
      ]),
    ).toString()
  if (typeof text !== 'string') return undefined
  return encoding === 'base64' ? Buffer.from(text, 'base64') : inCurrentForm(text)
}
